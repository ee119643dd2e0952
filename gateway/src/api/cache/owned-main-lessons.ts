import { ownedMainLessons as endpoint, purchaseEvent, surrogateKeys } from '@khmer-learning/contracts';
import type { Forwarder } from '../upstreams/forwarder.ts';
import { type Cacheable, createSurrogateCache } from './response-cache.ts';

/** Limit of the kept sets: about 100,000 learners. */
const maxBytes = 48 * 1024 * 1024;
const bytesPerId = 32;
const maxAgeMs = 60_000;
/** After a failure, commerce is asked again after this time: reads must not wait for it each time. */
const failureMaxAgeMs = 1_000;

interface OwnedSet extends Cacheable {
  /** undefined when commerce could not be asked. */
  readonly ids: ReadonlySet<number> | undefined;
}

/** Which main lessons learners own, as commerce states it, kept until an event of a purchase of the learner. */
export type OwnedMainLessons = ReturnType<typeof createOwnedMainLessons>;

/** Creates the reader of ownership. */
export function createOwnedMainLessons(options: {
  readonly commerce: Pick<Forwarder, 'callInternal'>;
  readonly isFeedLive: () => boolean;
}) {
  const { commerce, isFeedLive } = options;
  const cache = createSurrogateCache<OwnedSet>({
    maxBytes,
    sizeOf: ({ ids }) => (ids?.size ?? 0) * bytesPerId,
    isFeedLive,
  });

  async function load(learnerId: number): Promise<OwnedSet> {
    const keys = [surrogateKeys.purchasesOf(learnerId)];
    try {
      const { mainLessonIds, until } = await commerce.callInternal(endpoint, { learnerId });
      const ids = new Set(mainLessonIds);
      const leftMs = until === undefined ? maxAgeMs : Date.parse(until) - Date.now();
      return { ids, surrogateKeys: keys, maxAgeMs: Math.max(0, Math.min(leftMs, maxAgeMs)) };
    } catch {
      return { ids: undefined, surrogateKeys: keys, maxAgeMs: failureMaxAgeMs };
    }
  }

  return {
    /** The ids of the main lessons that a learner owns; undefined while commerce cannot be asked. */
    of(learnerId: number): Promise<ReadonlySet<number> | undefined> | ReadonlySet<number> | undefined {
      const key = String(learnerId);
      const kept = cache.peek(key);
      if (kept) return kept.ids;
      return cache.load(key, [purchaseEvent.entity], () => load(learnerId)).then(({ ids }) => ids);
    },
    purge: cache.purge,
    purgeAll: cache.purgeAll,
  };
}
