import { LRUCache } from 'lru-cache';

/** A value that was derived from a stored row. */
interface DerivedValue<V> {
  readonly id: number;
  /** Identifies the state of the row, such as its id and version. Another state has another key. */
  readonly key: string;
  readonly value: V;
}

/**
 * Keeps values that are expensive to derive from rows, in memory, for as long as the rows stay the same.
 *
 * @param options.derive leaves out rows that do not exist
 * @param options.batchSize maximum number of rows that are read at once
 * @param options.weightOf a positive integer
 * @param options.maxWeight of all values that are kept; the least recently used are dropped first
 * @returns a function that returns the values of rows by id, given the keys of their current states. A row that has
 * changed or was deleted in the meantime has its newer value, or none
 */
export function createDerivedValues<V extends object>(options: {
  readonly derive: (ids: readonly number[]) => Promise<readonly DerivedValue<V>[]>;
  readonly batchSize: number;
  readonly weightOf: (value: V) => number;
  readonly maxWeight: number;
}): (keysById: ReadonlyMap<number, string>) => Promise<ReadonlyMap<number, V>> {
  const { derive, batchSize, weightOf, maxWeight } = options;
  const kept = new LRUCache<string, V>({ maxSize: maxWeight, sizeCalculation: weightOf });

  return async (keysById) => {
    const values = new Map<number, V>();
    const missing: number[] = [];
    for (const [id, key] of keysById) {
      const value = kept.get(key);
      if (value === undefined) missing.push(id);
      else values.set(id, value);
    }
    for (let start = 0; start < missing.length; start += batchSize)
      for (const { id, key, value } of await derive(missing.slice(start, start + batchSize))) {
        kept.set(key, value);
        values.set(id, value);
      }
    return values;
  };
}
