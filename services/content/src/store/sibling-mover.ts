import type { EventDefinition } from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  createConcurrencyLimiter,
  notFound,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { Placement, SiblingPosition } from './sibling-positions.ts';

/** What is known of everything that has an order. */
interface OrderedRow {
  readonly _id: number;
  readonly title: string;
  readonly version: number;
  readonly position: number;
}

/** Things of one kind, and how their order is kept. */
export interface SiblingRepository<Row extends OrderedRow> {
  /** `Main lesson` */
  readonly entityLabel: string;
  readonly event: Pick<EventDefinition, 'service' | 'entity'>;
  /** Said when one is to stand after what is no sibling of it. */
  readonly notASiblingMessage: string;
  read(id: number, session: ClientSession): Promise<Row | null>;
  /** Where the sibling with this id stands; null when there is none. */
  readSibling(row: Row, id: number, session: ClientSession): Promise<{ readonly position: number } | null>;
  /** Until this transaction ends, nobody else's changes the order of these siblings. */
  acquireLock(row: Row, session: ClientSession): Promise<void>;
  /** The place after a sibling, or before all. Called with the lane taken. */
  computePosition(row: Row, previous: SiblingPosition | null, session: ClientSession): Promise<Placement>;
  /** Stores a position, with a version one higher. */
  storePosition(computePosition: SiblingPosition, session: ClientSession): Promise<Row | null>;
  /** Writes the event of one that has changed. */
  emitChanged(row: Row, tx: Transaction): void;
}

/** Moves those siblings that made room for another. */
export async function storeShiftedSiblings<Row extends OrderedRow>(
  { storePosition, emitChanged }: Pick<SiblingRepository<Row>, 'storePosition' | 'emitChanged'>,
  shifted: readonly SiblingPosition[],
  tx: Transaction,
): Promise<void> {
  for (const siblingPosition of shifted) {
    const row = await storePosition(siblingPosition, tx.session);
    if (row) emitChanged(row, tx);
  }
}

/** Puts a thing after a sibling, or before all. `ifMatch` is the version the caller has seen; any when undefined. */
type Move<Result> = (
  id: number,
  body: { readonly afterId: number | null },
  ifMatch: number | undefined,
  context: RequestContext,
) => Promise<Result>;

/**
 * Moves things among their siblings, one at a time: side by side those of the same parent would only refuse each other.
 *
 * @param toResult what the caller is told of the moved one
 */
export function createSiblingMover<Row extends OrderedRow, Result>(
  store: ServiceContext,
  repository: SiblingRepository<Row>,
  toResult: (row: Row, session: ClientSession) => Promise<Result> | Result,
): Move<Result> {
  const runSerially = createConcurrencyLimiter(1);

  async function readPrevious(row: Row, afterId: number, session: ClientSession): Promise<SiblingPosition> {
    const sibling = afterId === row._id ? null : await repository.readSibling(row, afterId, session);
    if (!sibling) throw notASibling(repository.notASiblingMessage);
    return { id: afterId, position: sibling.position };
  }

  const moveOne: Move<Result> = (id, { afterId }, ifMatch, context) =>
    commit(store, context, async (tx) => {
      const { session } = tx;
      const current = await repository.read(id, session);
      if (!current) throw notFound(repository.entityLabel);
      if (ifMatch !== undefined && ifMatch !== current.version)
        throw staleVersion(repository.entityLabel.toLowerCase());
      await repository.acquireLock(current, session);
      const previous = afterId === null ? null : await readPrevious(current, afterId, session);
      const { position, shifted } = await repository.computePosition(current, previous, session);
      if (position === current.position) return toResult(current, session);

      const moved = await repository.storePosition({ id, position }, session);
      if (!moved) throw notFound(repository.entityLabel);
      repository.emitChanged(moved, tx);
      await storeShiftedSiblings(repository, shifted, tx);
      tx.audit(repository.event, { action: 'moved', id, title: moved.title });
      return toResult(moved, session);
    });

  return (...args) => runSerially(() => moveOne(...args));
}

function notASibling(message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path: 'afterId', message }] });
}
