import { answerKey, isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { hiddenBySchema } from '../content/lesson.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  boundedCountFields,
  enumFilter,
  exactFilter,
  halfCharacterMessage,
  hasWholeCharacters,
  idFilter,
  idParams,
  idsParam,
  isoDate,
  messageResponse,
  oneOf,
  pagingFields,
  requiredText,
  searchedForFields,
  searchFilter,
  serialId,
  sortParam,
  typeError,
  v1PagingFields,
} from '../core/fields.ts';
import { choiceField, inputOf, storedOf, textField } from '../core/fields-of-items.ts';
import { itemContract, publishableItemFields, publishingContract } from '../core/item-contract.ts';
import {
  hasStaleRecording,
  recordingFinder,
  recordingLanguages,
  recordingLimits,
  recordingsField,
  recordingUrlsSchema,
  staleRecordingsFilter,
} from '../core/recordings.ts';
import { pendingStatuses } from '../core/schedules.ts';
import { searchMatchesEndpoint } from '../core/suggest-search.ts';
import { v1Envelope, v1ListEnvelope } from '../v1/content.ts';

const service = 'quizzes';
const session = { service, access: 'session' } as const;

export const quizStatuses = ['active', 'draft'] as const;
export type QuizStatus = (typeof quizStatuses)[number];

/**
 * How a question is answered. `choice` is one of its options. `typed` is the answer itself. `listening` is what a recording
 * says: one of the options, or typed if there are none. `matching` is the right-hand side of each left-hand side, and
 * `ordering` is the order of its parts.
 */
export const questionKinds = ['choice', 'typed', 'listening', 'matching', 'ordering'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The upper bounds limit the size of a quiz document and its event. */
export const quizLimits = {
  optionsMin: 2,
  optionsMax: 4,
  /** Further accepted answers of a typed or listening question. */
  acceptedAnswers: 9,
  pairsMin: 2,
  pairsMax: 8,
  partsMin: 2,
  partsMax: 12,
  /** Length of one side of a pair, and of a part. */
  partLength: 100,
  questions: 200,
  /** Maximum question id that a client may send; leaves room for ids that the server assigns. */
  questionId: 1e15,
  /** Maximum size of all questions, in bytes of JSON; a larger request fails with 413. */
  bytes: 900 * 1024,
  passScore: 70,
} as const;

/** The validation messages: clients and tests rely on their words. */
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
  optionsDiffer: 'Options must be different',
  acceptedAnswersDiffer: 'Accepted answers must be different',
  acceptedAnswerIsOption: 'An accepted answer cannot be a wrong option',
  recording: 'A listening question needs a recording of its correct answer',
  pairs: 'At least 2 pairs required',
  pairsMax: 'At most 8 pairs are allowed',
  pairSide: 'Both sides of a pair are required',
  leftsDiffer: 'Left sides must be different',
  rightsDiffer: 'Right sides must be different',
  parts: 'At least 2 parts required',
  partsMax: 'At most 12 parts are allowed',
  part: 'Part is required',
  partsDiffer: 'Parts must not all be the same',
  tooLarge: 'This quiz is too large',
  tooManyWords: 'This quiz has too many different words. Divide it into several quizzes',
} as const;

/** Whether the visible texts are different answers (`answerKey`). */
function areDistinct(texts: readonly string[]): boolean {
  const keys = texts.filter((text) => !isBlank(text)).map(answerKey);
  return new Set(keys).size === keys.length;
}

const sideText = requiredText(quizMessages.pairSide, quizLimits.partLength);
const pairSchema = z.object({ left: sideText, right: sideText });
export type QuestionPair = z.infer<typeof pairSchema>;

