import { hash, timingSafeEqual } from 'node:crypto';
import { apiKeyEvent, apiKeyPattern, type EntityEvent } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';

/** Longer than any key of ours: not worth hashing. */
const maxKeyLength = 256;
const maxCachedLookups = 10_000;
/** An unknown key is not asked about again for so long. */
const unknownKeyTtlMs = 2_000;
/** Most questions a second about keys that no event has told of, so that made-up keys cost nothing. */
const maxLookupsPerSecond = 20;

export interface ApiKeyResolverOptions {
  readonly confirmedAt: () => number;
  /** Asks the users service for the id of an active key; rejects when it does not answer. */
  readonly lookUpKeyId: (keyHash: string) => Promise<number | null>;
  readonly maxStalenessMs: number;
}

/** The active keys, by the SHA-256 of their text. The texts themselves are not kept. */
export interface ApiKeyResolver {
  /** Takes in one `api-key` event. */
  applyEvent(event: EntityEvent): void;
  /** The id of an active key; rejects when nobody can tell. */
  resolveId(key: string): Promise<number | undefined>;
}

interface ActiveKey {
  readonly id: number;
  readonly digest: Buffer;
}

export function createApiKeyResolver(options: ApiKeyResolverOptions): ApiKeyResolver {
  const { confirmedAt, lookUpKeyId, maxStalenessMs } = options;
  const byHash = new Map<string, ActiveKey>();
  const hashByEntityId = new Map<string, string>();
  const allowsLookup = createPerSecondLimiter(maxLookupsPerSecond);
  let appliedEvents = 0;
  const lookupCache = new LRUCache<string, { id: number | null }>({
    max: maxCachedLookups,
    ttl: maxStalenessMs,
    ignoreFetchAbort: true,
    fetchMethod: async (keyHash, _stale, { options: entry }) => {
      const before = appliedEvents;
      const id = await lookUpKeyId(keyHash);
      if (id === null) entry.ttl = unknownKeyTtlMs;
      // An event that came meanwhile may have ended this very key: the answer is good for this call alone.
      if (appliedEvents !== before) entry.ttl = 1;
      return { id };
    },
  });

  function findActiveKey(keyHash: string): ActiveKey | undefined {
    const known = byHash.get(keyHash);
    return known && timingSafeEqual(known.digest, Buffer.from(keyHash, 'hex')) ? known : undefined;
  }

  return {
    applyEvent(event) {
      appliedEvents += 1;
      lookupCache.clear();
      byHash.delete(hashByEntityId.get(event.entityId) ?? '');
      hashByEntityId.delete(event.entityId);
      if (event.type === 'deleted') return;
      const { id, keyHash } = apiKeyEvent.state.parse(event.state);
      byHash.set(keyHash, { id, digest: Buffer.from(keyHash, 'hex') });
      hashByEntityId.set(event.entityId, keyHash);
    },
    async resolveId(key) {
      if (key.length > maxKeyLength) return undefined;
      const keyHash = hash('sha256', key, 'hex');
      const known = findActiveKey(keyHash);
      const fresh = performance.now() - confirmedAt() <= maxStalenessMs;
      if (known && fresh) return known.id;
      if (!known && !lookupCache.has(keyHash) && !(apiKeyPattern.test(key) && allowsLookup()))
        return undefined;
      const answer = await lookupCache.fetch(keyHash);
      return answer?.id ?? undefined;
    },
  };
}

/** Allows so many uses in each second. */
function createPerSecondLimiter(limit: number): () => boolean {
  let second = 0;
  let used = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) {
      second = now;
      used = 0;
    }
    used += 1;
    return used <= limit;
  };
}
