import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Maximum age of an answer, also while no event purges it. */
const maxAgeMs = 60_000;
/** Maximum age of an answer while events may be missed. */
const feedDownMaxAgeMs = 1_000;
/** For this long after a change, another process of the service may still return a cached count. */
const staleWindowMs = 1_500;
/** Maximum age of an answer that was loaded within `staleWindowMs`. */
const staleWindowMaxAgeMs = 250;
/** The most keys whose last purge is remembered. */
const maxRememberedPurges = 10_000;
/** Memory of an entry besides its content, and of each of its surrogate keys in the index; estimated. */
const entryBytes = 300;
const indexedKeyBytes = 150;

/** A complete response with its strong ETag. */
export interface CachedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** What a cache can keep. */
export interface Cacheable {
  /** The names of what it is made of; undefined when they are not known. */
  readonly surrogateKeys: readonly string[] | undefined;
  /** How long it may be kept, in ms; 0 when it may be outdated already. Never longer than a minute. */
  readonly maxAgeMs: number;
}

/** A cache whose entries are purged by events. */
export type SurrogateCache<V extends Cacheable> = ReturnType<typeof createSurrogateCache<V>>;

/** The strong ETag of a body, from its SHA-256. */
export function computeEtag(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

interface Entry<V> {
  readonly value: V;
  readonly indexKeys: readonly string[];
  /** When its load started (`performance.now()`). */
  readonly loadedAt: number;
}

interface Load<V> {
  readonly result: Promise<V>;
  readonly kinds: readonly string[];
  readonly startedAt: number;
}

/** The index key of entries whose surrogate keys are not known: any event of the kind purges them. */
const unknownKeysOf = (kind: string) => `?${kind}`;
/** The index key of all entries that depend on a kind. */
const allOf = (kind: string) => `*${kind}`;

/**
 * Creates a bounded LRU cache with an index from surrogate keys to entries. A value whose load started before one of
 * its keys was purged is not kept.
 */
export function createSurrogateCache<V extends Cacheable>(options: {
  /** Limit for contents, keys and index; the least recently used entries are dropped first. */
  readonly maxBytes: number;
  readonly sizeOf: (value: V) => number;
  /** Whether all events arrive. If not, a value is believed for a second. */
  readonly isFeedLive: () => boolean;
  /** Called with the number of values that an event dropped. */
  readonly onPurged?: (count: number) => void;
}) {
  const { sizeOf, isFeedLive, onPurged } = options;
  const index = new Map<string, Set<string>>();
  const loads = new Map<string, Load<V>>();
  const purges = createPurgeLog();
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: Math.max(1, options.maxBytes),
    sizeCalculation: ({ value, indexKeys }, key) =>
      sizeOf(value) + key.length * 2 + entryBytes + indexKeys.length * indexedKeyBytes,
    ttl: maxAgeMs,
    dispose(entry, key) {
      for (const indexKey of entry.indexKeys) {
        const keys = index.get(indexKey);
        keys?.delete(key);
        if (keys?.size === 0) index.delete(indexKey);
      }
    },
  });

  function keep(key: string, { kinds, startedAt }: Load<V>, value: V): void {
    const surrogateKeys = value.surrogateKeys ?? kinds.map(unknownKeysOf);
    const purgedAt = purges.lastPurgeOf(kinds, surrogateKeys);
    if (purgedAt >= startedAt) return;
    const isInStaleWindow = startedAt - purgedAt < staleWindowMs;
    const allowedMs = Math.min(value.maxAgeMs, isInStaleWindow ? staleWindowMaxAgeMs : maxAgeMs);
    // While events may be missed, every answer may be outdated, but the services must not get every request.
    const ttl = isFeedLive() ? allowedMs : feedDownMaxAgeMs;
    if (ttl <= 0) return;
    const indexKeys = [...surrogateKeys, ...kinds.map(allOf)];
    const entry = { value, indexKeys, loadedAt: startedAt };
    entries.set(key, entry, { ttl });
    // One that is larger than the cache has not been kept.
    if (entries.peek(key) !== entry) return;
    for (const indexKey of indexKeys) {
      const keys = index.get(indexKey);
      if (keys) keys.add(key);
      else index.set(indexKey, new Set([key]));
    }
  }

  function dropIndexed(indexKeys: readonly string[]): number {
    let dropped = 0;
    for (const indexKey of indexKeys)
      for (const key of index.get(indexKey) ?? []) if (entries.delete(key)) dropped += 1;
    return dropped;
  }

  return {
    /** The kept value, if there is one. */
    peek(key: string): V | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (!isFeedLive() && performance.now() - entry.loadedAt > feedDownMaxAgeMs) return undefined;
      return entry.value;
    },
    /**
     * Loads a value and keeps it. Concurrent calls share one load, unless a change has arrived since it started.
     *
     * @param kinds the kinds of entity whose events may purge it
     */
    load(key: string, kinds: readonly string[], load: () => Promise<V>): Promise<V> {
      const running = loads.get(key);
      if (running && purges.lastChangeOf(kinds) < running.startedAt) return running.result;
      const started: Load<V> = {
        kinds,
        startedAt: performance.now(),
        result: load()
          .then((value) => {
            keep(key, started, value);
            return value;
          })
          .finally(() => {
            if (loads.get(key) === started) loads.delete(key);
          }),
      };
      loads.set(key, started);
      return started.result;
    },
    /**
     * Drops what an event can have changed.
     *
     * @param kind the event's kind of entity
     * @param surrogateKeys what it purges; everything that depends on the kind when undefined
     */
    purge(kind: string, surrogateKeys: readonly string[] | undefined): void {
      if (surrogateKeys?.length === 0) return;
      const indexKeys = surrogateKeys && [...surrogateKeys, unknownKeysOf(kind)];
      purges.record(kind, indexKeys);
      const dropped = dropIndexed(indexKeys ?? [allOf(kind)]);
      if (dropped > 0) onPurged?.(dropped);
    },
    /** Drops everything, because events may have been missed. */
    purgeAll(): void {
      purges.recordAll();
      entries.clear();
    },
    sizeBytes: (): number => entries.calculatedSize,
  };
}

