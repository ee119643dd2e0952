import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A random integer, for `seededShuffle`. */
export function createSeed(): number {
  return crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
}

/** A random sampler. The same seed gives the same samples. */
export function seededShuffle(seed: number) {
  const random = xoroshiro128plus(seed);
  return {
    /** Returns `count` items, or all if there are fewer, in random order (Fisher-Yates shuffle). */
    sample<Item>(items: readonly Item[], count = items.length): Item[] {
      const remaining = [...items];
      const sampled: Item[] = [];
      while (sampled.length < count && remaining.length > 0) {
        sampled.push(...remaining.splice(uniformInt(random, 0, remaining.length - 1), 1));
      }
      return sampled;
    },
  };
}
