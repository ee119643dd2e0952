/** How items of two versions of a list are recognised as the same. */
export interface ItemMatching<Item> {
  /** The item's id; undefined if it has none yet. Items with different ids are never the same. */
  readonly idOf?: (item: Item) => unknown;
  /** What mostly stays the same when an item is changed, such as its title or its word; the first is tried first. */
  readonly keys?: readonly ((item: Item) => unknown)[];
}

interface Placed<Item> {
  readonly item: Item;
  readonly index: number;
}

/**
 * Finds the items of one version of a list in another: equal ones, then by their keys.
 *
 * @param byPlace whether an item that is not found is also the one after the same neighbour
 * @returns the index in `itemsOfOne` by the index in `itemsOfOther`
 */
export function matchItems<Item>(
  itemsOfOne: readonly Item[],
  itemsOfOther: readonly Item[],
  { idOf = () => undefined, keys = [] }: ItemMatching<Item>,
  byPlace: boolean,
): Map<number, number> {
  const [items, others] = [placed(itemsOfOne), placed(itemsOfOther)];
  const found = new Map<number, number>();
  const taken = new Set<number>();
  const match = (item: Placed<Item>, other: Placed<Item>) => {
    found.set(other.index, item.index);
    taken.add(item.index);
  };
  const idKey = (item: Item) => {
    const id = idOf(item);
    return id === undefined ? undefined : JSON.stringify(id);
  };
  for (const key of [(item: Item) => JSON.stringify(item), idKey, ...keys]) {
    const free = new Map<unknown, Placed<Item>[]>();
    for (const item of items) {
      const name = taken.has(item.index) ? undefined : key(item.item);
      if (name !== undefined && name !== '') free.set(name, [...(free.get(name) ?? []), item]);
    }
    for (const other of others) {
      if (found.has(other.index)) continue;
      const name = key(other.item);
      const candidates = name === undefined ? undefined : free.get(name);
      const at = candidates?.findIndex(({ item }) => idKey(item) === idKey(other.item)) ?? -1;
      const [item] = at < 0 ? [] : (candidates?.splice(at, 1) ?? []);
      if (item) match(item, other);
    }
  }
  if (!byPlace) return found;
  let previous: number | undefined = -1;
  for (const other of others) {
    const next: Placed<Item> | undefined = previous === undefined ? undefined : items[previous + 1];
    if (!found.has(other.index) && next && !taken.has(next.index) && idKey(next.item) === idKey(other.item))
      match(next, other);
    previous = found.get(other.index);
  }
  return found;
}

const placed = <Item>(items: readonly Item[]) => items.map((item, index): Placed<Item> => ({ item, index }));
