import { createSecretKey, type KeyObject } from 'node:crypto';
import { type UserTokenClaims, userTokenClaimsSchema } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

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
  const verifiedTokens = new LRUCache<string, UserTokenClaims>({ max: maxCachedTokens });
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
