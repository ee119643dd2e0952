import { createSecretKey, type KeyObject } from 'node:crypto';
import {
  type ResponseOf,
  type Role,
  type sessionsCheck,
  type UserTokenClaims,
  userTokenClaimsSchema,
} from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { atMost } from './at-most.ts';
import type { RevocationList } from './revocation-list.ts';

/** The options of a kind of user token: `sessionTokenOptions` or `learnerTokenOptions` of the contracts. */
export interface TokenProfile {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
}

/** Longer texts are not our tokens and are not verified. */
const maxTokenLength = 4_096;
/** Size of the cache of verified tokens, because verifying a signature takes longer than a lookup. */
const maxCachedTokens = 20_000;
/** Size of the cache of introspection results. */
const maxCachedResults = 50_000;

/** Checks beyond those of the library, which accepts a list of audiences and a token without `exp`. */
const claimsSchema = userTokenClaimsSchema.extend({ aud: z.string() });

/**
 * Creates a verifier of one kind of user token: HS256 only, with this issuer and audience, an `exp`, and not older than
 * the lifetime of its kind. Verified tokens are cached until they expire. Revocation is checked by `TokenValidator`.
 *
 * @param secrets any of them may have signed the token
 * @param options.acceptExpired accepts tokens that have expired as well
 * @returns a function that gives the claims, or undefined for a text that is not such a token
 */
export function createUserTokenVerifier(
  secrets: readonly string[],
  profile: TokenProfile,
  { acceptExpired = false } = {},
): (token: string) => UserTokenClaims | undefined {
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  const verifiedTokens = new LRUCache<string, UserTokenClaims>(atMost(maxCachedTokens));
  return (token) => {
    if (token.length > maxTokenLength) return undefined;
    const cachedClaims = verifiedTokens.get(token);
    if (cachedClaims && (acceptExpired || !hasExpired(cachedClaims, profile))) return cachedClaims;
    verifiedTokens.delete(token);
    for (const key of keys) {
      const claims = verifyToken(token, key, profile, acceptExpired);
      if (claims === undefined) continue;
      verifiedTokens.set(token, claims);
      return claims;
    }
    return undefined;
  };
}

/** Whether a token has expired: at its `exp`, but at the latest the lifetime of its kind after `iat`. */
export function hasExpired({ iat, exp }: UserTokenClaims, { lifetimeSeconds }: TokenProfile): boolean {
  return Math.min(exp, iat + lifetimeSeconds) <= Date.now() / 1_000;
}

/** The claims; undefined when the token is not valid or not signed with this key. */
function verifyToken(
  token: string,
  key: KeyObject,
  { issuer, audience, lifetimeSeconds }: TokenProfile,
  acceptExpired: boolean,
): UserTokenClaims | undefined {
  const expiry = acceptExpired ? { ignoreExpiration: true } : { maxAge: lifetimeSeconds };
  try {
    const claims = claimsSchema.parse(
      jwt.verify(token, key, { algorithms: ['HS256'], issuer, audience, ...expiry }),
    );
    return claims.aud === audience ? userTokenClaimsSchema.parse(claims) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks whether a validly signed token is still active. */
export type TokenValidator = ReturnType<typeof createTokenValidator>;

/** Creates a validator. It uses the event feed if that is fresh and complete, and introspection otherwise. */
export function createTokenValidator(options: {
  readonly revocations: Pick<RevocationList, 'isRevoked'>;
  /**
   * When the revocation feed was last confirmed to be complete (`performance.now()`). It is not while revocations from
   * before the stream was lost may be missing.
   */
  readonly confirmedAt: () => number;
  /** Asks the users service whether a token is valid; rejects when it does not respond. */
  readonly introspect: (claims: UserTokenClaims) => Promise<ResponseOf<typeof sessionsCheck>>;
  /** Whether the school requires a second factor of this role now, as far as the feed says. */
  readonly requiresSecondFactor: (role: Role) => boolean;
  /** How long "not revoked" is trusted without a new confirmation. */
  readonly maxStalenessMs: number;
}) {
  const { revocations, confirmedAt, introspect, requiresSecondFactor, maxStalenessMs } = options;
  const isFeedFresh = () => performance.now() - confirmedAt() <= maxStalenessMs;
  const keyOf = ({ sub, jti }: UserTokenClaims) => `${sub}:${jti}`;
  const introspectionCache = new LRUCache<string, ResponseOf<typeof sessionsCheck>, UserTokenClaims>({
    ...atMost(maxCachedResults),
    ttl: maxStalenessMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => introspect(context),
  });
  return {
    /**
     * Whether the token is active. A promise only when the users service is asked, which rejects when that cannot tell, so that
     * access is denied (fail closed).
     */
    isActive(claims: UserTokenClaims): boolean | Promise<boolean> {
      // A known revocation is final, however old the feed is.
      if (revocations.isRevoked(claims)) return false;
      if (isFeedFresh()) return true;
      return introspectionCache
        .fetch(keyOf(claims), { context: claims })
        .then((introspection) => introspection?.valid === true);
    },
    /**
     * Whether the user of an active console session must have a second factor and has none. The users service is asked only about roles
     * that must have one, and of who has one at most once in `maxStalenessMs`; while it does not respond, its last answer counts.
     *
     * @throws ApiError 503 when there is none
     */
    async lacksSecondFactor(claims: UserTokenClaims): Promise<boolean> {
      const isFresh = isFeedFresh();
      if (isFresh && !requiresSecondFactor(claims.role)) return false;
      const key = keyOf(claims);
      const isKnown = introspectionCache.peek(key, { allowStale: true }) !== undefined;
      const fetchOptions = { context: claims, allowStaleOnFetchRejection: isFresh && isKnown };
      const introspection = await introspectionCache.fetch(key, fetchOptions);
      // Who sets one up goes on at once.
      if (introspection?.secondFactorMissing) introspectionCache.delete(key);
      return introspection?.secondFactorMissing !== false;
    },
  };
}
