import type { UserTokenClaims } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';
import type { RevocationList } from './revocation-list.ts';

/** Size of the cache of introspection results. */
const maxCachedResults = 50_000;

export interface TokenValidatorOptions {
  readonly revocations: Pick<RevocationList, 'isRevoked'>;
  /**
   * When the revocation feed was last confirmed to be complete (`performance.now()`). It is not while revocations from
   * before the stream was lost may be missing.
   */
  readonly confirmedAt: () => number;
  /** Asks the users service whether a token is valid; rejects when it does not respond. */
  readonly introspect: (claims: UserTokenClaims) => Promise<boolean>;
  /** How long "not revoked" is trusted without a new confirmation. */
  readonly maxStalenessMs: number;
}

/** Checks whether a validly signed token is still active. */
export interface TokenValidator {
  /**
   * Whether the token is active. A promise only when the users service is asked, which rejects when that cannot tell, so that
   * access is denied (fail closed).
   */
  isActive(claims: UserTokenClaims): boolean | Promise<boolean>;
}

/**
 * Creates a validator. It uses the event feed if that is fresh and complete, and introspection otherwise.
 */
export function createTokenValidator(options: TokenValidatorOptions): TokenValidator {
  const { revocations, confirmedAt, introspect, maxStalenessMs } = options;
  const introspectionCache = new LRUCache<string, { alive: boolean }, UserTokenClaims>({
    max: maxCachedResults,
    ttl: maxStalenessMs,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ alive: await introspect(context) }),
  });
  return {
    isActive(claims) {
      // A known revocation is final, however old the feed is.
      if (revocations.isRevoked(claims)) return false;
      if (performance.now() - confirmedAt() <= maxStalenessMs) return true;
      return introspectionCache
        .fetch(`${claims.sub}:${claims.jti}`, { context: claims })
        .then((introspection) => introspection?.alive === true);
    },
  };
}
