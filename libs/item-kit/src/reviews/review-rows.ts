import { type EventDefinition, type Review, type ReviewEvent, reviewEvents } from '@khmer-learning/contracts';
import {
  entitySource,
  modelOf,
  type PresentStateSource,
  type Transaction,
} from '@khmer-learning/service-kit';
import { type Connection, type mongo, Schema } from 'mongoose';
import { type ReviewRow, reviewCollection, reviewId, toReviewState } from '../changes/end-reviews.ts';
import type { NameOf } from '../history/user-names.ts';
import type { VersionedEntity } from '../versions/version-rows.ts';

const schema = new Schema<ReviewRow>(
  { _id: String },
  { versionKey: false, collection: reviewCollection, id: false, strict: false },
);
/** The index of lists. */
const reviewIndex = { entity: 1, state: 1, requestedAt: 1 } as const;
schema.index(reviewIndex);

/** The model of the collection `reviews` on a connection; registers it on first use. */
export const reviewsOf = modelOf('Review', schema);

/** The rows as stored. */
export function reviewRowsOf(connection: Connection): mongo.Collection<ReviewRow> {
  return reviewsOf(connection).collection as unknown as mongo.Collection<ReviewRow>;
}

/** Finds those that wait for a reviewer, the oldest first. */
export function findRequested(
  connection: Connection,
  { entity }: Pick<EventDefinition, 'entity'>,
  limit: number,
): Promise<ReviewRow[]> {
  return reviewRowsOf(connection)
    .find({ entity, state: 'requested' }, { limit })
    .sort({ requestedAt: 1 })
    .hint(reviewIndex)
    .toArray();
}

/** A review as the API returns it in a list; null when it has ended. */
export function toListedReview(row: ReviewRow, nameOf: NameOf): Omit<Review, 'isStale'> | null {
  const { state, reviewedVersion: version, of, requestedBy, requestedAt, message } = row;
  if (state !== 'requested' && state !== 'changes-requested') return null;
  return {
    ...{ state, version, of, message, answer: row.answer },
    requestedBy: nameOf(requestedBy) ?? { id: requestedBy, name: '' },
    requestedAt: requestedAt.toISOString(),
    answeredBy: nameOf(row.answeredBy),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

/** A review as the API returns it; null when it has ended. @param present the versions of the item and its working copy */
export function toReview(
  row: ReviewRow,
  nameOf: NameOf,
  present: { readonly item: number; readonly copy: number | undefined },
): Review | null {
  const review = toListedReview(row, nameOf);
  return (
    review && { ...review, isStale: review.version !== (row.of === 'item' ? present.item : present.copy) }
  );
}

/** What publishes the reviews of a service again. */
export function reviewSource(service: keyof typeof reviewEvents): PresentStateSource {
  return entitySource<ReviewRow, ReviewEvent>(reviewCollection, reviewEvents[service], toReviewState);
}

/** Creates the function that erases the review of an erased item, which its deletion has ended, for `erasureJob`. */
export function createReviewEraser(connection: Connection) {
  return async ({ session }: Transaction, item: VersionedEntity) => {
    await reviewRowsOf(connection).deleteOne({ _id: reviewId(item) }, { session });
  };
}
