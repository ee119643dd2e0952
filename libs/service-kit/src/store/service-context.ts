import type { ListTotal } from '@khmer-learning/contracts';
import pLimit from 'p-limit';
import type { Service } from '../process/open-service.ts';

/** What the lists of a service share. */
export interface ListStore {
  /** Cached totals of all entities' lists; any write may change any of them. */
  readonly counts: CountCache;
  /** Limits concurrent reads of unpaged lists, to bound memory. */
  readonly unpagedLimiter: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Maximum number of concurrent unpaged reads. */
const unpagedConcurrency = 2;

/** Creates what lists share. Create it once, so that writes and lists share the cache. */
export function createListStore(): ListStore {
  return { counts: createCountCache(), unpagedLimiter: pLimit(unpagedConcurrency) };
}

/** Shared dependencies of the parts of a service that list entities. */
export interface ServiceContext extends Pick<Service, 'connection' | 'relay'>, ListStore {}

/** Creates the context of a service. Create it once, like `createListStore`. */
export function createServiceContext(service: Pick<Service, 'connection' | 'relay'>): ServiceContext {
  return { connection: service.connection, relay: service.relay, ...createListStore() };
}

/** Caches the totals of lists by filter, so that paging through a list does not count again. */
export interface CountCache {
  /** Returns the cached count of `key`, or the result of `count`. Concurrent callers share one query. */
  get(key: string, count: () => Promise<ListTotal>): Promise<ListTotal>;
  /** Clears the cache; call it after each write of this process. */
  clear(): void;
}

interface Entry {
  value: Promise<ListTotal>;
  expiresAt: number;
}

/**
 * Creates a cache that evicts the oldest filter first.
 *
 * @param options.ttlMs lifetime of a count; writes of other processes become visible after it
 * @param options.max maximum number of cached filters
 */
export function createCountCache(options: { ttlMs?: number; max?: number } = {}): CountCache {
  const { ttlMs = 1_000, max = 500 } = options;
  const entries = new Map<string, Entry>();
  return {
    get(key, count) {
      const cached = entries.get(key);
      if (cached && cached.expiresAt > performance.now()) return cached.value;
      entries.delete(key);
      const entry: Entry = { value: count(), expiresAt: performance.now() + ttlMs };
      entries.set(key, entry);
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key));
      const oldest = entries.keys().next().value;
      if (entries.size > max && oldest !== undefined) entries.delete(oldest);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