const questionFields = z.object({
  /** Assigned by the server when missing, too large or a duplicate within the quiz. */
  id: z.number().int().positive().optional(),
  /** `choice` when absent, as in every question of before there were other kinds. */
  kind: oneOf('Kind', questionKinds).optional(),
  question: requiredText(quizMessages.question, 1000),
  /**
   * Of a choice. Of a typed question, optional: with them it can be asked as a choice. Of a listening question: with them the
   * learner chooses, without them types. Otherwise none.
   */
  options: z
    .array(requiredText(quizMessages.option, 500), {
      error: typeError(quizMessages.options, 'Options must be a list'),
    })
    .max(quizLimits.optionsMax, quizMessages.optionsMax)
    .default([]),
  /** Of a choice, typed or listening question: one of the options if there are any. Otherwise empty. */
  correctAnswer: z
    .string({ error: typeError(quizMessages.correctAnswer, 'Correct answer must be text') })
    .max(500, 'Must be at most 500 characters')
    .refine(hasWholeCharacters, halfCharacterMessage)
    .default(''),
  /** Other right answers to a question that is answered by typing. */
  acceptedAnswers: z
    .array(requiredText('Accepted answer is required', 500), { error: 'Accepted answers must be a list' })
    .max(quizLimits.acceptedAnswers, `At most ${quizLimits.acceptedAnswers} more answers are allowed`)
    .optional(),
  /** Of a matching question. */
  pairs: z
    .array(pairSchema, { error: typeError(quizMessages.pairs, 'Pairs must be a list') })
    .max(quizLimits.pairsMax, quizMessages.pairsMax)
    .optional(),
  /** Of an ordering question, in the right order. */
  parts: z
    .array(requiredText(quizMessages.part, quizLimits.partLength), {
      error: typeError(quizMessages.parts, 'Parts must be a list'),
    })
    .max(quizLimits.partsMax, quizMessages.partsMax)
    .optional(),
  /** Of the question and of its options; of a listening question, of what is said: its correct answer. */
  recordings: recordingsField(recordingLimits.perQuestion),
});
type QuestionFields = z.output<typeof questionFields>;

/** Adds an issue at a field of a question. */
type ReportIssue = (field: keyof QuestionFields, message: string) => void;

function checkAnswers(question: Partial<QuestionFields>, report: ReportIssue): void {
  const { kind = 'choice', options = [], correctAnswer = '', acceptedAnswers = [] } = question;
  if ((kind === 'choice' || options.length > 0) && options.length < quizLimits.optionsMin)
    report('options', quizMessages.options);
  if (!areDistinct(options)) report('options', quizMessages.optionsDiffer);
  if (isBlank(correctAnswer) || (options.length > 0 && !options.includes(correctAnswer)))
    report('correctAnswer', quizMessages.correctAnswer);
  if (kind === 'choice') return;
  if (!areDistinct([correctAnswer, ...acceptedAnswers]))
    report('acceptedAnswers', quizMessages.acceptedAnswersDiffer);
  const accepted = new Set(acceptedAnswers.map(answerKey));
  if (options.some((option) => option !== correctAnswer && accepted.has(answerKey(option))))
    report('acceptedAnswers', quizMessages.acceptedAnswerIsOption);
}

function checkPairs({ pairs = [] }: Partial<QuestionFields>, report: ReportIssue): void {
  if (pairs.length < quizLimits.pairsMin) report('pairs', quizMessages.pairs);
  if (!areDistinct(pairs.map(({ left }) => left))) report('pairs', quizMessages.leftsDiffer);
  if (!areDistinct(pairs.map(({ right }) => right))) report('pairs', quizMessages.rightsDiffer);
}

function checkParts({ parts = [] }: Partial<QuestionFields>, report: ReportIssue): void {
  if (parts.length < quizLimits.partsMin) report('parts', quizMessages.parts);
  else if (!parts.some(isBlank) && new Set(parts.map(answerKey)).size === 1)
    report('parts', quizMessages.partsDiffer);
}

/** A question as an author writes it. Fields that its kind does not have are dropped. */
export const questionSchema = questionFields
  .superRefine((question, context) => {
    const report: ReportIssue = (field, message) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (question.kind === 'matching') checkPairs(question, report);
    else if (question.kind === 'ordering') checkParts(question, report);
    else checkAnswers(question, report);
  })
  .transform(withFieldsOfKind);

/** Removes what a question of its kind does not have, such as the pairs of one that was a matching question before. */
function withFieldsOfKind({
  kind = 'choice',
  options,
  correctAnswer,
  acceptedAnswers = [],
  pairs,
  parts,
  ...question
}: QuestionFields): QuestionFields {
  if (kind === 'matching') return { ...question, kind, options: [], correctAnswer: '', pairs };
  if (kind === 'ordering') return { ...question, kind, options: [], correctAnswer: '', parts };
  const answers = { ...question, options, correctAnswer };
  if (kind === 'choice') return answers;
  return { ...answers, kind, ...(acceptedAnswers.length > 0 ? { acceptedAnswers } : {}) };
}

