import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { integerParam, isoDate, v1PagingFields } from '../core/fields.ts';
import { v1Envelope } from './content.ts';

/** Limits of learners' progress (docs/decisions/quizzes-and-learners.md#progress). */
export const progressLimits = {
  /** Records in one call. */
  records: 500,
  /** Size of one call in bytes. */
  bytes: 256 * 1024,
  /** Entries per learner: lessons, questions and cards. Beyond it, those with the earliest `at` are removed. */
  entries: 10_000,
  /** Clients per learner. Beyond it, the one that has sent nothing for longest is forgotten. */
  clients: 20,
  /** Length of an answer as text; all pairs of a matching question fit. */
  answerLength: 2_000,
  /** Gaps between the received sequences of one client. */
  gaps: 50,
  /** Age of a record in days, from its `at`. Older ones are ignored. */
  ageDays: 366,
} as const;

const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const dateTime = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time in ISO 8601 with a time zone` });

const recordFields = {
  /** Counts the records of a client from 1, without gaps. */
  sequence: z.number().int().min(1).max(1e15),
  /** When it happened, by the device's clock. */
  at: dateTime('at'),
};

const progressRecordSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ ...recordFields, type: z.literal('lesson-opened'), lessonId: id }),
    z.object({ ...recordFields, type: z.literal('lesson-finished'), lessonId: id }),
    z.object({
      ...recordFields,
      type: z.literal('answer'),
      quizId: id,
      questionId: id,
      /** The option as in the quiz, the typed answer, or pairs or an order as text (`formatPairs`, `formatOrder`). */
      answer: z.string().max(progressLimits.answerLength),
    }),
    z.object({
      ...recordFields,
      type: z.literal('review'),
      /** The app's own name of the card, such as `lesson-12:market`. */
      card: z.string().min(1).max(100),
      /** How well the learner knew it: 0 not at all, 5 perfectly (as in SM-2). */
      grade: z.number().int().min(0).max(5),
      /** When the app's own scheduler shows the card next; left out by an app that leaves it to the server. */
      dueAt: dateTime('dueAt').optional(),
      /** What the app's scheduler needs for the next review. */
      scheduler: z.string().max(200).optional(),
    }),
  ],
  { error: 'type must be one of: lesson-opened, lesson-finished, answer, review' },
);
/** Something that a learner has done, as an app reports it. */
export type ProgressRecord = z.infer<typeof progressRecordSchema>;

/** How well a learner knows a card, and when it is to be shown next (FSRS). */
const reviewScheduleSchema = z.object({
  dueAt: isoDate,
  state: z.enum(['learning', 'review', 'relearning']),
  /** Days after which 90 % of learners still know it. */
  stability: z.number(),
  /** From 1 to 10. */
  difficulty: z.number(),
  /** How many of the reviews there were, and in how many of them a known card was forgotten. */
  reps: z.number().int(),
  lapses: z.number().int(),
});
export type ReviewSchedule = z.infer<typeof reviewScheduleSchema>;

/** A card with what an app needs to compute the next schedule without a network. */
export const v1ReviewCardSchema = z.object({
  /** The app's own name of the card. */
  card: z.string(),
  schedule: reviewScheduleSchema,
  /** The latest reviews of all devices, in the order of time, then grade. */
  reviews: z.array(z.object({ at: isoDate, grade: z.number().int() })),
});
export type ReviewCard = z.infer<typeof v1ReviewCardSchema>;

const progressEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('lesson'),
    lessonId: z.number().int(),
    /** When the lesson was last opened and last finished. */
    openedAt: isoDate.nullable(),
    finishedAt: isoDate.nullable(),
  }),
  z.object({
    type: z.literal('answer'),
    quizId: z.number().int(),
    questionId: z.number().int(),
    /** The learner's latest answer. */
    answer: z.string(),
    at: isoDate,
  }),
  z.object({
    type: z.literal('card'),
    card: z.string(),
    /** From the latest review; `dueAt` is the app's own time, or that of the schedule. */
    grade: z.number().int(),
    dueAt: isoDate,
    scheduler: z.string().nullable(),
    at: isoDate,
    /** As in `GET /api/v1/reviews/due`. */
    ...v1ReviewCardSchema.pick({ schedule: true, reviews: true }).partial().shape,
  }),
]);
/** The latest state of one lesson, question or card of a learner. */
export type ProgressEntry = z.infer<typeof progressEntrySchema>;

const base = { service: 'users', path: '/api/v1/progress', access: 'learner', envelope: 'v1' } as const;

/**
 * Takes what an app gathered, also offline. Each record of a client is applied once, in whatever batches and order it
 * comes: a record whose sequence has been received is skipped. Of two devices, the later `at` wins. A future `at` becomes
 * the time of arrival. 409 when the sequences of a client have too many gaps.
 */
export const v1ProgressUpdate = endpoint({
  ...base,
  id: 'v1.progress.update',
  scope: 'submit',
  method: 'PUT',
  summary: 'Report lessons, answers and reviews of the learner',
  bodyLimit: progressLimits.bytes,
  body: z.object({
    /** A UUID that the app creates once per installation. */
    clientId: z.uuid('clientId must be a UUID').toLowerCase(),
    records: z
      .array(progressRecordSchema)
      .min(1)
      .max(progressLimits.records)
      .refine(
        (records) => records.every(({ sequence }, index) => sequence > (records[index - 1]?.sequence ?? 0)),
        'records must be in the order of their sequences, each sequence once',
      ),
  }),
  response: v1Envelope(
    z.object({
      /** All records of the client up to this one have been received. */
      lastSequence: z.number().int(),
      applied: z.number().int(),
      /** Records that had been received before. */
      repeated: z.number().int(),
      /** Records that are older than a year. They need not be sent again. */
      ignored: z.number().int(),
    }),
  ),
});

/**
 * The learner's progress, in the order of change. `since` is the `version` of an earlier answer: only what has changed
 * after it.
 */
export const v1ProgressGet = endpoint({
  ...base,
  id: 'v1.progress.get',
  method: 'GET',
  summary: 'The learner’s progress',
  query: z.object({
    since: integerParam(
      z
        .number('since must be a number')
        .int('since must be a whole number')
        .min(0, 'since must be 0 or more')
        .max(Number.MAX_SAFE_INTEGER, 'since is too large'),
    ).default(0),
    limit: v1PagingFields.limit,
    cursor: v1PagingFields.cursor,
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(progressEntrySchema),
    /** Increments with each batch that changed something. Send it as `since` after the last page. */
    version: z.number().int(),
    /** The `cursor` of the next page; absent on the last page. */
    nextCursor: z.string().optional(),
  }),
});
