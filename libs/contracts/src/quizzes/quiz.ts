import { isBlank, trimInvisible } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { type BodyOf, endpoint } from '../core/endpoint.ts';
import { eventDefinition } from '../core/event.ts';
import {
  boundedCountFields,
  enumFilter,
  idFilter,
  idParams,
  isoDate,
  messageResponse,
  oneOf,
  pagingFields,
  requiredText,
  searchFilter,
  serialId,
  sortParam,
  typeError,
  v1PagingFields,
} from '../core/fields.ts';
import { recordingLimits, recordingsField, recordingUrlsSchema } from '../core/recordings.ts';
import { scheduleEndpoints, scheduleSchema } from '../core/schedules.ts';
import { versionEndpoints } from '../core/versions.ts';
import { workingCopyEndpoints, workingCopyEvent, workingCopyInfoSchema } from '../core/working-copies.ts';
import { v1Envelope, v1ListEnvelope } from '../v1/content.ts';

const service = 'quizzes';

export const quizStatuses = ['active', 'draft'] as const;
export type QuizStatus = (typeof quizStatuses)[number];

/** Limits of spec 9. The upper bounds limit the size of a quiz document and its event. */
export const quizLimits = {
  optionsMin: 2,
  optionsMax: 4,
  questions: 200,
  /** Maximum question id that a client may send; leaves room for ids that the server assigns. */
  questionId: 1e15,
  /** Maximum size of all questions, in bytes of JSON; a larger request fails with 413. */
  bytes: 900 * 1024,
  passScore: 70,
  /** With fewer learners, a question has no discrimination: it would be mostly chance. */
  discriminationLearners: 30,
} as const;

/** Validation messages of spec 5, word for word; `optionsDiffer` is from decisions, Quizzes, `correctAnswerUnknown` our own. */
export const quizMessages = {
  lesson: 'Lesson is required',
  title: 'Title is required',
  description: 'Description is required',
  questions: 'At least one question is required',
  question: 'Question is required',
  options: 'At least 2 options required',
  optionsMax: 'At most 4 options are allowed',
  option: 'Option is required',
  correctAnswer: 'Correct answer is required',
  correctAnswerUnknown: 'Correct answer must be one of the options',
  optionsDiffer: 'Options must be different',
  tooLarge: 'This quiz is too large',
} as const;

const areDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

export const questionSchema = z
  .object({
    /** Assigned by the server when missing, too large or a duplicate within the quiz. */
    id: z.number().int().positive().optional(),
    question: requiredText(quizMessages.question, 1000),
    options: z
      .array(requiredText(quizMessages.option, 500), {
        error: typeError(quizMessages.options, 'Options must be a list'),
      })
      .min(quizLimits.optionsMin, quizMessages.options)
      .max(quizLimits.optionsMax, quizMessages.optionsMax),
    correctAnswer: requiredText(quizMessages.correctAnswer, 500),
    /** Of the question and of its options. */
    recordings: recordingsField(recordingLimits.perQuestion),
  })
  .refine(({ options }) => areDistinct(options.filter((option) => !isBlank(option)).map(trimInvisible)), {
    path: ['options'],
    message: quizMessages.optionsDiffer,
  })
  .refine(({ options, correctAnswer }) => isBlank(correctAnswer) || options.includes(correctAnswer), {
    path: ['correctAnswer'],
    message: quizMessages.correctAnswerUnknown,
  });

const fields = z.object({
  lessonId: z.number({ error: quizMessages.lesson }).int(quizMessages.lesson).min(1, quizMessages.lesson),
  title: requiredText(quizMessages.title),
  description: requiredText(quizMessages.description, 5000),
  questions: z
    .array(questionSchema, { error: typeError(quizMessages.questions, 'Questions must be a list') })
    .min(1, quizMessages.questions)
    .max(quizLimits.questions, `At most ${quizLimits.questions} questions are allowed`),
  status: oneOf('Status', quizStatuses),
  /** A practice quiz shows learners its correct answers; a scored one never does. */
  isPractice: z.boolean({ error: 'Practice must be true or false' }),
});

