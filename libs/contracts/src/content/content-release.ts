import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { eventDefinition } from '../core/event.ts';
import { idParams, isoDate, messageResponse } from '../core/fields.ts';
import { rightsSchema } from '../core/identity.ts';
import { versionUserSchema } from '../core/versions.ts';

const service = 'content';

/** Limits of a content release. */
export const contentReleaseLimits = {
  items: 50,
  /** Of the contents of its items in one service, as JSON: one transaction of MongoDB 4.0 has at most 16 MB. */
  bytes: 3 * 1024 * 1024,
  /** Most releases that are listed at once. */
  listed: 500,
  /** How long quizzes may take to answer before the release fails. */
  preparationMs: 60_000,
} as const;

export const contentReleaseMessages = {
  items: 'Choose something to publish',
  tooMany: `At most ${contentReleaseLimits.items} items can be published together`,
  tooLarge: 'This is too much to publish together. Publish it in several parts',
  twice: 'Each item can be chosen once',
  refused: 'Nothing was published: some items cannot be published now',
  beingPublished: 'This quiz is being published. Try again in a moment',
  savedByOther: 'It was saved since by somebody who may not publish',
  unanswered: 'Nothing was published: the quizzes could not be reached in time',
  broken: 'Nothing was published because of an error. Try again later',
  notChangeable: 'This release is being published already',
  cancelled: 'The release was cancelled',
} as const;

/** The kinds whose items can be published together. */
export const releasedEntities = ['main-lesson', 'lesson', 'quiz'] as const;
export type ReleasedEntity = (typeof releasedEntities)[number];

/** An item of a release: a draft, or the working copy of something published, at the version that the user has seen. */
const releasedItemSchema = z.object({
  entity: z.enum(releasedEntities),
  id: z.number().int().positive(),
  version: z.number().int().positive(),
  of: z.enum(['item', 'working-copy']),
});
export type ReleasedItem = z.infer<typeof releasedItemSchema>;

/** Why a release was refused; `items` are those that cannot be published. */
const releaseFailureSchema = z.object({
  message: z.string(),
  items: z.array(
    z.object({
      entity: z.enum(releasedEntities),
      id: z.number().int(),
      title: z.string(),
      message: z.string(),
    }),
  ),
});
export type ReleaseFailure = z.infer<typeof releaseFailureSchema>;

/**
 * - `scheduled`: its time is to come
 * - `preparing`: the service of the quizzes checks and holds them
 * - `committed`: learners see the lessons; the quizzes follow whatever happens
 * - `done`: learners see everything
 * - `failed`: nothing was published
 */
export const contentReleaseStates = ['scheduled', 'preparing', 'committed', 'done', 'failed'] as const;
export type ContentReleaseState = (typeof contentReleaseStates)[number];

export const contentReleaseSchema = z.object({
  id: z.number().int(),
  /** ISO 8601 UTC; null for one that was to be published at once. */
  at: isoDate.nullable(),
  state: z.enum(contentReleaseStates),
  items: z.array(releasedItemSchema),
  failure: releaseFailureSchema.nullable(),
  createdBy: versionUserSchema.nullable(),
});
/** Lessons, main lessons and quizzes that are published together or not at all. */
export type ContentRelease = z.infer<typeof contentReleaseSchema>;

const quizItems = z.array(releasedItemSchema);

/**
 * What content asks of quizzes, for releases with quizzes: to prepare them, and then to publish them. The tombstone ends
 * what was prepared.
 */
export const contentReleaseEvent = eventDefinition({
  service,
  entity: 'content-release',
  state: z.object({
    id: z.number().int(),
    step: z.enum(['prepare', 'commit']),
    quizzes: quizItems,
    /** Whether exactly those versions are to be published; otherwise what was saved last. */
    isVersionBound: z.boolean(),
    /** The main lessons to which who publishes them is limited; absent for no limit. */
    mainLessonIds: rightsSchema.shape.mainLessonIds.unwrap().optional(),
  }),
});

/**
 * The answer of quizzes, with the version of the request that it answers: whether the quizzes are prepared. The tombstone
 * says that they are published, or left as they were.
 */
export const quizReleaseEvent = eventDefinition({
  service: 'quizzes',
  entity: 'quiz-release',
  state: z.object({
    id: z.number().int(),
    titles: z.array(z.string()),
    failure: releaseFailureSchema.nullable(),
  }),
});

const time = z.iso.datetime('Choose a date and a time');
const path = '/api/content-releases';
const common = { service, access: 'session' } as const;

/**
 * The endpoints of content releases.
 *
 * - `create`: publishes drafts and working copies at once, or at `at` what was saved last. 409 when an item cannot be published,
 *   with an issue `items.<index>` for each that cannot; nothing is published then. The answer may have the state `preparing`:
 *   `get` tells the outcome. Of quizzes, only a release at once checks the versions when it is created
 * - `list`: those with a time, from one until before another, the first to come first, but those that are done
 * - `move`: another time, also for one that has failed at its time. 400 when it has passed, 409 when it is being published
 * - `cancel`: 409 when it is being published
 *
 * Who is limited to main lessons publishes items of these, and changes the own releases alone.
 */
export const contentReleases = {
  create: endpoint({
    ...common,
    id: 'contentReleases.create',
    permission: 'publish',
    method: 'POST',
    path,
    summary: 'Publish lessons, main lessons and quizzes together, at once or at a time',
    body: z.object({
      items: z
        .array(releasedItemSchema)
        .min(1, contentReleaseMessages.items)
        .max(contentReleaseLimits.items, contentReleaseMessages.tooMany)
        .refine(
          (items) => new Set(items.map(({ entity, id }) => `${entity}.${id}`)).size === items.length,
          contentReleaseMessages.twice,
        ),
      at: time.nullable().default(null),
    }),
    response: contentReleaseSchema,
    status: 201,
  }),
  list: endpoint({
    ...common,
    id: 'contentReleases.list',
    method: 'GET',
    path,
    summary: 'What is to be published together',
    query: z.object({ from: time, until: time }),
    response: z.object({ data: z.array(contentReleaseSchema), isComplete: z.boolean() }),
  }),
  get: endpoint({
    ...common,
    id: 'contentReleases.get',
    method: 'GET',
    path: `${path}/:id`,
    summary: 'A content release',
    params: idParams,
    response: contentReleaseSchema,
  }),
  move: endpoint({
    ...common,
    id: 'contentReleases.move',
    permission: 'publish',
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Publish together at another time',
    params: idParams,
    body: z.object({ at: time }),
    response: contentReleaseSchema,
  }),
  cancel: endpoint({
    ...common,
    id: 'contentReleases.cancel',
    permission: 'publish',
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Cancel a content release',
    params: idParams,
    response: messageResponse,
  }),
};
