import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Maximum age of a cached response, also while no event invalidates it. */
const ttlMs = 60_000;
/** Maximum age of an error response, which may soon change. */
const errorTtlMs = 1_000;
/** For this long after a change, another process of the service may still return a cached count. */
const staleWindowMs = 1_500;
/** Maximum age of a response that was loaded within `staleWindowMs`. */
const staleWindowTtlMs = 250;
/** The shortest possible TTL: only concurrent requests share the response. */
const uncacheableTtlMs = 1;

/** A complete response with its strong ETag. */
export interface CachedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Loads a response. `cacheable` is false when it may be stale already, so that later requests must not get it. */
export type LoadResponse = () => Promise<CachedResponse & { readonly cacheable: boolean }>;

/** Cached responses that stay valid until an entity of given kinds changes. */
export interface CacheScope {
  /** The cached response, if there is one. */
  peek(key: string): CachedResponse | undefined;
  /** The cached response, or the result of `load`. Concurrent requests share one load. */
  get(key: string, load: LoadResponse): Promise<CachedResponse>;
}

/** A cache of responses that is invalidated by events. */
export interface ResponseCache {
  /** The scope of responses that depend on these kinds of entity. */
  scope(entities: readonly string[]): CacheScope;
  /** Invalidates the scopes of a kind of entity after a change. */
  invalidate(entity: string): void;
  /** Invalidates everything, because events may have been missed. */
  invalidateAll(): void;
  sizeBytes(): number;
}

/** The strong ETag of a body, from its SHA-256. */
export function computeEtag(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** The state of a cache scope. */
interface ScopeState {
  readonly entities: ReadonlySet<string>;
  generation: number;
  /** Time of the last change event (`performance.now()`). */
  invalidatedAt: number;
}

function createScope(entities: readonly string[]): ScopeState {
  return { entities: new Set(entities), generation: 0, invalidatedAt: Number.NEGATIVE_INFINITY };
}

function recordInvalidation(scope: ScopeState): void {
  scope.generation += 1;
  scope.invalidatedAt = performance.now();
}

/**
 * Creates a bounded LRU cache. Each scope counts its invalidations, and the count is part of the cache key. So a
 * response whose load started before a change is stored under a key that is no longer read.
 *
 * @param maxBytes limit for bodies and keys; the least recently used responses are evicted first
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const scopes = new Map<string, ScopeState>();
  const cachedResponses = new LRUCache<
    string,
    CachedResponse,
    { readonly load: LoadResponse; readonly scope: ScopeState }
  >({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 300,
    ttl: ttlMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context }) => {
      const { scope, load } = context;
      const isInStaleWindow = performance.now() - scope.invalidatedAt < staleWindowMs;
      const response = await load();
      if (response.status !== 200) options.ttl = errorTtlMs;
      if (isInStaleWindow) options.ttl = staleWindowTtlMs;
      if (!response.cacheable) options.ttl = uncacheableTtlMs;
      return response;
    },
  });

  return {
    scope(entities) {
      const name = [...entities].sort().join(' ');
      const scope = scopes.get(name) ?? createScope(entities);
      scopes.set(name, scope);
      return {
        peek: (key) => cachedResponses.get(`${scope.generation} ${key}`),
        async get(key, load) {
          const response = await cachedResponses.fetch(`${scope.generation} ${key}`, {
            context: { load, scope },
          });
          return response ?? load();
        },
      };
    },
    invalidate(entity) {
      for (const scope of scopes.values()) if (scope.entities.has(entity)) recordInvalidation(scope);
    },
    invalidateAll() {
      for (const scope of scopes.values()) recordInvalidation(scope);
    },
    sizeBytes: () => cachedResponses.calculatedSize,
  };
}
