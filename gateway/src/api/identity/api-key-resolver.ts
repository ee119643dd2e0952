import { hash, timingSafeEqual } from 'node:crypto';
import {
  type ApiKeyRights,
  apiKeyEvent,
  apiKeyPattern,
  type apiKeysCheck,
  type EntityEvent,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';

/** Longer texts are not our keys and are not hashed. */
const maxKeyLength = 256;
const maxCachedLookups = 10_000;
/** How long the result for an unknown key is cached. */
const unknownKeyTtlMs = 2_000;
/** Lookups per second of keys that are not known from events, so that random keys cannot cause load. */
const maxLookupsPerSecond = 20;

/** An active API key. */
export interface ActiveApiKey extends Omit<ApiKeyRights, 'expiresAt'> {
  readonly id: number;
  /** In epoch milliseconds; infinite for a key that does not expire. */
  readonly expiresAt: number;
}

/** Resolves API keys. It stores only the SHA-256 of the active keys. */
export type ApiKeyResolver = ReturnType<typeof createApiKeyResolver>;

interface KnownKey {
  readonly key: ActiveApiKey;
  readonly digest: Buffer;
}

function toActiveKey(id: number, { expiresAt, ...rights }: ApiKeyRights): ActiveApiKey {
  return { ...rights, id, expiresAt: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) };
}

function unlessExpired(key: ActiveApiKey): ActiveApiKey | undefined {
  return key.expiresAt > Date.now() ? key : undefined;
}

/** Creates a resolver without keys; events fill it. */
export function createApiKeyResolver(options: {
  /** When the event feed was last confirmed to be complete (`performance.now()`). */
  readonly confirmedAt: () => number;
  /** Gets an active key from the users service; rejects when it does not respond. */
  readonly lookUpKey: (keyHash: string) => Promise<ResponseOf<typeof apiKeysCheck>>;
  /** How long the keys known from events are trusted after the last confirmation. */
  readonly maxStalenessMs: number;
}) {
  const { confirmedAt, lookUpKey, maxStalenessMs } = options;
  const byHash = new Map<string, KnownKey>();
  const hashByEntityId = new Map<string, string>();
  const allowsLookup = createPerSecondLimiter(maxLookupsPerSecond);
  let appliedEvents = 0;
  const lookupCache = new LRUCache<string, { key: ActiveApiKey | undefined }>({
    max: maxCachedLookups,
    ttl: maxStalenessMs,
    ignoreFetchAbort: true,
    fetchMethod: async (keyHash, _stale, { options: entry }) => {
      const before = appliedEvents;
      const { id, rights } = await lookUpKey(keyHash);
      if (id === null) entry.ttl = unknownKeyTtlMs;
      // An event during the lookup may have revoked this key, so the result is not cached.
      if (appliedEvents !== before) entry.ttl = 1;
      return { key: id === null ? undefined : toActiveKey(id, rights) };
    },
  });

  function findKnownKey(keyHash: string): KnownKey | undefined {
    const known = byHash.get(keyHash);
    return known && timingSafeEqual(known.digest, Buffer.from(keyHash, 'hex')) ? known : undefined;
  }

  /** The key as known from the users service; it may have expired. */
  async function lookUp(keyHash: string): Promise<ActiveApiKey | undefined> {
    const found = (await lookupCache.fetch(keyHash))?.key;
    return found && unlessExpired(found);
  }

  return {
    /** Applies an `api-key` event. */
    applyEvent(event: EntityEvent): void {
      appliedEvents += 1;
      lookupCache.clear();
      byHash.delete(hashByEntityId.get(event.entityId) ?? '');
      hashByEntityId.delete(event.entityId);
      if (event.type === 'deleted') return;
      const { id, keyHash, ...state } = apiKeyEvent.state.parse(event.state);
      const { scopes, quotaPerMinute, origins, expiresAt } = state;
      const key = toActiveKey(id, { scopes, quotaPerMinute, origins, expiresAt });
      byHash.set(keyHash, { key, digest: Buffer.from(keyHash, 'hex') });
      hashByEntityId.set(event.entityId, keyHash);
    },
    /**
     * The active key with this text; undefined for any other text. A promise only when the users service is asked, which
     * rejects when that is down: most calls of a key need no promise.
     */
    resolve(key: string): ActiveApiKey | undefined | Promise<ActiveApiKey | undefined> {
      if (key.length > maxKeyLength) return undefined;
      const keyHash = hash('sha256', key, 'hex');
      const known = findKnownKey(keyHash);
      const fresh = performance.now() - confirmedAt() <= maxStalenessMs;
      if (known && fresh) return unlessExpired(known.key);
      if (!known && !lookupCache.has(keyHash) && !(apiKeyPattern.test(key) && allowsLookup()))
        return undefined;
      return lookUp(keyHash);
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
