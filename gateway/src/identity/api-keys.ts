import { hash, timingSafeEqual } from 'node:crypto';
import { apiKeyEvent, apiKeyPattern, type EntityEvent } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';

/** Longer than any key of ours: not worth hashing. */
const maxKeyLength = 256;
const maxAnswers = 10_000;
/** An unknown key is not asked about again for so long. */
const unknownForMs = 2_000;
/** Most questions a second about keys that no event has told of, so that made-up keys cost nothing. */
const questionsPerSecond = 20;

export interface ApiKeysOptions {
  readonly confirmedAt: () => number;
  /** Asks the users service for the id of an active key; rejects when it does not answer. */
  readonly ask: (keyHash: string) => Promise<number | null>;
  readonly trustMs: number;
}

/** The active keys, by the SHA-256 of their text. The texts themselves are not kept. */
export interface ApiKeys {
  /** Takes in one `api-key` event. */
  learn(event: EntityEvent): void;
  /** The id of an active key; rejects when nobody can tell. */
  idOf(key: string): Promise<number | undefined>;
}

interface KnownKey {
  readonly id: number;
  readonly digest: Buffer;
}

export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const { confirmedAt, ask, trustMs } = options;
  const byHash = new Map<string, KnownKey>();
  const hashOf = new Map<string, string>();
  const mayAsk = perSecond(questionsPerSecond);
  let learned = 0;
  const answers = new LRUCache<string, { id: number | null }>({
    max: maxAnswers,
    ttl: trustMs,
    ignoreFetchAbort: true,
    fetchMethod: async (keyHash, _stale, { options: entry }) => {
      const before = learned;
      const id = await ask(keyHash);
      if (id === null) entry.ttl = unknownForMs;
      // An event that came meanwhile may have ended this very key: the answer is good for this call alone.
      if (learned !== before) entry.ttl = 1;
      return { id };
    },
  });

  function find(keyHash: string): KnownKey | undefined {
    const known = byHash.get(keyHash);
    return known && timingSafeEqual(known.digest, Buffer.from(keyHash, 'hex')) ? known : undefined;
  }

  return {
    learn(event) {
      learned += 1;
      answers.clear();
      byHash.delete(hashOf.get(event.entityId) ?? '');
      hashOf.delete(event.entityId);
      if (event.type === 'deleted') return;
      const { id, keyHash } = apiKeyEvent.state.parse(event.state);
      byHash.set(keyHash, { id, digest: Buffer.from(keyHash, 'hex') });
      hashOf.set(event.entityId, keyHash);
    },
    async idOf(key) {
      if (key.length > maxKeyLength) return undefined;
      const keyHash = hash('sha256', key, 'hex');
      const known = find(keyHash);
      const fresh = performance.now() - confirmedAt() <= trustMs;
      if (known && fresh) return known.id;
      if (!known && !answers.has(keyHash) && !(apiKeyPattern.test(key) && mayAsk())) return undefined;
      const answer = await answers.fetch(keyHash);
      return answer?.id ?? undefined;
    },
  };
}

/** Allows so many uses in each second. */
function perSecond(limit: number): () => boolean {
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
