import type { EventDefinition } from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  notFound,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { asDerived } from '../rights/require-rights.ts';

/** The position of an entity among its siblings: lower positions first, ties by id. */
export interface SiblingPosition {
  readonly id: number;
  readonly position: number;
}

/** The position of an entity, and the new positions of the siblings that are shifted to make room for it. */
export interface Placement {
  readonly position: number;
  readonly shifted: readonly SiblingPosition[];
}

/** The query for the siblings after a given one. */
export interface SiblingQuery {
  readonly _id: { readonly $ne: number; readonly $gt?: number };
  readonly position?: number | { readonly $gt: number };
}

/** Finds siblings, sorted by position and id. */
export type FindSiblings = (
  query: SiblingQuery,
  limit: number,
) => Promise<readonly { readonly _id: number; readonly position: number }[]>;

/** Siblings read when there is no room between two: few, because each shifted one gets a new version and an event. */
const initialWindowSize = 8;

/**
 * Computes the position right after a sibling, or before all: midway to the next sibling. When no number fits in
 * between, because of many earlier moves there, the following siblings are spread out, as few of them as possible.
 *
 * @param item the entity to place. It keeps its position when it is there already; it has none when it is new
 * @param previous the sibling before it; null for the first position
 * @param allocateEndPosition allocates a position after all siblings
 */
export async function computePositionAfter(
  item: { readonly id: number; readonly position?: number },
  previous: SiblingPosition | null,
  find: FindSiblings,
  allocateEndPosition: () => Promise<number>,
): Promise<Placement> {
  const findFollowing = (limit: number) => findSiblingsAfter(item.id, previous, find, limit);
  if (!previous) {
    const [first] = await findFollowing(1);
    if (isBetween(item, null, first)) return { position: item.position, shifted: [] };
    return { position: first ? first.position - 1 : await allocateEndPosition(), shifted: [] };
  }
  for (let window = 1; ; window = Math.max(window * 2, initialWindowSize)) {
    const next = await findFollowing(window);
    if (isBetween(item, previous, next[0])) return { position: item.position, shifted: [] };
    const bound = next.length === window ? next.at(-1) : undefined;
    const between = bound ? next.slice(0, -1) : next;
    const last = between.at(-1) ?? previous;
    const highest = bound ? bound.position : Math.max(await allocateEndPosition(), last.position + 1);
    if (!bound && between.length === 0) return { position: highest, shifted: [] };
    const [position, ...others] = spreadPositions(previous.position, highest, between.length + 1);
    if (position === undefined) continue;
    const shifted = between.flatMap(({ id }, index) => {
      const moved = others[index];
      return moved === undefined ? [] : [{ id, position: moved }];
    });
    return { position, shifted };
  }
}

function isBetween(
  item: { readonly id: number; readonly position?: number },
  previous: SiblingPosition | null,
  next: SiblingPosition | undefined,
): item is SiblingPosition {
  const { id, position } = item;
  if (position === undefined) return false;
  const comesBefore = (one: SiblingPosition, other: SiblingPosition) =>
    one.position < other.position || (one.position === other.position && one.id < other.id);
  const candidate = { id, position };
  return (!previous || comesBefore(previous, candidate)) && (!next || comesBefore(candidate, next));
}

async function findSiblingsAfter(
  item: number,
  previous: SiblingPosition | null,
  find: FindSiblings,
  limit: number,
): Promise<SiblingPosition[]> {
  const others = { $ne: item };
  const found = previous
    ? [...(await find({ position: previous.position, _id: { ...others, $gt: previous.id } }, limit))]
    : [...(await find({ _id: others }, limit))];
  if (previous && found.length < limit)
    found.push(...(await find({ position: { $gt: previous.position }, _id: others }, limit - found.length)));
  return found.map(({ _id, position }) => ({ id: _id, position }));
}

/** Returns `count` evenly spaced positions between two others; none when floating point cannot tell them apart. */
function spreadPositions(low: number, high: number, count: number): number[] {
  const step = (high - low) / (count + 1);
  const positions = Array.from({ length: count }, (_, index) => low + step * (index + 1));
  const rising = [low, ...positions, high];
  return rising.every((position, index) => index === 0 || position > (rising[index - 1] ?? high))
    ? positions
    : [];
}

/** The fields of an entity that has a position. */
interface OrderedRow {
  readonly _id: number;
  readonly title: string;
  readonly version: number;
  readonly position: number;
  readonly updatedAt: Date;
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
  /** Stores a position and increments the version. @returns the row before; null when it does not exist */
  storePosition(position: SiblingPosition, updatedAt: Date, session: ClientSession): Promise<Row | null>;
  /** Emits the event of a changed entity. */
  emitChanged(before: Row, moved: Row, tx: Transaction): void;
}

/**
 * Stores the new positions of siblings that were shifted to make room, each with a new version and an event. Their order stays,
 * so that needs no right to change them.
 */
export async function storeShiftedSiblings<Row extends OrderedRow>(
  repository: Pick<SiblingRepository<Row>, 'storePosition' | 'emitChanged'>,
  shifted: readonly SiblingPosition[],
  tx: Transaction,
): Promise<void> {
  for (const sibling of shifted) await storeNewPosition(repository, sibling, asDerived(tx));
}

/** Stores a position, with a new version and an event. @returns the moved row; null when it does not exist */
async function storeNewPosition<Row extends OrderedRow>(
  { storePosition, emitChanged }: Pick<SiblingRepository<Row>, 'storePosition' | 'emitChanged'>,
  { id, position }: SiblingPosition,
  tx: Transaction,
): Promise<Row | null> {
  const updatedAt = new Date();
  const before = await storePosition({ id, position }, updatedAt, tx.session);
  if (!before) return null;
  const moved = { ...before, position, updatedAt, version: before.version + 1 };
  emitChanged(before, moved, tx);
  return moved;
}

/** Moves an entity after a sibling, or before all. `ifMatch` is the expected version; not checked when undefined. */
type Move<Result> = (
  id: number,
  body: { readonly afterId: number | null },
  ifMatch: number | undefined,
  context: RequestContext,
) => Promise<Result>;

/**
 * Creates the function that moves an entity among its siblings. It throws ApiError 404 when the entity does not exist,
 * 409 when the version is stale, 400 when `afterId` is not a sibling.
 *
 * @param toResult maps the moved row to the result
 */
export function createSiblingMover<Row extends OrderedRow, Result>(
  store: ServiceContext,
  repository: SiblingRepository<Row>,
  toResult: (row: Row, session: ClientSession) => Promise<Result> | Result,
): Move<Result> {
  async function readPrevious(row: Row, afterId: number, session: ClientSession): Promise<SiblingPosition> {
    const sibling = afterId === row._id ? null : await repository.readSibling(row, afterId, session);
    if (!sibling) throw notASibling(repository.notASiblingMessage);
    return { id: afterId, position: sibling.position };
  }

  return (id, { afterId }, ifMatch, context) =>
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

      const moved = await storeNewPosition(repository, { id, position }, tx);
      if (!moved) throw notFound(repository.entityLabel);
      await storeShiftedSiblings(repository, shifted, tx);
      tx.audit(repository.event, { action: 'moved', id, title: moved.title });
      return toResult(moved, session);
    });
}

function notASibling(message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path: 'afterId', message }] });
}
