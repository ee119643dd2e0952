import type { EventDefinition } from '@khmer-learning/contracts';
import {
  ApiError,
  type RequestContext,
  commit,
  type ServiceContext,
  createConcurrencyLimiter,
  notFound,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { Place, Placing } from './places.ts';

/** What is known of everything that has an order. */
interface OrderedRow {
  readonly _id: number;
  readonly title: string;
  readonly version: number;
  readonly position: number;
}

/** Things of one kind, and how their order is kept. */
export interface Ordered<Row extends OrderedRow> {
  /** `Main lesson` */
  readonly thing: string;
  readonly event: Pick<EventDefinition, 'service' | 'entity'>;
  /** Said when one is to stand after what is no sibling of it. */
  readonly notASibling: string;
  read(id: number, session: ClientSession): Promise<Row | null>;
  /** Where the sibling with this id stands; null when there is none. */
  readSibling(row: Row, id: number, session: ClientSession): Promise<{ readonly position: number } | null>;
  /** Until this transaction ends, nobody else's changes the order of these siblings. */
  takeLane(row: Row, session: ClientSession): Promise<void>;
  /** The place after a sibling, or before all. Called with the lane taken. */
  place(row: Row, previous: Place | null, session: ClientSession): Promise<Placing>;
  /** Stores a position, with a version one higher. */
  store(place: Place, session: ClientSession): Promise<Row | null>;
  /** Writes the event of one that has changed. */
  tell(row: Row, tx: Transaction): void;
}

/** Moves those siblings that made room for another. */
export async function shiftSiblings<Row extends OrderedRow>(
  { store, tell }: Pick<Ordered<Row>, 'store' | 'tell'>,
  shifted: readonly Place[],
  tx: Transaction,
): Promise<void> {
  for (const place of shifted) {
    const row = await store(place, tx.session);
    if (row) tell(row, tx);
  }
}

/** Puts a thing after a sibling, or before all. `ifMatch` is the version the caller has seen; any when undefined. */
type Move<Answer> = (
  id: number,
  body: { readonly afterId: number | null },
  ifMatch: number | undefined,
  context: RequestContext,
) => Promise<Answer>;

/**
 * Moves things among their siblings, one at a time: side by side those of the same parent would only refuse each other.
 *
 * @param answer what the caller is told of the moved one
 */
export function createMoves<Row extends OrderedRow, Answer>(
  store: ServiceContext,
  ordered: Ordered<Row>,
  answer: (row: Row, session: ClientSession) => Promise<Answer> | Answer,
): Move<Answer> {
  const oneByOne = createConcurrencyLimiter(1);

  async function previousOf(row: Row, afterId: number, session: ClientSession): Promise<Place> {
    const sibling = afterId === row._id ? null : await ordered.readSibling(row, afterId, session);
    if (!sibling) throw notASibling(ordered.notASibling);
    return { id: afterId, position: sibling.position };
  }

  const moveOne: Move<Answer> = (id, { afterId }, ifMatch, context) =>
    commit(store, context, async (tx) => {
      const { session } = tx;
      const current = await ordered.read(id, session);
      if (!current) throw notFound(ordered.thing);
      if (ifMatch !== undefined && ifMatch !== current.version)
        throw staleVersion(ordered.thing.toLowerCase());
      await ordered.takeLane(current, session);
      const previous = afterId === null ? null : await previousOf(current, afterId, session);
      const { position, shifted } = await ordered.place(current, previous, session);
      if (position === current.position) return answer(current, session);

      const moved = await ordered.store({ id, position }, session);
      if (!moved) throw notFound(ordered.thing);
      ordered.tell(moved, tx);
      await shiftSiblings(ordered, shifted, tx);
      tx.audit(ordered.event, { action: 'moved', id, title: moved.title });
      return answer(moved, session);
    });

  return (...args) => oneByOne(() => moveOne(...args));
}

function notASibling(message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path: 'afterId', message }] });
}