export const quizBody = fields.extend({
  status: fields.shape.status.default('draft'),
  isPractice: fields.shape.isPractice.default(false),
});
export const quizPatch = fields.partial();

const questionResponse = z.object({
  id: z.number().int(),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  recordings: recordingsField(recordingLimits.perQuestion),
});

/** Results of real submissions; null without submissions. */
export const quizAnalyticsSchema = z.object({
  /** Number of submissions. */
  completions: z.number().int(),
  /** Percentage of submissions that answered every question, with two decimals. */
  completionRate: z.number().nullable(),
  /** 0..100, with two decimals. */
  averageScore: z.number().nullable(),
});

/** A quiz as the console's cards and form use it. */
export const quizSchema = z.object({
  id: z.number().int(),
  lessonId: z.number().int().nullable(),
  lessonTitle: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  status: z.enum(quizStatuses),
  isPractice: z.boolean(),
  questions: z.array(questionResponse),
  analytics: quizAnalyticsSchema,
  version: z.number().int(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** In lists and `quizzes.get`, if there is one. */
  workingCopy: workingCopyInfoSchema.nullable().optional(),
  /** In lists and `quizzes.get`, if there is one. */
  schedule: scheduleSchema.nullable().optional(),
});
export type Quiz = z.infer<typeof quizSchema>;

/** What quizzes can be sorted by. */
export const quizSorts = ['title', 'status', 'updatedAt'] as const;

/** Quizzes, newest first, as a plain array (spec 3); `limit` and `offset` select a page. */
export const quizzesList = endpoint({
  id: 'quizzes.list',
  service,
  method: 'GET',
  path: '/api/quizzes',
  access: 'session',
  summary: 'Quizzes',
  query: z.object({
    status: enumFilter(quizStatuses),
    search: searchFilter,
    lessonId: idFilter,
    sort: sortParam(quizSorts),
    ...pagingFields,
  }),
  response: z.array(quizSchema),
});

/** Maximum number of lessons of one count. */
export const maxCountedLessons = 100;

/** The number of quizzes of some lessons or of a main lesson, for the question before these are deleted. */
export const quizzesCount = endpoint({
  id: 'quizzes.count',
  service,
  method: 'GET',
  path: '/api/quizzes/count',
  access: 'session',
  summary: 'Number of quizzes of lessons or of a main lesson',
  query: z
    .object({
      mainLessonId: serialId.optional(),
      /** Ids, separated by commas. */
      lessonIds: z
        .string()
        .regex(/^\d{1,15}(?:,\d{1,15})*$/, 'Invalid id')
        .transform((text) => text.split(',').map(Number))
        .pipe(z.array(z.number()).max(maxCountedLessons, `At most ${maxCountedLessons} lessons`))
        .optional(),
    })
    .refine(
      ({ mainLessonId, lessonIds }) => (mainLessonId === undefined) !== (lessonIds === undefined),
      'Give either mainLessonId or lessonIds',
    ),
  response: z.object(boundedCountFields),
});

export const quizzesGet = endpoint({
  id: 'quizzes.get',
  service,
  method: 'GET',
  path: '/api/quizzes/:id',
  access: 'session',
  summary: 'One quiz',
  params: idParams,
  response: quizSchema,
});

export const quizzesCreate = endpoint({
  id: 'quizzes.create',
  service,
  method: 'POST',
  path: '/api/quizzes',
  access: 'session',
  summary: 'Create a quiz',
  body: quizBody,
  response: quizSchema,
  status: 201,
});

export const quizzesUpdate = endpoint({
  id: 'quizzes.update',
  service,
  method: 'PATCH',
  path: '/api/quizzes/:id',
  access: 'session',
  summary: 'Update a quiz',
  params: idParams,
  body: quizPatch,
  response: quizSchema,
});

export const quizzesDelete = endpoint({
  id: 'quizzes.delete',
  service,
  method: 'DELETE',
  path: '/api/quizzes/:id',
  access: 'session',
  summary: 'Delete a quiz',
  params: idParams,
  response: messageResponse,
});

/**
 * Analytics of one quiz. Per question: the number of answers and the percentage of right ones (0..100, two decimals,
 * null without answers).
 */
export const quizzesAnalytics = endpoint({
  id: 'quizzes.analytics',
  service,
  method: 'GET',
  path: '/api/quizzes/:id/analytics',
  access: 'session',
  summary: 'Quiz analytics',
  params: idParams,
  response: quizAnalyticsSchema.extend({
    questions: z.array(
      z.object({
        questionId: z.number().int(),
        question: z.string(),
        answers: z.number().int(),
        rightShare: z.number().nullable(),
      }),
    ),
  }),
});

/**
 * Statistics of a quiz's questions from learners' first tries only: the first answer of each learner to a question, from a
 * submission or from progress. Of the latest 2,000 learners, at most a year old.
 */
export const quizzesQuestionStatistics = endpoint({
  id: 'quizzes.questionStatistics',
  service,
  method: 'GET',
  path: '/api/quizzes/:id/question-statistics',
  access: 'session',
  summary: 'Statistics of a quiz’s questions',
  params: idParams,
  response: z.object({
    /** Learners who answered at least one question. */
    learners: z.number().int(),
    /** Learners who answered every question: those whom `discrimination` compares. */
    completeLearners: z.number().int(),
    questions: z.array(
      z.object({
        questionId: z.number().int(),
        question: z.string(),
        tries: z.number().int(),
        /** Percentage of right first tries, with two decimals; null without tries. */
        rightShare: z.number().nullable(),
        /** How often each option was picked. */
        options: z.array(z.object({ option: z.string(), isCorrect: z.boolean(), picks: z.number().int() })),
        /** Answers that are no option (any more). */
        otherPicks: z.number().int(),
        /** Correlation with the score on the other questions, -1 to 1; null when it is not defined. */
        discrimination: z.number().nullable(),
      }),
    ),
  }),
});

export const quizEvent = eventDefinition({
  service,
  entity: 'quiz',
  keepsVersions: true,
  // Events published before quizzes could be for practice have no `isPractice`.
  state: quizSchema
    .omit({ version: true, analytics: true, lessonTitle: true, workingCopy: true, schedule: true })
    .extend({ isPractice: z.boolean().optional() }),
});

/** A question for learners: with its answer only in a practice quiz. */
const v1Question = questionResponse.partial({ correctAnswer: true }).extend({
  /** Of the question's text. */
  recordings: recordingUrlsSchema,
  /** Of each option, in the order of `options`. */
  optionRecordings: z.array(recordingUrlsSchema),
});
export const v1QuizSummarySchema = z.object({
  id: z.number().int(),
  lessonId: z.number().int().nullable(),
  title: z.string(),
  description: z.string(),
  questionCount: z.number().int(),
  isPractice: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export const v1QuizSchema = v1QuizSummarySchema.extend({ questions: z.array(v1Question) });

const v1 = { service, access: 'apiKey', envelope: 'v1' } as const;
const cacheInvalidatedBy = ['quiz', 'lesson', 'main-lesson'] as const;

export const v1QuizzesList = endpoint({
  ...v1,
  cacheInvalidatedBy,
  id: 'v1.quizzes.list',
  method: 'GET',
  path: '/api/v1/quizzes',
  summary: 'Active quizzes',
  query: z.object({ search: searchFilter, ...v1PagingFields }),
  response: v1ListEnvelope(v1QuizSummarySchema),
});

export const v1QuizzesGet = endpoint({
  ...v1,
  cacheInvalidatedBy,
  id: 'v1.quizzes.get',
  method: 'GET',
  path: '/api/v1/quizzes/:id',
  summary: 'One active quiz with its questions',
  params: idParams,
  response: v1Envelope(v1QuizSchema),
});

export const v1QuizzesListOfLesson = endpoint({
  ...v1,
  cacheInvalidatedBy,
  id: 'v1.quizzes.ofLesson',
  method: 'GET',
  path: '/api/v1/quizzes/lesson/:lessonId',
  summary: 'Active quizzes of a lesson',
  params: z.object({ lessonId: idParams.shape.id }),
  query: z.object(v1PagingFields),
  response: v1ListEnvelope(v1QuizSummarySchema),
});

/** Errors of `/api/v1` are one line without a path, so each message names the field. */
const submittedAnswer = z.object(
  {
    questionId: z
      .number({ error: 'questionId must be a whole number' })
      .int('questionId must be a whole number'),
    selectedAnswer: z
      .string({ error: 'selectedAnswer must be a string' })
      .max(500, 'selectedAnswer must be at most 500 characters'),
  },
  { error: 'Every answer needs a questionId and a selectedAnswer' },
);

/**
 * Scores a learner's answers (decisions, API keys and `/api/v1`) and updates `analytics`. A missing or blank answer
 * counts as wrong, and its right answer is not returned. The last of several answers to a question counts; answers to
 * unknown questions are ignored. With `Idempotency-Key`, a repetition within 24 hours gets the first answer and is not
 * counted; another submission with the same key gets 422.
 */
export const v1QuizzesSubmit = endpoint({
  ...v1,
  id: 'v1.quizzes.submit',
  scope: 'submit',
  idempotencyKey: true,
  method: 'POST',
  path: '/api/v1/quizzes/:id/submit',
  summary: 'Submit answers to a quiz',
  params: idParams,
  body: z.object({
    answers: z
      .array(submittedAnswer, { error: 'Answers are required' })
      .max(quizLimits.questions, `Answers must be at most ${quizLimits.questions}`),
  }),
  response: v1Envelope(
    z.object({
      quizId: z.number().int(),
      totalQuestions: z.number().int(),
      correctAnswers: z.number().int(),
      score: z.number().int(),
      passed: z.boolean(),
      results: z.array(
        z.object({
          questionId: z.number().int(),
          question: z.string(),
          userAnswer: z.string().nullable(),
          /** null when the question was not answered. */
          correctAnswer: z.string().nullable(),
          isCorrect: z.boolean(),
        }),
      ),
    }),
  ),
});

const versions = versionEndpoints({
  service,
  id: 'quizzes',
  path: '/api/quizzes',
  deletedPath: '/api/deleted-quizzes',
  label: ['quiz', 'quizzes'],
  item: quizSchema,
  restored: quizSchema,
});
export const quizzesVersions = versions.list;
export const quizzesVersionGet = versions.get;
export const quizzesVersionRestore = versions.restore;
export const quizzesListDeleted = versions.listDeleted;
export const quizzesRestoreDeleted = versions.restoreDeleted;

export const quizWorkingCopyEvent = workingCopyEvent(service, 'quiz');

const workingCopy = workingCopyEndpoints({
  service,
  id: 'quizzes',
  path: '/api/quizzes',
  label: 'quiz',
  contents: quizBody.omit({ status: true }),
  stored: quizSchema.pick({ title: true, description: true, isPractice: true }).extend({
    lessonId: z.number().int(),
    // A new question gets its id when it is published.
    questions: z.array(questionResponse.partial({ id: true })),
  }),
  item: quizSchema,
});
export const quizzesWorkingCopyGet = workingCopy.get;
export const quizzesWorkingCopySave = workingCopy.save;
export const quizzesWorkingCopyPublish = workingCopy.publish;
export const quizzesWorkingCopyDiscard = workingCopy.discard;
/** What a working copy of a quiz has. */
export type QuizContents = BodyOf<typeof quizzesWorkingCopySave>['contents'];

const schedules = scheduleEndpoints({ service, id: 'quizzes', path: '/api/quizzes', label: 'quiz' });
export const quizzesScheduleSet = schedules.set;
export const quizzesScheduleCancel = schedules.cancel;