/** Whether a question can be shown as a choice: it has options, and is not about what is heard. */
export function canBeChoice({ kind, options }: Pick<QuestionFields, 'kind' | 'options'>): boolean {
  return options.length > 0 && kind !== 'listening';
}

/** Whether nobody could hear what a listening question asks: it can be kept as a draft, but not be active. */
export function lacksRecording({
  kind,
  correctAnswer,
  recordings,
}: Pick<QuestionFields, 'kind' | 'correctAnswer' | 'recordings'>): boolean {
  const find = recordingFinder(recordings);
  return kind === 'listening' && recordingLanguages.every((language) => !find(language, correctAnswer));
}

/** Whether a question has a recording of a text that it does not have. */
export function hasStaleQuestionRecording(
  questions: readonly Pick<QuestionFields, 'question' | 'options' | 'correctAnswer' | 'recordings'>[],
): boolean {
  return questions.some(({ question, options, correctAnswer, recordings }) =>
    hasStaleRecording(recordings, () => [question, ...options, correctAnswer]),
  );
}

/** Between the sides of a pair in an answer as text. */
const pairSign = ' \u2192 ';

/**
 * The pairs of an answer as text, for progress and results: `left → right`, one pair a line. Their order makes no
 * difference.
 */
export const formatPairs = (pairs: readonly QuestionPair[]) =>
  pairs.map(({ left, right }) => `${left}${pairSign}${right}`).join('\n');

/** The parts of an answer as text, for progress and results: separated by spaces. */
export const formatOrder = (parts: readonly string[]) => parts.join(' ');

/** A question as it is stored: with the fields of its kind. */
const questionResponse = questionFields.extend({
  id: z.number().int(),
  question: z.string(),
  options: z.array(z.string()),
  correctAnswer: z.string(),
  acceptedAnswers: z.array(z.string()).optional(),
  pairs: z.array(z.object({ left: z.string(), right: z.string() })).optional(),
  parts: z.array(z.string()).optional(),
});

/** The fields of a quiz that people edit. */
export const quizFields = {
  lessonId: {
    name: 'Lesson',
    input: z.number({ error: quizMessages.lesson }).int(quizMessages.lesson).min(1, quizMessages.lesson),
    stored: z.number().int(),
  },
  title: textField('Title', requiredText(quizMessages.title)),
  description: textField('Description', requiredText(quizMessages.description, 5000)),
  questions: {
    name: 'Questions',
    input: z
      .array(questionSchema, { error: typeError(quizMessages.questions, 'Questions must be a list') })
      .min(1, quizMessages.questions)
      .max(quizLimits.questions, `At most ${quizLimits.questions} questions are allowed`),
    stored: z.array(questionResponse),
  },
  status: choiceField('Status', quizStatuses),
  /** A practice quiz shows learners its correct answers; a scored one never does. */
  isPractice: {
    name: 'Practice',
    input: z.boolean({ error: 'Practice must be true or false' }),
    stored: z.boolean(),
  },
};

const input = inputOf(quizFields);
export const quizBody = input.extend({
  status: input.shape.status.default('draft'),
  isPractice: input.shape.isPractice.default(false),
});
export const quizPatch = input.partial();

/** Results of real submissions; null without submissions. */
export const quizAnalyticsSchema = z.object({
  /** Number of submissions. */
  completions: z.number().int(),
  /** Percentage of submissions that answered every question, with two decimals. */
  completionRate: z.number().nullable(),
  /** 0..100, with two decimals. */
  averageScore: z.number().nullable(),
});

const { lessonId, questions, status, isPractice, ...texts } = storedOf(quizFields);

/** A quiz as the console's cards and form use it. */
export const quizSchema = z.object({
  id: z.number().int(),
  lessonId: lessonId.nullable(),
  lessonTitle: z.string().nullable(),
  /** In lists: that of its lesson, null without one. */
  mainLessonId: z.number().int().nullable().optional(),
  ...texts,
  status,
  /** Present when it is active and its lesson, or else that lesson's main lesson, is a draft. */
  hiddenBy: hiddenBySchema.optional(),
  isPractice,
  questions,
  analytics: quizAnalyticsSchema,
  ...publishableItemFields,
});
export type Quiz = z.infer<typeof quizSchema>;

