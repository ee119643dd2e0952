import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** However fresh the feed, no answer is believed longer. */
const storedForMs = 60_000;
/** Anything but a success may be about to change. */
const otherStoredForMs = 1_000;
/** Another process of a service may go on with a remembered total for so long after a change. */
const settlingMs = 1_500;
/** Which is how long an answer of that time is believed. */
const settlingStoredForMs = 250;
/** As short as there is: whoever asked meanwhile shares the answer, nobody after. */
const notStoredMs = 1;

/** A whole answer with its strong ETag. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Reads an answer; `keep`: false when it may be wrong already, so that nobody who asks later is given it. */
export type Load = () => Promise<Answer & { readonly keep: boolean }>;

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

/** What is kept for some kinds of entity, until one of them changes. */
interface Scope {
  readonly entities: ReadonlySet<string>;
  changes: number;
  /** When the last of them was heard of (`performance.now()`). */
  changedAt: number;
}

function newScope(entities: readonly string[]): Scope {
  return { entities: new Set(entities), changes: 0, changedAt: Number.NEGATIVE_INFINITY };
}

function noteChange(scope: Scope): void {
  scope.changes += 1;
  scope.changedAt = performance.now();
}

/**
 * A bounded cache. Each scope counts its changes and the count is a part of the key: what was begun before a
 * change is stored, if at all, where nobody looks any more.
 *
 * @param maxBytes most memory for bodies and keys; the least used answers go first
 */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const scopes = new Map<string, Scope>();
  const answers = new LRUCache<string, Answer, { readonly load: Load; readonly scope: Scope }>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 300,
    ttl: storedForMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context }) => {
      const { scope, load } = context;
      const settling = performance.now() - scope.changedAt < settlingMs;
      const answer = await load();
      if (answer.status !== 200) options.ttl = otherStoredForMs;
      if (settling) options.ttl = settlingStoredForMs;
      if (!answer.keep) options.ttl = notStoredMs;
      return answer;
    },
  });

  return {
    scope(entities) {
      const name = [...entities].sort().join(' ');
      const scope = scopes.get(name) ?? newScope(entities);
      scopes.set(name, scope);
      return {
        peek: (key) => answers.get(`${scope.changes} ${key}`),
        async get(key, load) {
          const answer = await answers.fetch(`${scope.changes} ${key}`, { context: { load, scope } });
          return answer ?? load();
        },
      };
    },
    invalidate(entity) {
      for (const scope of scopes.values()) if (scope.entities.has(entity)) noteChange(scope);
    },
    invalidateAll() {
      for (const scope of scopes.values()) noteChange(scope);
    },
    bytes: () => answers.calculatedSize,
  };
}
