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

/** Most documents that one backfill command updates. */
const backfillBatchSize = 1_000;

/** A mongoose model of entities that have a position. */
interface PositionedModel {
  bulkWrite(
    writes: {
      updateOne: {
        filter: { _id: number; position: { $exists: false } };
        update: { $set: { position: number } };
      };
    }[],
  ): Promise<unknown>;
}

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

/** Sets the position of documents that were stored without one, to their id, as for a new document. */
export async function backfillPositions(
  item: PositionedModel,
  findWithoutPosition: (limit: number) => Promise<readonly { readonly _id: number }[]>,
): Promise<void> {
  for (;;) {
    const rows = await findWithoutPosition(backfillBatchSize);
    if (rows.length === 0) return;
    await item.bulkWrite(
      rows.map(({ _id }) => ({
        updateOne: { filter: { _id, position: { $exists: false } }, update: { $set: { position: _id } } },
      })),
    );
  }
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