/** The quizzes that have a question of the same kind, text and answers: their number, and the newest 10. */
const questionUses = z.object({
  quizzes: z.array(z.object({ id: z.number().int(), title: z.string() })),
  ...boundedCountFields,
});
export type QuestionUses = z.infer<typeof questionUses>;

/** What quizzes can be sorted by. */
export const quizSorts = ['title', 'status', 'updatedAt'] as const;

/** Maximum number of lessons of one count. */
export const maxCountedLessons = 100;

const names = {
  service,
  entity: 'quiz',
  id: 'quizzes',
  path: '/api/quizzes',
  deletedPath: '/api/deleted-quizzes',
  label: ['quiz', 'quizzes'],
} as const;

const quizContents = quizBody.omit({ status: true });

export const quizzes = {
  ...itemContract(names, {
    body: quizBody,
    patch: quizPatch,
    item: quizSchema,
    restored: quizSchema,
    deleted: messageResponse,
    // Events published before quizzes could be for practice have no `isPractice`.
    state: quizSchema
      .omit({
        version: true,
        analytics: true,
        lessonTitle: true,
        mainLessonId: true,
        hiddenBy: true,
        workingCopy: true,
        schedule: true,
        review: true,
      })
      .extend({ isPractice: z.boolean().optional() }),
  }),
  searchMatches: searchMatchesEndpoint(names),
  ...publishingContract(names, {
    contents: quizContents,
    stored: quizSchema.pick({ title: true, description: true, isPractice: true }).extend({
      lessonId,
      // A new question gets its id when it is published.
      questions: z.array(questionResponse.partial({ id: true })),
    }),
    item: quizSchema,
  }),

  /** Quizzes, newest first, as a plain array; `limit` and `offset` select a page. */
  list: endpoint({
    ...session,
    id: 'quizzes.list',
    method: 'GET',
    path: '/api/quizzes',
    sharedByRole: true,
    summary: 'Quizzes',
    query: z.object({
      status: enumFilter([...quizStatuses, ...pendingStatuses]),
      search: searchFilter,
      lessonId: idFilter,
      mainLessonId: idFilter,
      recordings: staleRecordingsFilter,
      sort: sortParam(quizSorts),
      ...pagingFields,
    }),
    response: z.array(quizSchema),
  }),

  /** The number of quizzes of some lessons or of a main lesson, for the question before these are deleted. */
  count: endpoint({
    ...session,
    id: 'quizzes.count',
    method: 'GET',
    path: '/api/quizzes/count',
    summary: 'Number of quizzes of lessons or of a main lesson',
    query: z
      .object({
        mainLessonId: serialId.optional(),
        /** Ids, separated by commas. */
        lessonIds: idsParam(maxCountedLessons, 'lessons').optional(),
      })
      .refine(
        ({ mainLessonId, lessonIds }) => (mainLessonId === undefined) !== (lessonIds === undefined),
        'Give either mainLessonId or lessonIds',
      ),
    response: z.object(boundedCountFields),
  }),

  /** What quizzes some lessons have; a lesson without one is left out. */
  byLessons: endpoint({
    ...session,
    id: 'quizzes.byLessons',
    method: 'GET',
    path: '/api/quizzes/by-lessons',
    summary: 'Quizzes of lessons, counted by status',
    query: z.object({ ids: idsParam(maxCountedLessons, 'lessons') }),
    response: z.object({
      lessons: z.array(
        z.object({
          lessonId: z.number().int(),
          active: z.number().int(),
          drafts: z.number().int(),
          /** The newest one. */
          quizId: z.number().int(),
        }),
      ),
    }),
  }),

  /**
   * The question bank of a main lesson: the questions of its quizzes as they are saved, each once, by lesson. Of a main lesson with more
   * than 1,000 quizzes or 10,000 questions only as many are searched: `isPartial`.
   */
  questions: endpoint({
    ...session,
    id: 'quizzes.questions',
    method: 'GET',
    path: '/api/quizzes/questions',
    summary: 'Question bank of a main lesson',
    query: z.object({
      mainLessonId: serialId,
      search: searchFilter,
      kind: enumFilter(questionKinds),
      /** A quiz whose questions are left out, unless another one has them too. */
      exceptQuizId: idFilter,
      ...pagingFields,
    }),
    response: z.object({
      questions: z.array(
        z.object({
          /** Questions with the same key are the same. */
          key: z.string(),
          question: questionResponse,
          usedIn: questionUses,
        }),
      ),
      hasMore: z.boolean(),
      isPartial: z.boolean(),
    }),
  }),

  get: endpoint({
    ...session,
    id: 'quizzes.get',
    method: 'GET',
    path: '/api/quizzes/:id',
    sharedByRole: true,
    summary: 'One quiz',
    params: idParams,
    response: quizSchema,
  }),

  /** Those of a quiz's questions, as they are saved, that other quizzes have too. */
  sharedQuestions: endpoint({
    ...session,
    id: 'quizzes.sharedQuestions',
    method: 'GET',
    path: '/api/quizzes/:id/shared-questions',
    summary: 'Questions that other quizzes have too',
    params: idParams,
    response: z.object({
      questions: z.array(z.object({ questionId: z.number().int(), usedIn: questionUses })),
    }),
  }),

  /**
   * Analytics of one quiz. Per question: the number of answers and the percentage of right ones (0..100, two decimals,
   * null without answers).
   */
  analytics: endpoint({
    ...session,
    id: 'quizzes.analytics',
    method: 'GET',
    path: '/api/quizzes/:id/analytics',
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
  }),

  /**
   * Statistics of a quiz's questions from learners' first tries only: the first answer of each learner to a question, from a
   * submission or from progress. Of the latest 2,000 learners, at most a year old.
   */
  questionStatistics: endpoint({
    ...session,
    id: 'quizzes.questionStatistics',
    method: 'GET',
    path: '/api/quizzes/:id/question-statistics',
    summary: 'Statistics of a quiz’s questions',
    params: idParams,
    response: z.object({
      /** Learners who answered at least one question. */
      learners: z.number().int(),
      questions: z.array(
        z.object({
          questionId: z.number().int(),
          kind: z.enum(questionKinds),
          question: z.string(),
          tries: z.number().int(),
          /** Percentage of right first tries, with two decimals; null without tries. */
          rightShare: z.number().nullable(),
          /** Typed answers that were almost right, which are not right. */
          almost: z.number().int(),
          /**
           * How often each option was picked. Of a question without options: the right answer, and the most frequent wrong
           * ones, at most 10.
           */
          options: z.array(z.object({ option: z.string(), isCorrect: z.boolean(), picks: z.number().int() })),
          /** Other answers; of a question with options, those that are no option (any more). */
          otherPicks: z.number().int(),
        }),
      ),
    }),
  }),
};

