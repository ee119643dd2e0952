import type { EventDefinition } from '@khmer-learning/contracts';
import {
  commit,
  fieldError,
  nextIdInTransaction,
  notFound,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { asDerived } from '../rights/require-rights.ts';

/** The position of an item among its siblings: lower positions first, ties by id. */
interface SiblingPosition {
  readonly id: number;
  readonly position: number;
}

/** The position of an entity, and the new positions of the siblings that are shifted to make room for it. */
interface Placement {
  readonly position: number;
  readonly shifted: readonly SiblingPosition[];
}

/** Finds siblings, sorted by position and id. */
type FindSiblings = (
  query: {
    readonly _id: { readonly $ne: number; readonly $gt?: number };
    readonly position?: number | { readonly $gt: number };
  },
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
async function computePositionAfter(
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

interface OrderedRow {
  readonly _id: number;
  readonly title: string;
  readonly version: number;
  readonly position: number;
  readonly updatedAt: Date;
}

const byPosition = { position: 1, _id: 1 } as const;

/** How the items of a kind are ordered among their siblings. */
interface Ordering<Row extends OrderedRow> {
  /** `Main lesson` */
  readonly label: string;
  readonly event: EventDefinition;
  readonly collection: string;
  /** Of a row. */
  readonly projection: Readonly<Record<string, 0>>;
  /** The error message when the target of a move is not a sibling. */
  readonly notASiblingMessage: string;
  /** Selects a row with its siblings, by an index that has them in order. */
  siblingsOf(row: Row): { readonly where: object; readonly hint: Readonly<Record<string, 1 | -1>> };
  read(id: number, session: ClientSession): Promise<Row | null>;
  /** Reads the position of the sibling with this id; null when there is none. */
  readSibling(row: Row, id: number, session: ClientSession): Promise<{ readonly position: number } | null>;
  /** Locks the order of these siblings until the transaction ends. */
  acquireLock(row: Row, session: ClientSession): Promise<void>;
  /** Emits the event of a changed item. */
  emitChanged(before: Row, moved: Row, tx: Transaction): void;
}

/** Creates what changes the order of a kind of item. */
export function createOrder<Row extends OrderedRow>(
  connection: Connection,
  { label, event, projection, notASiblingMessage, siblingsOf, ...ordering }: Ordering<Row>,
) {
  const rows = connection.collection<OrderedRow>(ordering.collection);

  function computePosition(
    row: Row,
    item: Parameters<typeof computePositionAfter>[0],
    previous: SiblingPosition | null,
    session: ClientSession,
  ): Promise<Placement> {
    const { where, hint } = siblingsOf(row);
    const find: FindSiblings = (query, limit) =>
      rows
        .find({ ...where, ...query }, { projection: { position: 1 }, session, limit })
        .sort(byPosition)
        .hint(hint)
        .toArray();
    const allocate = () => nextIdInTransaction(connection, event.entity, session);
    return computePositionAfter(item, previous, find, allocate);
  }

  /** Stores a position, with a new version and an event. @returns the moved row; null when it does not exist */
  async function storePosition({ id, position }: SiblingPosition, tx: Transaction): Promise<Row | null> {
    const updatedAt = new Date();
    const found = await rows.findOneAndUpdate(
      { _id: id },
      { $set: { position, updatedAt }, $inc: { version: 1 } },
      { session: tx.session, projection },
    );
    if (!found) return null;
    const before = found as unknown as Row;
    const moved = { ...before, position, updatedAt, version: before.version + 1 };
    ordering.emitChanged(before, moved, tx);
    return moved;
  }

  /**
   * Stores the new positions of siblings that were shifted to make room, each with a new version and an event. Their order stays,
   * so that needs no right to change them.
   */
  async function storeShifted(shifted: readonly SiblingPosition[], tx: Transaction): Promise<void> {
    for (const sibling of shifted) await storePosition(sibling, asDerived(tx));
  }

  async function readPrevious(row: Row, afterId: number, session: ClientSession): Promise<SiblingPosition> {
    const sibling = afterId === row._id ? null : await ordering.readSibling(row, afterId, session);
    if (sibling) return { id: afterId, position: sibling.position };
    throw fieldError('afterId', notASiblingMessage);
  }

  return {
    storeShifted,

    /** Computes the position of a new item right after a sibling. The caller holds the lock on the order. */
    placeAfter: (sibling: Row, id: number, session: ClientSession): Promise<Placement> =>
      computePosition(sibling, { id }, { id: sibling._id, position: sibling.position }, session),

    /**
     * Creates the function that moves an item after a sibling, or before all. It throws ApiError 404 when the item does not
     * exist, 409 when `ifMatch` is not its version, 400 when `afterId` is not a sibling.
     *
     * @param toResult maps the moved row to the result
     */
    createMover:
      <Result>(
        store: ServiceContext,
        toResult: (row: Row, session: ClientSession) => Promise<Result> | Result,
      ) =>
      (
        id: number,
        { afterId }: { readonly afterId: number | null },
        ifMatch: number | undefined,
        context: RequestContext,
      ): Promise<Result> =>
        commit(store, context, async (tx) => {
          const { session } = tx;
          const current = await ordering.read(id, session);
          if (!current) throw notFound(label);
          if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion(label.toLowerCase());
          await ordering.acquireLock(current, session);
          const previous = afterId === null ? null : await readPrevious(current, afterId, session);
          const item = { id, position: current.position };
          const { position, shifted } = await computePosition(current, item, previous, session);
          if (position === current.position) return toResult(current, session);

          const moved = await storePosition({ id, position }, tx);
          if (!moved) throw notFound(label);
          await storeShifted(shifted, tx);
          tx.audit(event, { action: 'moved', id, title: moved.title });
          return toResult(moved, session);
        }),
  };
}
