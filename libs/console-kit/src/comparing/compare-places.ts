import { message } from '../messages/messages.ts';
import type { ComparedField } from './field-differences.tsx';

/** An item that both versions of a list have, with its index in each. */
export interface ItemPlaces {
  /** The item's name: `Section “Key words”`. */
  readonly label: string;
  readonly theirs: number;
  readonly yours: number;
}

/** Compares the order of a list, with as few items moved as possible. @param items of both, in the order of `theirs` */
export function comparePlaces(items: readonly ItemPlaces[]): ComparedField[] {
  const kept = longestIncreasing(items.map(({ yours }) => yours));
  return items
    .filter((_item, index) => !kept.has(index))
    .map(({ label, theirs, yours }) => ({
      label: message('comparePlaces.label', { item: label }),
      theirs: `${theirs + 1}`,
      yours: `${yours + 1}`,
      remark: message('comparePlaces.moved', { from: theirs + 1, to: yours + 1 }),
    }));
}

/** The indexes of a longest increasing subsequence of distinct numbers. */
function longestIncreasing(numbers: readonly number[]): ReadonlySet<number> {
  let longest: readonly number[] = [];
  const endingAt: (readonly number[])[] = [];
  for (const [index, number] of numbers.entries()) {
    let before: readonly number[] = [];
    for (const chain of endingAt) {
      const last = numbers[chain.at(-1) ?? 0] ?? 0;
      if (last < number && chain.length > before.length) before = chain;
    }
    const chain = [...before, index];
    endingAt.push(chain);
    if (chain.length > longest.length) longest = chain;
  }
  return new Set(longest);
}
