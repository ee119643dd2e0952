import { z } from 'zod';
import { endpoint, type ServiceName } from './endpoint.ts';
import { eventDefinition } from './event.ts';
import {
  controlCharacterMessage,
  halfCharacterMessage,
  hasNoControlCharacters,
  hasWholeCharacters,
  idParams,
  isoDate,
  messageResponse,
  requiredText,
} from './fields.ts';
import { versionUserSchema } from './versions.ts';

/** Limits of reviews. */
export const reviewLimits = {
  /** Characters of a message. */
  message: 1_000,
  /** Reviews of one kind that are listed at once. */
  listed: 500,
  /** Reviewers who are told of one. */
  reviewers: 50,
} as const;

export const reviewMessages = {
  nothing: 'There is nothing to review: everything is published already',
  changes: 'Say what should change',
  notRequester: 'Only who asked for the review, or may publish, can withdraw it',
  withdrawn: 'The review was withdrawn',
  granted: 'It was published',
  over: 'Nobody asks for this review any more',
  publishedBy: (name: string) => `Already published by ${name}`,
  answeredBy: (name: string) => `Changes were already asked for by ${name}`,
} as const;

/** A request that somebody who may publish looks at what is not published yet. Absent in events. */
export const reviewSchema = z.object({
  /** It waits for a reviewer, or for the author's changes. */
  state: z.enum(['requested', 'changes-requested']),
  /** The version of the draft, or of the working copy, that was to be reviewed. */
  version: z.number().int(),
  of: z.enum(['item', 'working-copy']),
  requestedBy: versionUserSchema,
  requestedAt: isoDate,
  /** Empty without one. */
  message: z.string(),
  answeredBy: versionUserSchema.nullable(),
  answeredAt: isoDate.nullable(),
  /** What should change. */
  answer: z.string().nullable(),
  /** It was saved since the request. */
  isStale: z.boolean(),
});
/** A request that somebody who may publish looks at what is not published yet. */
export type Review = z.infer<typeof reviewSchema>;

/** A review in a list, with its item. */
const reviewedItemSchema = reviewSchema
  .omit({ isStale: true })
  .extend({ id: z.number().int(), title: z.string() });
export type ReviewedItem = z.infer<typeof reviewedItemSchema>;

const message = z
  .string()
  .trim()
  .max(reviewLimits.message, `Must be at most ${reviewLimits.message} characters`)
  .refine(hasWholeCharacters, halfCharacterMessage)
  .refine(hasNoControlCharacters, controlCharacterMessage)
  .default('');

/** The state of a review in its events, without its texts. It is about its item, which `id` names: `lesson-42`. */
const reviewEvent = <const S extends 'content' | 'quizzes'>(service: S) =>
  eventDefinition({
    service,
    entity: 'review',
    state: z.object({
      id: z.string(),
      item: z.object({ entity: z.string(), id: z.number().int(), title: z.string() }),
      /** The main lesson that the item is or is in; null for none. */
      mainLessonId: z.number().int().nullable(),
      state: z.enum(['requested', 'changes-requested', 'granted']),
      requestedBy: z.number().int(),
      requestedAt: isoDate,
      /** Who asked for changes, or published it; null for nobody yet. */
      answeredBy: z.number().int().nullable(),
      answeredAt: isoDate.nullable(),
    }),
  });

export const contentReviewEvent = reviewEvent('content');
export const quizReviewEvent = reviewEvent('quizzes');
/** The events of reviews, by service. */
export const reviewEvents = { content: contentReviewEvent, quizzes: quizReviewEvent } as const;
export type ReviewEvent = (typeof reviewEvents)[keyof typeof reviewEvents];

/** The event of the reviews of a service with items. */
export const reviewEventOf = (service: ServiceName): ReviewEvent =>
  service === 'quizzes' ? quizReviewEvent : contentReviewEvent;

/**
 * Declares the endpoints of the reviews of one kind of item. An item has at most one. It ends when the item is published, deleted,
 * or its working copy discarded; a restored item has none. `version` is the version that the user has seen, of the working copy if
 * there is one, else of the draft: 409 when it is stale.
 *
 * - `request`: replaces the review that there is. 409 when there is nothing to publish
 * - `withdraw`: 403 for others than the requester and who may publish, 404 without a review
 * - `askForChanges`, `grant`: 403 for who may not publish. 409 names who has answered already. `grant` publishes what was seen
 * - `list`: those that wait for a reviewer, the oldest first, at most `reviewLimits.listed`; `isComplete` is false when there are more
 *
 * @param options.id prefix of the endpoint ids, such as `lessons`
 * @param options.path path of the items, such as `/api/lessons`
 * @param options.label such as `lesson`, for the summaries
 */
export function reviewEndpoints<const S extends 'content' | 'quizzes'>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly label: string;
}) {
  const { service, id, label } = options;
  const path = `${options.path}/:id/review` as const;
  const common = { service, access: 'session', params: idParams } as const;
  const seen = z.object({ version: z.number().int().positive() });
  return {
    request: endpoint({
      ...common,
      id: `${id}.requestReview`,
      method: 'PUT',
      path,
      summary: `Ask for a review of a ${label}`,
      body: seen.extend({ message }),
      response: reviewSchema,
    }),
    withdraw: endpoint({
      ...common,
      id: `${id}.withdrawReview`,
      method: 'DELETE',
      path,
      summary: `Withdraw the review of a ${label}`,
      response: messageResponse,
    }),
    askForChanges: endpoint({
      ...common,
      id: `${id}.askForChanges`,
      permission: 'publish',
      method: 'POST',
      path: `${path}/changes`,
      summary: `Ask the author of a ${label} for changes`,
      body: seen.extend({ message: requiredText(reviewMessages.changes, reviewLimits.message) }),
      response: reviewSchema,
    }),
    grant: endpoint({
      ...common,
      id: `${id}.grantReview`,
      permission: 'publish',
      method: 'POST',
      path: `${path}/publish`,
      summary: `Publish a ${label} that was reviewed`,
      body: seen,
      response: messageResponse,
    }),
    list: endpoint({
      id: `${id}.reviews`,
      service,
      method: 'GET',
      path: `${options.path}/reviews`,
      access: 'session',
      summary: `What waits for a review, by ${label}`,
      response: z.object({ data: z.array(reviewedItemSchema), isComplete: z.boolean() }),
    }),
  };
}
/** The endpoints of the reviews of one kind of item. */
export type ReviewEndpoints = ReturnType<typeof reviewEndpoints<'content' | 'quizzes'>>;
