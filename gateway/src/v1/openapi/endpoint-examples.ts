import { packMessages } from '@khmer-learning/contracts';

/** The example of one endpoint in the API description. A test validates it against the schemas. */
export interface EndpointExample {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly response: unknown;
  /** The endpoint's own errors with their messages, besides those that any endpoint may return. */
  readonly errors?: Readonly<Record<number, string>>;
  /** The codes of these errors, by status, where they are more specific than the status. */
  readonly errorCodes?: Readonly<Record<number, string>>;
}

const createdAt = '2026-03-02T02:15:00.000Z';
const updatedAt = '2026-04-18T08:40:12.000Z';

const mainLesson = {
  id: 3,
  title: 'Market and Road',
  description: 'Buying food, asking the way',
  imageCoverUrl: '/uploads/cover-market.png',
  free: false,
  price: 499,
  isFree: false,
  hasAccess: false,
  thumbnailUrl: 'cover-market.png',
  lessonCount: 8,
  order: 2.5,
  comingSoon: false,
  createdAt,
  updatedAt,
};

const lesson = {
  id: 12,
  mainLessonId: 1,
  lessonTypeId: 2,
  lessonType: { id: 2, title: 'Vocabulary', icon: 'vocabulary.svg', iconMode: 'file', iconUrl: null },
  title: 'Asking the way',
  description: 'Streets, corners and the market',
  level: 'Beginner',
  image: 'vocabulary',
  locked: false,
  createdAt,
  updatedAt,
};

const section = {
  title: 'Key words',
  content: 'Where? [nouw-naa?] : នៅណា?',
  html: null,
  items: [
    {
      english: 'Where?',
      phonemic: '[nouw-naa?]',
      khmer: 'នៅណា?',
      recordings: { en: null, km: '/uploads/6b0f7c1d2e3a4b5c6d7e8f9010203040.mp3' },
    },
  ],
};

const quiz = {
  id: 5,
  lessonId: 12,
  title: 'Asking the way',
  description: 'Can you find the market?',
  questionCount: 1,
  isPractice: false,
  createdAt,
  updatedAt,
};
const question = {
  id: 1,
  kind: 'choice',
  question: 'What is ផ្សារ?',
  options: ['Market', 'Road'],
  recordings: { en: null, km: null },
  optionRecordings: [
    { en: '/uploads/0f1e2d3c4b5a69788796a5b4c3d2e1f0.mp3', km: null },
    { en: null, km: null },
  ],
};

