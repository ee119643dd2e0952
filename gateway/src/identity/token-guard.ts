import type { UserTokenClaims } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';
import type { Revocations } from './revocations.ts';

/** Answers kept at once while the feed is silent. */
const maxAnswers = 50_000;

export interface TokenGuardOptions {
  readonly revocations: Pick<Revocations, 'isRevoked'>;
  /** When the feed of revocations was last known to be complete (`performance.now()`). */
  readonly confirmedAt: () => number;
  /**
   * When the stream of that feed was created (epoch ms). What was revoked before is not in it: of an older token it
   * says nothing.
   */
  readonly toldSince: () => number;
  /** Asks the users service; rejects when it does not answer. */
  readonly ask: (claims: UserTokenClaims) => Promise<boolean>;
  /** How long "not revoked" is believed without a new word. */
  readonly trustMs: number;
}

/** Whether a rightly signed token is still good. */
export interface TokenGuard {
  /** Rejects when nobody can tell: the door stays shut. */
  isAlive(claims: UserTokenClaims): Promise<boolean>;
}

/**
 * By the events while they are fresh and as old as the token, otherwise by asking (reliability, The gateway:
 * revocation). A second in which a token may be newer than its `iat`, and clocks that differ, leave no gap: what was
 * told within the last day is told again to a new stream.
 */
export function createTokenGuard(options: TokenGuardOptions): TokenGuard {
  const { revocations, confirmedAt, toldSince, ask, trustMs } = options;
  const answers = new LRUCache<string, { alive: boolean }, UserTokenClaims>({
    max: maxAnswers,
    ttl: trustMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ alive: await ask(context) }),
  });
  return {
    async isAlive(claims) {
      // What is known to be dead stays dead, however old the news.
      if (revocations.isRevoked(claims)) return false;
      const isFresh = performance.now() - confirmedAt() <= trustMs;
      if (isFresh && (claims.iat + 1) * 1_000 > toldSince()) return true;
      const answer = await answers.fetch(`${claims.sub}:${claims.jti}`, { context: claims });
      return answer?.alive === true;
    },
  };
}
