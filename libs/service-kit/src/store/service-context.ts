import type { ListTotal } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';
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
export type CountCache = ReturnType<typeof createCountCache>;

/**
 * Creates a cache that evicts the least recently used filter first.
 *
 * @param options.ttlMs lifetime of a count; writes of other processes become visible after it
 * @param options.max maximum number of cached filters
 */
export function createCountCache(options: { ttlMs?: number; max?: number } = {}) {
  const { ttlMs = 1_000, max = 500 } = options;
  const totals = new LRUCache<string, Promise<ListTotal>>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: performance,
  });
  return {
    /** Returns the cached count of `key`, or the result of `count`. Concurrent callers share one query. */
    get(key: string, count: () => Promise<ListTotal>): Promise<ListTotal> {
      const cached = totals.get(key);
      if (cached) return cached;
      const total = count();
      totals.set(key, total);
      total.catch(() => totals.peek(key) === total && totals.delete(key));
      return total;
    },
    /** Clears the cache; call it after each write of this process. */
    clear: (): void => totals.clear(),
  };
}