/** Remembers when keys were last purged, as times of `performance.now()`; -Infinity for never. */
function createPurgeLog() {
  const byIndexKey = new Map<string, number>();
  const byKind = new Map<string, { change: number; whole: number }>();
  let all = Number.NEGATIVE_INFINITY;
  /** The last purge that is not remembered by key any more: any key may have been purged then. */
  let forgotten = Number.NEGATIVE_INFINITY;

  function recordKey(key: string, now: number): void {
    byIndexKey.delete(key);
    byIndexKey.set(key, now);
    if (byIndexKey.size <= maxRememberedPurges) return;
    const [oldest] = byIndexKey;
    if (!oldest) return;
    byIndexKey.delete(oldest[0]);
    forgotten = Math.max(forgotten, oldest[1]);
  }

  return {
    /** @param indexKeys what was purged; everything of the kind when undefined */
    record(kind: string, indexKeys: readonly string[] | undefined): void {
      const now = performance.now();
      const whole = indexKeys ? (byKind.get(kind)?.whole ?? Number.NEGATIVE_INFINITY) : now;
      byKind.set(kind, { change: now, whole });
      for (const key of indexKeys ?? []) recordKey(key, now);
    },
    recordAll(): void {
      all = performance.now();
    },
    /** The last purge of anything that a value with these kinds and surrogate keys is made of. */
    lastPurgeOf: (kinds: readonly string[], surrogateKeys: readonly string[]): number =>
      Math.max(
        all,
        ...kinds.map((kind) => byKind.get(kind)?.whole ?? Number.NEGATIVE_INFINITY),
        ...surrogateKeys.map((key) => byIndexKey.get(key) ?? forgotten),
      ),
    /** The last purge by an event of one of these kinds, of whatever keys. */
    lastChangeOf: (kinds: readonly string[]): number =>
      Math.max(all, ...kinds.map((kind) => byKind.get(kind)?.change ?? Number.NEGATIVE_INFINITY)),
  };
}
