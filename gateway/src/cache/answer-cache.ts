import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** However fresh the feed, no answer is believed longer: a service may itself learn late of another's change. */
const storedForMs = 60_000;
/** Anything but a success may be about to change. */
const otherStoredForMs = 1_000;

/** A whole answer with its strong ETag. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

export type Load = () => Promise<Answer>;

/** Answers that stay right until one of some kinds of entity changes. */
export interface CacheScope {
  /** The answer that is there. */
  peek(key: string): Answer | undefined;
  /** That one, or the one that `load` gives; who asks meanwhile shares it. */
  get(key: string, load: Load): Promise<Answer>;
}

export interface AnswerCache {
  scope(entities: readonly string[]): CacheScope;
  /** An entity of this kind has changed. */
  invalidate(entity: string): void;
  /** Changes may have been missed. */
  invalidateAll(): void;
  bytes(): number;
}

/** The strong ETag of a body. */
export function etagOf(body: Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/**
 * A bounded cache. Each scope counts its changes and the count is a part of the key: what was begun before a
 * change is stored, if at all, where nobody looks any more.
 *
 * @param maxBytes most memory for bodies and keys; the least used answers go first
 */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const scopes = new Map<string, { entities: ReadonlySet<string>; changes: number }>();
  const answers = new LRUCache<string, Answer, Load>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 300,
    ttl: storedForMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context }) => {
      const answer = await context();
      if (answer.status !== 200) options.ttl = otherStoredForMs;
      return answer;
    },
  });

  return {
    scope(entities) {
      const name = [...entities].sort().join(' ');
      const scope = scopes.get(name) ?? { entities: new Set(entities), changes: 0 };
      scopes.set(name, scope);
      return {
        peek: (key) => answers.get(`${scope.changes} ${key}`),
        async get(key, load) {
          const answer = await answers.fetch(`${scope.changes} ${key}`, { context: load });
          return answer ?? load();
        },
      };
    },
    invalidate(entity) {
      for (const scope of scopes.values()) if (scope.entities.has(entity)) scope.changes += 1;
    },
    invalidateAll() {
      for (const scope of scopes.values()) scope.changes += 1;
    },
    bytes: () => answers.calculatedSize,
  };
}
