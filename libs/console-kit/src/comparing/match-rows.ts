import { type ItemMatching, matchItems } from '@khmer-learning/contracts';

type Version = 'base' | 'mine' | 'theirs';

interface Placed<Item> {
  readonly item: Item;
  readonly index: number;
}

/** An item with its places in three versions of a list; undefined where it does not exist. */
export interface MatchedRow<Item> {
  readonly id: number;
  readonly base: Placed<Item> | undefined;
  readonly mine: Placed<Item> | undefined;
  readonly theirs: Placed<Item> | undefined;
}

/** What both have now and neither had before is one new item, whatever it resembles in each: otherwise it would be there twice. */
function separateEqual<Item>(
  base: readonly Placed<Item>[],
  [mine, ofMine]: readonly [readonly Placed<Item>[], Map<number, number>],
  [theirs, ofTheirs]: readonly [readonly Placed<Item>[], Map<number, number>],
): void {
  const before = new Set(base.map(({ item }) => JSON.stringify(item)));
  const theirsByText = new Map<string, Placed<Item>[]>();
  for (const other of theirs) {
    const text = JSON.stringify(other.item);
    theirsByText.set(text, [...(theirsByText.get(text) ?? []), other]);
  }
  for (const own of mine) {
    const text = JSON.stringify(own.item);
    // Of several equal ones, the first of both is the same, then the second.
    const other = before.has(text) ? undefined : theirsByText.get(text)?.shift();
    if (!other || ofMine.get(own.index) === ofTheirs.get(other.index)) continue;
    ofMine.delete(own.index);
    ofTheirs.delete(other.index);
  }
}

const placed = <Item>(items: readonly Item[]) => items.map((item, index): Placed<Item> => ({ item, index }));

/** Matches the items of three versions of a list. @param hasBase without it, mine and theirs are also matched by their place */
export function matchRows<Item>(
  versions: Readonly<Record<Version, readonly Item[]>>,
  matching: ItemMatching<Item>,
  hasBase: boolean,
): readonly MatchedRow<Item>[] {
  const [base, mine, theirs] = [placed(versions.base), placed(versions.mine), placed(versions.theirs)];
  const ofMine = matchItems(versions.base, versions.mine, matching, true);
  const ofTheirs = matchItems(versions.base, versions.theirs, matching, true);
  separateEqual(base, [mine, ofMine], [theirs, ofTheirs]);
  const mineByBase = new Map(mine.map((item) => [ofMine.get(item.index), item]));
  const theirsByBase = new Map(theirs.map((item) => [ofTheirs.get(item.index), item]));
  const newMine = mine.filter(({ index }) => !ofMine.has(index));
  const newTheirs = theirs.filter(({ index }) => !ofTheirs.has(index));
  const added = matchItems(newMine.map(itemOf), newTheirs.map(itemOf), matching, !hasBase);
  const addedByBoth = new Map([...added].map(([other, own]) => [newMine[own], newTheirs[other]]));
  const matched = new Set(addedByBoth.values());
  const rows: Omit<MatchedRow<Item>, 'id'>[] = [
    ...base.map((item) => ({
      base: item,
      mine: mineByBase.get(item.index),
      theirs: theirsByBase.get(item.index),
    })),
    ...newMine.map((item) => ({ base: undefined, mine: item, theirs: addedByBoth.get(item) })),
    ...newTheirs
      .filter((item) => !matched.has(item))
      .map((item) => ({ base: undefined, mine: undefined, theirs: item })),
  ];
  return rows.map((row, id) => ({ id, ...row }));
}

const itemOf = <Item>({ item }: Placed<Item>) => item;

function inOrder<Item>(rows: readonly MatchedRow<Item>[], version: Version): readonly MatchedRow<Item>[] {
  return rows
    .filter((row) => row[version] !== undefined)
    .toSorted((one, other) => (one[version]?.index ?? 0) - (other[version]?.index ?? 0));
}

/** Whether the rows that both versions have are in the same order. */
export function isInSameOrder(rows: readonly MatchedRow<unknown>[], one: Version, other: Version): boolean {
  const common = rows.filter((row) => row[one] !== undefined && row[other] !== undefined);
  const places = inOrder(common, one).map((row) => row[other]?.index ?? 0);
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}

/** All rows of both versions, in the order of one. Rows that only the other has follow their neighbour there. */
export function orderRows<Item>(
  rows: readonly MatchedRow<Item>[],
  version: 'mine' | 'theirs',
): readonly MatchedRow<Item>[] {
  const ordered = [...inOrder(rows, version)];
  const known = new Set(ordered);
  let neighbour: MatchedRow<Item> | undefined;
  for (const row of inOrder(rows, version === 'mine' ? 'theirs' : 'mine')) {
    if (!known.has(row)) ordered.splice(neighbour ? ordered.indexOf(neighbour) + 1 : 0, 0, row);
    neighbour = row;
  }
  return ordered;
}
