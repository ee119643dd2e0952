import { eventSubjectFilter, ownershipOf, purchaseEvent } from '@khmer-learning/contracts';
import {
  isEventOf,
  modelOf,
  type Service,
  startEventConsumer,
  syncReplicas,
} from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

/** The replica of a purchase that gives a learner ownership of a main lesson; other purchases are not stored. */
interface OwningPurchase {
  /** The id of the purchase: a learner may have bought a main lesson several times. */
  _id: number;
  userId: number;
  mainLessonId: number;
  /** When access that was granted ends. */
  endsAt?: Date;
}

/** Covers every query. */
const ownershipIndex = { userId: 1, mainLessonId: 1, endsAt: 1 } as const;

const schema = new Schema<OwningPurchase>(
  { _id: Number, userId: Number, mainLessonId: Number, endsAt: Date },
  { versionKey: false, collection: 'owning_purchases' },
);
schema.index(ownershipIndex);

/** The model of the collection `owning_purchases` on a connection; registers it on first use. */
export const owningPurchasesOf = modelOf('OwningPurchase', schema);

/**
 * Starts the consumer that copies which learner owns which main lesson from the purchases of the commerce service.
 *
 * @param service `durable` is made from its name
 */
export function startPurchaseConsumer(service: Service): void {
  startEventConsumer(service, {
    durable: `${service.name}-purchases`,
    filterSubject: eventSubjectFilter(purchaseEvent),
    events: [purchaseEvent],
    handle: (events, { session }) =>
      syncReplicas(
        owningPurchasesOf(service.connection),
        events.filter((event) => isEventOf(purchaseEvent, event)),
        session,
        (purchase) => {
          const owned = ownershipOf(purchase);
          const { accessEndsAt } = purchase;
          return owned && accessEndsAt ? { ...owned, endsAt: new Date(accessEndsAt) } : owned;
        },
      ),
  });
}

/** Reads in one query which of these learners own which of these main lessons; a pair may be repeated. */
export async function findOwnership(
  connection: Connection,
  learnerIds: readonly number[],
  mainLessonIds: readonly number[],
): Promise<readonly Pick<OwningPurchase, 'userId' | 'mainLessonId'>[]> {
  if (learnerIds.length === 0 || mainLessonIds.length === 0) return [];
  const found = await owningPurchasesOf(connection)
    .find(
      { userId: { $in: learnerIds }, mainLessonId: { $in: mainLessonIds } },
      { _id: 0, userId: 1, mainLessonId: 1, endsAt: 1 },
    )
    .hint(ownershipIndex)
    .lean();
  const now = new Date();
  // A query with a condition for a missing field would read the documents.
  return found.filter(({ endsAt }) => endsAt == null || endsAt > now);
}