export const quizEvent = quizzes.event;
export const quizWorkingCopyEvent = quizzes.workingCopyEvent;
/** What a working copy of a quiz has. */
export type QuizContents = z.output<typeof quizContents>;

/** A question for learners: with its answer only in a practice quiz. */
const v1Question = z.object({
  id: z.number().int(),
  kind: z.enum(questionKinds),
  question: z.string(),
  /** What the learner chooses from; empty when the answer is typed, matched or ordered. */
  options: z.array(z.string()),
  /** Of a matching question, `rights` in an order that says nothing about the pairs. */
  lefts: z.array(z.string()).optional(),
  rights: z.array(z.string()).optional(),
  /** Of an ordering question, not in the right order. */
  parts: z.array(z.string()).optional(),
  /** Of the question's text; of a listening question, of what the learner is to hear. */
  recordings: recordingUrlsSchema,
  /** Of each option, in the order of `options`; none in a listening question. */
  optionRecordings: z.array(recordingUrlsSchema),
  /** Only in a practice quiz; of a matching or an ordering question, as text. */
  correctAnswer: z.string().optional(),
  acceptedAnswers: z.array(z.string()).optional(),
  pairs: questionResponse.shape.pairs,
  order: z.array(z.string()).optional(),
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

/**
 * Only questions of these kinds, separated by commas. With `choice`, questions that can be asked as a choice come as one.
 * `questionCount` counts the questions that remain.
 */
const kindsParam = z
  .string()
  .optional()
  .transform((value, context): readonly QuestionKind[] | undefined => {
    if (value === undefined || value === '') return undefined;
    const names = value.split(',');
    const kinds = questionKinds.filter((kind) => names.includes(kind));
    if (names.every((name) => questionKinds.some((kind) => kind === name))) return kinds;
    context.addIssue({ code: 'custom', message: `kinds must be some of: ${questionKinds.join(', ')}` });
    return z.NEVER;
  });

const v1 = { service, access: 'apiKey', envelope: 'v1' } as const;
const cacheInvalidatedBy = ['quiz', 'lesson', 'main-lesson'] as const;

export const v1QuizzesList = endpoint({
  ...v1,
  cacheInvalidatedBy,
  id: 'v1.quizzes.list',
  method: 'GET',
  path: '/api/v1/quizzes',
  summary: 'Active quizzes',
  query: z.object({ search: searchFilter, exact: exactFilter, kinds: kindsParam, ...v1PagingFields }),
  response: v1ListEnvelope(v1QuizSummarySchema).extend(searchedForFields),
});

export const v1QuizzesGet = endpoint({
  ...v1,
  cacheInvalidatedBy,
  id: 'v1.quizzes.get',
  method: 'GET',
  path: '/api/v1/quizzes/:id',
  summary: 'One active quiz with its questions',
  params: idParams,
  query: z.object({ kinds: kindsParam }),
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
  query: z.object({ kinds: kindsParam, ...v1PagingFields }),
  response: v1ListEnvelope(v1QuizSummarySchema),
});

const answerPart = (name: string) =>
  z
    .string({ error: `${name} must be a string` })
    .max(quizLimits.partLength, `${name} must be at most ${quizLimits.partLength} characters`);

/** Errors of `/api/v1` are one line without a path, so each message names the field. */
const submittedAnswer = z
  .object(
    {
      questionId: z
        .number({ error: 'questionId must be a whole number' })
        .int('questionId must be a whole number'),
      /** The option, or the typed answer. */
      selectedAnswer: z
        .string({ error: 'selectedAnswer must be a string' })
        .max(500, 'selectedAnswer must be at most 500 characters')
        .optional(),
      /** The answer to a matching question, in any order. */
      pairs: z
        .array(
          z.object(
            { left: answerPart('left'), right: answerPart('right') },
            'pairs must have left and right',
          ),
          {
            error: 'pairs must be a list',
          },
        )
        .max(quizLimits.pairsMax, `pairs must be at most ${quizLimits.pairsMax}`)
        .optional(),
      /** The answer to an ordering question: its parts. */
      order: z
        .array(answerPart('order'), { error: 'order must be a list' })
        .max(quizLimits.partsMax, `order must be at most ${quizLimits.partsMax}`)
        .optional(),
    },
    { error: 'Every answer needs a questionId and a selectedAnswer' },
  )
  .refine(
    ({ selectedAnswer, pairs, order }) => selectedAnswer !== undefined || pairs || order,
    'selectedAnswer must be a string, or the answer must have pairs or order',
  );

/**
 * Scores a learner's answers and updates `analytics`. A missing or blank answer
 * counts as wrong, and its right answer is not returned. The last of several answers to a question counts; answers to
 * unknown questions are ignored. With `kinds`, only the questions that the quiz has for the same `kinds` are scored. An
 * `almost` right answer is not right. With `Idempotency-Key`, a repetition within 24 hours gets the first answer and is not
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
    /** Those with which the quiz was read, if any. */
    kinds: z
      .array(z.enum(questionKinds), { error: 'kinds must be a list' })
      .min(1, 'kinds must have at least one kind')
      .max(questionKinds.length, 'kinds must have each kind once')
      .optional(),
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
          /** Pairs and an order as text. */
          userAnswer: z.string().nullable(),
          /** null when the question was not answered. */
          correctAnswer: z.string().nullable(),
          isCorrect: z.boolean(),
          /** A slip of the keyboard in a typed answer, which is not right. */
          almost: z.boolean(),
        }),
      ),
    }),
  ),
});
