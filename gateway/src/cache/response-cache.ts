import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** However fresh the feed, no answer is believed longer. */
const ttlMs = 60_000;
/** Anything but a success may be about to change. */
const errorTtlMs = 1_000;
/** Another process of a service may go on with a remembered total for so long after a change. */
const staleWindowMs = 1_500;
/** Which is how long an answer of that time is believed. */
const staleWindowTtlMs = 250;
/** As short as there is: whoever asked meanwhile shares the answer, nobody after. */
const uncacheableTtlMs = 1;

/** A whole answer with its strong ETag. */
export interface CachedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Reads an answer; `keep`: false when it may be wrong already, so that nobody who asks later is given it. */
export type LoadResponse = () => Promise<CachedResponse & { readonly cacheable: boolean }>;

/** Answers that stay right until one of some kinds of entity changes. */
export interface CacheScope {
  /** The answer that is there. */
  peek(key: string): CachedResponse | undefined;
  /** That one, or the one that `load` gives; who asks meanwhile shares it. */
  get(key: string, load: LoadResponse): Promise<CachedResponse>;
}

export interface ResponseCache {
  scope(entities: readonly string[]): CacheScope;
  /** An entity of this kind has changed. */
  invalidate(entity: string): void;
  /** Changes may have been missed. */
  invalidateAll(): void;
  sizeBytes(): number;
}

/** The strong ETag of a body. */
export function computeEtag(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/** What is kept for some kinds of entity, until one of them changes. */
interface ScopeState {
  readonly entities: ReadonlySet<string>;
  generation: number;
  /** When the last of them was heard of (`performance.now()`). */
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
 * A bounded cache. Each scope counts its changes and the count is a part of the key: what was begun before a
 * change is stored, if at all, where nobody looks any more.
 *
 * @param maxBytes most memory for bodies and keys; the least used answers go first
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
