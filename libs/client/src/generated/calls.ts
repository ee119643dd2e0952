// Generated from libs/contracts by `npm run generate -w libs/client`. Do not edit.
import type { Call, CallOptions, NoRequest, Page } from '../call.ts';

export interface MainLesson {
  id: number;
  title: string;
  description: string;
  imageCoverUrl: string;
  free: boolean;
  price: number | null;
  isFree: boolean;
  hasAccess: boolean;
  thumbnailUrl: string;
  lessonCount: number;
  order: number;
  comingSoon: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface LessonSummary {
  id: number;
  mainLessonId: number;
  lessonTypeId: number;
  lessonType: {
    id: number;
    title: string;
    icon: string;
    iconMode: 'raw' | 'file';
    iconUrl: string | null;
  };
  title: string;
  description: string;
  level: 'Beginner' | 'Intermediate' | 'Advanced';
  image: string;
  locked: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface Lesson {
  id: number;
  mainLessonId: number;
  lessonTypeId: number;
  lessonType: {
    id: number;
    title: string;
    icon: string;
    iconMode: 'raw' | 'file';
    iconUrl: string | null;
  };
  title: string;
  description: string;
  level: 'Beginner' | 'Intermediate' | 'Advanced';
  image: string;
  locked: boolean;
  createdAt: string;
  updatedAt: string;
  sections: Array<{
    title: string;
    content: string;
    html: string | null;
    items: Array<VocabularyItem>;
  }>;
}

export interface VocabularyItem {
  english: string;
  phonemic: string;
  khmer: string;
  recordings: {
    en: string | null;
    km: string | null;
  };
}

export interface QuizSummary {
  id: number;
  lessonId: number | null;
  title: string;
  description: string;
  questionCount: number;
  isPractice: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface Quiz {
  id: number;
  lessonId: number | null;
  title: string;
  description: string;
  questionCount: number;
  isPractice: boolean;
  createdAt: string;
  updatedAt: string;
  questions: Array<{
    id: number;
    kind: 'choice' | 'typed' | 'listening' | 'matching' | 'ordering';
    question: string;
    options: Array<string>;
    lefts?: Array<string> | undefined;
    rights?: Array<string> | undefined;
    parts?: Array<string> | undefined;
    recordings: {
      en: string | null;
      km: string | null;
    };
    optionRecordings: Array<{
      en: string | null;
      km: string | null;
    }>;
    correctAnswer?: string | undefined;
    acceptedAnswers?: Array<string> | undefined;
    pairs?: Array<{
      left: string;
      right: string;
    }> | undefined;
    order?: Array<string> | undefined;
  }>;
}

export interface Purchase {
  id: number;
  purchaseId: string;
  mainLessonId: number | null;
  purchaseAmount: number;
  refundedAmount: number;
  paymentMethod: string;
  paymentStatus: string;
  purchaseDate: string;
  accessEndsAt?: string | undefined;
  mainLessonTitle: string;
}

export interface Learner {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: 'admin' | 'teacher' | 'student';
  name: string;
}

export interface SignedInLearner {
  accessToken: string;
  token: string;
  refreshToken: string;
  user: Learner;
}

export interface Calls {
  readonly auth: {
    /** Sign in as a learner with Apple. `POST /api/auth/verify-apple-id-token` (no key) */
    apple(request: {
      idToken: string;
      nonce: string;
      firstName?: string | undefined;
      lastName?: string | undefined;
    }, options?: CallOptions): Promise<SignedInLearner>;
    /** Confirm an email address with the token from the link. `POST /api/auth/confirm-email` (no key) */
    confirmEmail(request: {
      token: string;
    }, options?: CallOptions): Promise<{
      message: string;
    }>;
    /** Request a password reset link. `POST /api/auth/forgot-password` (no key) */
    forgotPassword(request: {
      email: string;
    }, options?: CallOptions): Promise<{
      message: string;
    }>;
    /** Sign in as a learner with Google. `POST /api/auth/verify-google-id-token` (no key) */
    google(request: {
      idToken: string;
      nonce: string;
      firstName?: string | undefined;
      lastName?: string | undefined;
    }, options?: CallOptions): Promise<SignedInLearner>;
    /** Sign in as a learner. `POST /api/auth/login` (no key) */
    login(request: {
      email: string;
      password: string;
    }, options?: CallOptions): Promise<SignedInLearner>;
    /** Get new tokens with a refresh token. `POST /api/auth/refresh-token` (no key) */
    refreshToken(request: {
      refreshToken: string;
    }, options?: CallOptions): Promise<{
      accessToken: string;
      token: string;
      refreshToken: string;
    }>;
    /** Create an account. `POST /api/auth/register` (no key) */
    register(request: {
      firstName: string;
      lastName: string;
      email: string;
      password: string;
      isActive?: boolean | undefined;
      role: 'admin' | 'teacher' | 'student';
    }, options?: CallOptions): Promise<{
      user: {
        id: number;
        email: string;
        firstName: string;
        lastName: string;
        role: 'admin' | 'teacher' | 'student';
        rights?: {
          canPublish: boolean;
          mainLessonIds: Array<number> | null;
        } | undefined;
        isActive: boolean;
        hasSecondFactor?: boolean | undefined;
        invitedUntil?: string | undefined;
        registrationType: string;
        lastLogin: string | null;
        version: number;
        createdAt: string;
        updatedAt: string;
      };
    } | {
      message: string;
    }>;
    /** Set a new password with the token from the link. `POST /api/auth/reset-password` (no key) */
    resetPassword(request: {
      token: string;
      password: string;
      confirmPassword: string;
    }, options?: CallOptions): Promise<{
      message: string;
      email?: string | undefined;
    }>;
  };
  readonly lessons: {
    /** Published lessons of a level. `GET /api/v1/lessons/level/:level` (key) */
    byLevel(request: {
      level: 'Beginner' | 'Intermediate' | 'Advanced';
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<LessonSummary>>;
    /** One published lesson with its sections. `GET /api/v1/lessons/:id` (key) */
    get(request: {
      id: number;
      locked?: '403' | undefined;
    }, options?: CallOptions): Promise<Lesson>;
    /** Published lessons. `GET /api/v1/lessons` (key) */
    list(request?: {
      level?: 'all' | 'Beginner' | 'Intermediate' | 'Advanced' | undefined;
      type?: string | undefined;
      mainLessonId?: number | undefined;
      search?: string | undefined;
      exact?: 'all' | 'true' | undefined;
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<LessonSummary>>;
  };
  /** Sign the learner out. `POST /api/v1/logout` (key and learner) */
  logout(request?: NoRequest, options?: CallOptions): Promise<{
    message: string;
  }>;
  /** This API as an OpenAPI 3.1 document. `GET /api/v1/openapi.json` (no key) */
  openApi(request?: NoRequest, options?: CallOptions): Promise<Record<string, unknown>>;
  /** Search published lessons and active quizzes. `GET /api/v1/search` (key) */
  search(request: {
    q: string;
    type?: 'all' | 'lessons' | 'quizzes' | undefined;
    exact?: 'all' | 'true' | undefined;
    limit?: number | undefined;
    offset?: number | undefined;
  }, options?: CallOptions): Promise<{
    success: true;
    data: {
      lessons: Array<LessonSummary>;
      quizzes: Array<QuizSummary>;
    };
    total: number;
    totalIsEstimate?: true | undefined;
    searchedFor?: string | undefined;
  }>;
  /** Number of published main lessons, lessons and quizzes. `GET /api/v1/stats` (key) */
  stats(request?: NoRequest, options?: CallOptions): Promise<{
    mainLessons: number;
    lessons: number;
    quizzes: number;
    isEstimate?: true | undefined;
    lessonsByLevel: {
      Beginner: number;
      Intermediate: number;
      Advanced: number;
    };
  }>;
  readonly mainLessons: {
    /** One published main lesson. `GET /api/v1/main-lessons/:id` (key) */
    get(request: {
      id: number;
    }, options?: CallOptions): Promise<MainLesson>;
    /** Published lessons of a main lesson. `GET /api/v1/main-lessons/:id/lessons` (key) */
    lessons(request: {
      id: number;
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<LessonSummary>>;
    /** Published main lessons. `GET /api/v1/main-lessons` (key) */
    list(request?: {
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<MainLesson>>;
  };
  readonly me: {
    /** Delete the learner’s account. `DELETE /api/v1/me` (key and learner) */
    delete(request?: NoRequest, options?: CallOptions): Promise<{
      message: string;
    }>;
    /** The signed-in learner. `GET /api/v1/me` (key and learner) */
    get(request?: NoRequest, options?: CallOptions): Promise<Learner>;
    /** Change the learner’s password. `PUT /api/v1/me/password` (key and learner) */
    password(request: {
      currentPassword: string;
      newPassword: string;
    }, options?: CallOptions): Promise<{
      message: string;
    }>;
  };
  readonly orders: {
    /** Order a paid main lesson. `POST /api/v1/orders` (key and learner) */
    create(request: {
      mainLessonId: number;
      platformType?: string | undefined;
    }, options?: CallOptions): Promise<{
      id: string;
      status: string;
      approveUrl: string;
    }>;
  };
  readonly packs: {
    /** The offline pack of a main lesson, or what changed in it. `GET /api/v1/packs/:mainLessonId` (key) */
    get(request: {
      mainLessonId: number;
      since?: string | undefined;
    }, options?: CallOptions): Promise<{
      mainLesson: MainLesson;
      version: string;
      full: boolean;
      lessons: Array<{
        id: number;
        hash: string;
        order: number;
        url: string;
      }>;
      quizzes: Array<{
        id: number;
        hash: string;
        url: string;
      }>;
      files: Array<{
        name: string;
        kind: 'image' | 'sound';
        url: string;
        size?: number | undefined;
        hash?: string | undefined;
      }>;
      removed: {
        lessons: Array<number>;
        quizzes: Array<number>;
        files: Array<string>;
      };
    }>;
  };
  readonly privacyPolicy: {
    /** The privacy policy. `GET /api/privacy-policy` (no key) */
    get(request?: NoRequest, options?: CallOptions): Promise<{
      text: string;
      version: number;
      updatedAt: string | null;
    }>;
  };
  readonly progress: {
    /** The learner’s progress. `GET /api/v1/progress` (key and learner) */
    get(request?: {
      since?: number | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<unknown>>;
    /** Report lessons, answers and reviews of the learner. `PUT /api/v1/progress` (key and learner) */
    update(request: {
      clientId: string;
      records: Array<unknown>;
    }, options?: CallOptions): Promise<{
      lastSequence: number;
      applied: number;
      repeated: number;
      ignored: number;
    }>;
  };
  readonly purchases: {
    /** The learner's purchases. `GET /api/v1/purchases` (key and learner) */
    list(request?: {
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<Purchase>>;
  };
  readonly quizzes: {
    /** One active quiz with its questions. `GET /api/v1/quizzes/:id` (key) */
    get(request: {
      id: number;
      kinds?: string | undefined;
    }, options?: CallOptions): Promise<Quiz>;
    /** Active quizzes. `GET /api/v1/quizzes` (key) */
    list(request?: {
      search?: string | undefined;
      exact?: 'all' | 'true' | undefined;
      kinds?: string | undefined;
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<QuizSummary>>;
    /** Active quizzes of a lesson. `GET /api/v1/quizzes/lesson/:lessonId` (key) */
    ofLesson(request: {
      lessonId: number;
      kinds?: string | undefined;
      limit?: number | undefined;
      offset?: number | undefined;
      cursor?: string | undefined;
    }, options?: CallOptions): Promise<Page<QuizSummary>>;
    /** Submit answers to a quiz. `POST /api/v1/quizzes/:id/submit` (key) */
    submit(request: {
      id: number;
      kinds?: Array<'choice' | 'typed' | 'listening' | 'matching' | 'ordering'> | undefined;
      answers: Array<{
        questionId: number;
        selectedAnswer?: string | undefined;
        pairs?: Array<{
          left: string;
          right: string;
        }> | undefined;
        order?: Array<string> | undefined;
      }>;
    }, options?: CallOptions): Promise<{
      quizId: number;
      totalQuestions: number;
      correctAnswers: number;
      score: number;
      passed: boolean;
      results: Array<{
        questionId: number;
        question: string;
        userAnswer: string | null;
        correctAnswer: string | null;
        isCorrect: boolean;
        almost: boolean;
      }>;
    }>;
  };
  readonly subscriptions: {
    /** The learner's subscription: none yet. `GET /api/v1/subscriptions/me` (key and learner) */
    me(request?: NoRequest, options?: CallOptions): Promise<null>;
    /** Subscription plans: none yet. `GET /api/v1/subscription-plans` (key) */
    plans(request?: NoRequest, options?: CallOptions): Promise<Array<unknown>>;
  };
}

export const calls = {
  'auth.apple': { method: 'POST', path: '/api/auth/verify-apple-id-token', access: 'public', signsIn: true },
  'auth.confirmEmail': { method: 'POST', path: '/api/auth/confirm-email', access: 'public' },
  'auth.forgotPassword': { method: 'POST', path: '/api/auth/forgot-password', access: 'public' },
  'auth.google': { method: 'POST', path: '/api/auth/verify-google-id-token', access: 'public', signsIn: true },
  'auth.login': { method: 'POST', path: '/api/auth/login', access: 'public', signsIn: true },
  'auth.refreshToken': { method: 'POST', path: '/api/auth/refresh-token', access: 'public', signsIn: true },
  'auth.register': { method: 'POST', path: '/api/auth/register', access: 'public' },
  'auth.resetPassword': { method: 'POST', path: '/api/auth/reset-password', access: 'public' },
  'lessons.byLevel': { method: 'GET', path: '/api/v1/lessons/level/:level', access: 'apiKey', repeatable: true },
  'lessons.get': { method: 'GET', path: '/api/v1/lessons/:id', access: 'apiKey', repeatable: true, envelope: true },
  'lessons.list': { method: 'GET', path: '/api/v1/lessons', access: 'apiKey', repeatable: true },
  'logout': { method: 'POST', path: '/api/v1/logout', access: 'learner', envelope: true },
  'mainLessons.get': { method: 'GET', path: '/api/v1/main-lessons/:id', access: 'apiKey', repeatable: true, envelope: true },
  'mainLessons.lessons': { method: 'GET', path: '/api/v1/main-lessons/:id/lessons', access: 'apiKey', repeatable: true },
  'mainLessons.list': { method: 'GET', path: '/api/v1/main-lessons', access: 'apiKey', repeatable: true },
  'me.delete': { method: 'DELETE', path: '/api/v1/me', access: 'learner', envelope: true },
  'me.get': { method: 'GET', path: '/api/v1/me', access: 'learner', repeatable: true, envelope: true },
  'me.password': { method: 'PUT', path: '/api/v1/me/password', access: 'learner', envelope: true },
  'openApi': { method: 'GET', path: '/api/v1/openapi.json', access: 'public', repeatable: true },
  'orders.create': { method: 'POST', path: '/api/v1/orders', access: 'learner', repeatable: true, envelope: true },
  'packs.get': { method: 'GET', path: '/api/v1/packs/:mainLessonId', access: 'apiKey', repeatable: true, envelope: true },
  'privacyPolicy.get': { method: 'GET', path: '/api/privacy-policy', access: 'public', repeatable: true },
  'progress.get': { method: 'GET', path: '/api/v1/progress', access: 'learner', repeatable: true },
  'progress.update': { method: 'PUT', path: '/api/v1/progress', access: 'learner', envelope: true },
  'purchases.list': { method: 'GET', path: '/api/v1/purchases', access: 'learner', repeatable: true },
  'quizzes.get': { method: 'GET', path: '/api/v1/quizzes/:id', access: 'apiKey', repeatable: true, envelope: true },
  'quizzes.list': { method: 'GET', path: '/api/v1/quizzes', access: 'apiKey', repeatable: true },
  'quizzes.ofLesson': { method: 'GET', path: '/api/v1/quizzes/lesson/:lessonId', access: 'apiKey', repeatable: true },
  'quizzes.submit': { method: 'POST', path: '/api/v1/quizzes/:id/submit', access: 'apiKey', repeatable: true, idempotencyKey: true, envelope: true },
  'search': { method: 'GET', path: '/api/v1/search', access: 'apiKey', repeatable: true },
  'stats': { method: 'GET', path: '/api/v1/stats', access: 'apiKey', repeatable: true, envelope: true },
  'subscriptions.me': { method: 'GET', path: '/api/v1/subscriptions/me', access: 'learner', repeatable: true },
  'subscriptions.plans': { method: 'GET', path: '/api/v1/subscription-plans', access: 'apiKey', repeatable: true, envelope: true },
} as const satisfies Readonly<Record<string, Call>>;
