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

/** The fields of an entity that has a position. */
interface OrderedRow {
  readonly _id: number;
  readonly title: string;
  readonly version: number;
  readonly position: number;
}

/** Reads and writes the order of one kind of entity. */
export interface SiblingRepository<Row extends OrderedRow> {
  /** `Main lesson` */
  readonly entityLabel: string;
  readonly event: Pick<EventDefinition, 'service' | 'entity'>;
  /** The error message when the target of a move is not a sibling. */
  readonly notASiblingMessage: string;
  read(id: number, session: ClientSession): Promise<Row | null>;
  /** Reads the position of the sibling with this id; null when there is none. */
  readSibling(row: Row, id: number, session: ClientSession): Promise<{ readonly position: number } | null>;
  /** Locks the order of these siblings until the transaction ends. */
  acquireLock(row: Row, session: ClientSession): Promise<void>;
  /** Computes the position after a sibling, or before all when null. Called with the lock held. */
  computePosition(row: Row, previous: SiblingPosition | null, session: ClientSession): Promise<Placement>;
  /** Stores a position and increments the version. */
  storePosition(computePosition: SiblingPosition, session: ClientSession): Promise<Row | null>;
  /** Emits the event of a changed entity. */
  emitChanged(row: Row, tx: Transaction): void;
}

/** Stores the new positions of siblings that were shifted to make room, each with a new version and an event. */
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

/** Moves an entity after a sibling, or before all. `ifMatch` is the expected version; not checked when undefined. */
type Move<Result> = (
  id: number,
  body: { readonly afterId: number | null },
  ifMatch: number | undefined,
  context: RequestContext,
) => Promise<Result>;

/**
 * Creates the function that moves an entity among its siblings. It runs one move at a time, because concurrent moves
 * under one parent would only cause write conflicts. It throws ApiError 404 when the entity does not exist, 409 when
 * the version is stale, 400 when `afterId` is not a sibling.
 *
 * @param toResult maps the moved row to the result
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