const learner = {
  id: 41,
  firstName: 'Sok',
  lastName: 'Dara',
  name: 'Sok Dara',
  email: 'sok.dara@example.com',
  role: 'student',
};
const learnerToken = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MSJ9.c2lnbmF0dXJl';
const learnerTokens = {
  accessToken: learnerToken,
  token: learnerToken,
  refreshToken: '2f0e9a51-6c0b-4d3a-9a56-6f7f2f1c5b7d.bm90IGEgcmVhbCB0b2tlbiwgYnV0IDMyIGJ5dGVzIQ',
};
const tooManyAttempts = 'Too many attempts. Please try again later.';
const identity = { idToken: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIwMDEifQ.c2lnbmF0dXJl', nonce: 'a5d1c6f0e2' };
const lockedQuiz = {
  errors: { 403: 'This quiz belongs to a paid main lesson' },
  errorCodes: { 403: 'locked' },
};

/** An example of every endpoint of `/api/v1` and of those with which a learner gets an account and tokens, by id. */
export const endpointExamples: Readonly<Record<string, EndpointExample>> = {
  'v1.mainLessons.list': {
    query: { limit: 15, offset: 0 },
    response: { success: true, data: [mainLesson], total: 1 },
  },
  'v1.mainLessons.get': { params: { id: 3 }, response: { success: true, data: mainLesson } },
  'v1.mainLessons.lessons': {
    params: { id: 1 },
    query: { limit: 15, offset: 0 },
    response: { success: true, data: [lesson], total: 1 },
  },
  'v1.lessons.list': {
    query: { level: 'Beginner', limit: 1 },
    response: { success: true, data: [lesson], total: 24, nextCursor: 'WzEyXQ' },
  },
  'v1.lessons.byLevel': {
    params: { level: 'Beginner' },
    response: { success: true, data: [lesson], total: 1 },
  },
  'v1.lessons.get': {
    params: { id: 12 },
    response: { success: true, data: { ...lesson, sections: [section] } },
    errors: { 403: 'This lesson belongs to a paid main lesson' },
    errorCodes: { 403: 'locked' },
  },
  'v1.packs.get': {
    params: { mainLessonId: 3 },
    query: { since: '5f0c9be2a41d7738.4-0b1de7a39c52f846.2' },
    response: {
      success: true,
      data: {
        mainLesson: { ...mainLesson, hasAccess: true },
        version: '5f0c9be2a41d7738.5-0b1de7a39c52f846.2',
        full: false,
        lessons: [
          {
            id: 12,
            hash: '8c2f1f0cf4f3e0a1b1d3a7c5d9e86b0f0a4c5f5f2b7a9d8e6c3b1a0f9e8d7c6b',
            order: 4,
            url: '/api/v1/lessons/12',
          },
        ],
        quizzes: [],
        files: [
          {
            name: 'cover-market.png',
            kind: 'image',
            url: '/uploads/cover-market.png',
            size: 48_213,
            hash: '1b4f0e9851971998e732078544c96b36c3d01cedf7caa332359d6f1d83567014',
          },
          {
            name: '6b0f7c1d2e3a4b5c6d7e8f9010203040.mp3',
            kind: 'sound',
            url: '/uploads/6b0f7c1d2e3a4b5c6d7e8f9010203040.mp3',
            size: 9_195,
            hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
          },
        ],
        removed: { lessons: [11], quizzes: [], files: [] },
      },
    },
    errors: { 403: packMessages.locked, 404: 'Main lesson not found', 422: packMessages.tooLarge },
    errorCodes: { 403: 'locked' },
  },
  'v1.quizzes.list': {
    query: { limit: 15, offset: 0 },
    response: { success: true, data: [quiz], total: 1 },
  },
  'v1.quizzes.get': {
    params: { id: 5 },
    response: { success: true, data: { ...quiz, questions: [question] } },
    ...lockedQuiz,
  },
  'v1.quizzes.ofLesson': {
    params: { lessonId: 12 },
    response: { success: true, data: [quiz], total: 1 },
  },
  'v1.quizzes.submit': {
    params: { id: 5 },
    body: { answers: [{ questionId: 1, selectedAnswer: 'Market' }] },
    response: {
      success: true,
      data: {
        quizId: 5,
        totalQuestions: 1,
        correctAnswers: 1,
        score: 100,
        passed: true,
        results: [
          {
            questionId: 1,
            question: question.question,
            userAnswer: 'Market',
            correctAnswer: 'Market',
            isCorrect: true,
            almost: false,
          },
        ],
      },
    },
    errors: { ...lockedQuiz.errors, 422: 'This Idempotency-Key was used for another submission' },
    errorCodes: { ...lockedQuiz.errorCodes, 422: 'idempotency_key_reused' },
  },
  'v1.search': {
    query: { q: 'market', type: 'all' },
    response: { success: true, data: { lessons: [lesson], quizzes: [quiz] }, total: 2 },
  },
  'v1.stats': {
    response: {
      success: true,
      data: {
        mainLessons: 6,
        lessons: 48,
        quizzes: 19,
        lessonsByLevel: { Beginner: 24, Intermediate: 16, Advanced: 8 },
      },
    },
  },
  'v1.me': { response: { success: true, data: learner } },
  'v1.me.delete': {
    response: { success: true, data: { message: 'Your account was deleted' } },
    errors: { 409: 'You cannot delete your own account' },
  },
  'v1.me.password': {
    body: { currentPassword: 'sunrise over Angkor', newPassword: 'rain on the Mekong' },
    response: { success: true, data: { message: 'Password update successfully' } },
    errors: { 401: 'Current password is incorrect', 429: 'Too many attempts. Please try again later.' },
    errorCodes: { 401: 'wrong_password' },
  },
  'v1.logout': { response: { success: true, data: { message: 'Logged out successfully' } } },
  'v1.progress.update': {
    body: {
      clientId: '5e1b6e0c-3b0b-4a51-9d43-6f0d2f6f7a10',
      records: [
        { sequence: 1, type: 'lesson-opened', lessonId: 12, at: '2026-05-04T03:10:00Z' },
        {
          sequence: 2,
          type: 'answer',
          quizId: 5,
          questionId: 1,
          answer: 'Market',
          at: '2026-05-04T03:18:30Z',
        },
        {
          sequence: 3,
          type: 'review',
          card: 'lesson-12:market',
          grade: 4,
          dueAt: '2026-05-10T03:00:00Z',
          scheduler: 'ease=2.5;interval=6',
          at: '2026-05-04T03:20:00Z',
        },
        { sequence: 4, type: 'lesson-finished', lessonId: 12, at: '2026-05-04T03:21:09Z' },
      ],
    },
    response: { success: true, data: { lastSequence: 4, applied: 4, repeated: 0, ignored: 0 } },
    errors: {
      409: 'Send the records after sequence 4 first',
      413: 'The request is too large',
    },
  },
  'v1.progress.get': {
    query: { since: 7, limit: 100 },
    response: {
      success: true,
      data: [
        {
          type: 'lesson',
          lessonId: 12,
          openedAt: '2026-05-04T03:10:00.000Z',
          finishedAt: '2026-05-04T03:21:09.000Z',
        },
        { type: 'answer', quizId: 5, questionId: 1, answer: 'Market', at: '2026-05-04T03:18:30.000Z' },
        {
          type: 'card',
          card: 'lesson-12:market',
          grade: 4,
          dueAt: '2026-05-10T03:00:00.000Z',
          scheduler: 'ease=2.5;interval=6',
          at: '2026-05-04T03:20:00.000Z',
        },
      ],
      version: 8,
    },
  },
  'v1.orders.create': {
    body: { mainLessonId: 3, platformType: 'web' },
    response: {
      success: true,
      data: {
        id: '5O190127TN364715T',
        status: 'PAYER_ACTION_REQUIRED',
        approveUrl: 'https://www.paypal.com/checkoutnow?token=5O190127TN364715T',
      },
    },
    errors: { 404: 'Main lesson not found', 409: 'You already own this main lesson' },
  },
  'v1.purchases.list': {
    query: { limit: 15, offset: 0 },
    response: {
      success: true,
      data: [
        {
          id: 7,
          purchaseId: '5O190127TN364715T',
          mainLessonId: 3,
          mainLessonTitle: mainLesson.title,
          purchaseAmount: 499,
          refundedAmount: 0,
          paymentMethod: 'paypal',
          paymentStatus: 'completed',
          purchaseDate: '2026-05-04T03:21:09.000Z',
        },
      ],
      total: 1,
    },
  },
  'v1.subscriptions.plans': { response: { success: true, data: [] } },
  'v1.subscriptions.me': { response: null },
  'v1.openApi': { response: { openapi: '3.1.0' } },
  'v1.docs': { response: '<!doctype html>' },
  'auth.register': {
    body: {
      firstName: learner.firstName,
      lastName: learner.lastName,
      email: learner.email,
      password: 'sunrise over Angkor',
      role: 'student',
    },
    response: { message: 'Check your email: we have sent you a link to confirm your address.' },
    errors: {
      403: 'Only learners may register themselves',
      429: 'Too many attempts. Please try again later.',
    },
  },
  'auth.login': {
    body: { email: learner.email, password: 'sunrise over Angkor' },
    response: { ...learnerTokens, user: learner },
    errors: { 401: 'Invalid email or password', 429: tooManyAttempts },
  },
  'auth.refreshToken': {
    body: { refreshToken: learnerTokens.refreshToken },
    response: learnerTokens,
    errors: {
      401: 'The refresh token has expired or has already been used. Sign in again.',
      429: tooManyAttempts,
    },
  },
  ...Object.fromEntries(
    ['auth.apple', 'auth.google'].map((id) => [
      id,
      {
        body: identity,
        response: { ...learnerTokens, user: learner },
        errors: {
          401: 'The identity token is not valid',
          403: 'This account cannot sign in this way',
          404: 'Sign-in with this provider is not set up',
          429: tooManyAttempts,
        },
      },
    ]),
  ),
};
