import type { UserTokenClaims } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';
import type { RevocationList } from './revocation-list.ts';

/** Answers kept at once while the feed is silent. */
const maxCachedResults = 50_000;

export interface TokenValidatorOptions {
  readonly revocations: Pick<RevocationList, 'isRevoked'>;
  /** When the feed of revocations was last known to be complete (`performance.now()`). */
  readonly confirmedAt: () => number;
  /**
   * When the stream of that feed was created (epoch ms). What was revoked before is not in it: of an older token it
   * says nothing.
   */
  readonly feedCreatedAt: () => number;
  /** Asks the users service; rejects when it does not answer. */
  readonly introspect: (claims: UserTokenClaims) => Promise<boolean>;
  /** How long "not revoked" is believed without a new word. */
  readonly maxStalenessMs: number;
}

/** Whether a rightly signed token is still good. */
export interface TokenValidator {
  /** Rejects when nobody can tell: the door stays shut. */
  isActive(claims: UserTokenClaims): Promise<boolean>;
}

/**
 * By the events while they are fresh and as old as the token, otherwise by asking (reliability, The gateway:
 * revocation). A second in which a token may be newer than its `iat`, and clocks that differ, leave no gap: what was
 * told within the last day is told again to a new stream.
 */
export function createTokenValidator(options: TokenValidatorOptions): TokenValidator {
  const { revocations, confirmedAt, feedCreatedAt, introspect, maxStalenessMs } = options;
  const introspectionCache = new LRUCache<string, { alive: boolean }, UserTokenClaims>({
    max: maxCachedResults,
    ttl: maxStalenessMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ alive: await introspect(context) }),
  });
  return {
    async isActive(claims) {
      // What is known to be dead stays dead, however old the news.
      if (revocations.isRevoked(claims)) return false;
      const isFresh = performance.now() - confirmedAt() <= maxStalenessMs;
      if (isFresh && (claims.iat + 1) * 1_000 > feedCreatedAt()) return true;
      const introspection = await introspectionCache.fetch(`${claims.sub}:${claims.jti}`, {
        context: claims,
      });
      return introspection?.alive === true;
    },
  };
}
