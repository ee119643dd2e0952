import { hash, timingSafeEqual } from 'node:crypto';
import { apiKeyEvent, apiKeyPattern, type EntityEvent } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';

/** Longer texts are not our keys and are not hashed. */
const maxKeyLength = 256;
const maxCachedLookups = 10_000;
/** How long the result for an unknown key is cached. */
const unknownKeyTtlMs = 2_000;
/** Lookups per second of keys that are not known from events, so that random keys cannot cause load. */
const maxLookupsPerSecond = 20;

export interface ApiKeyResolverOptions {
  /** When the event feed was last confirmed to be complete (`performance.now()`). */
  readonly confirmedAt: () => number;
  /** Gets the id of an active key from the users service; rejects when it does not respond. */
  readonly lookUpKeyId: (keyHash: string) => Promise<number | null>;
  /** How long the keys known from events are trusted after the last confirmation. */
  readonly maxStalenessMs: number;
}

/** Resolves API keys. It stores only the SHA-256 of the active keys. */
export interface ApiKeyResolver {
  /** Applies an `api-key` event. */
  applyEvent(event: EntityEvent): void;
  /** The id of an active key; undefined for any other text. Rejects when the users service is needed but down. */
  resolveId(key: string): Promise<number | undefined>;
}

interface ActiveKey {
  readonly id: number;
  readonly digest: Buffer;
}

/** Creates a resolver without keys; events fill it. */
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
      // An event during the lookup may have revoked this key, so the result is not cached.
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

/** Creates a limiter that allows `limit` uses per second. */
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
