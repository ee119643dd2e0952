import { createSecretKey, type KeyObject } from 'node:crypto';
import { type UserTokenClaims, userTokenClaimsSchema } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** What both kinds of user token are recognised by: `sessionTokenOptions` and `learnerTokenOptions` of the contracts. */
export interface TokenProfile {
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
}

/** Longer than any token of ours: not worth verifying. */
const maxTokenLength = 4_096;
/** Verified tokens that are remembered until they end: verifying one takes longer than looking it up. */
const maxCachedTokens = 20_000;

/** What must hold beside the library's checks: it accepts one of several audiences, and a token without `exp`. */
const claimsSchema = userTokenClaimsSchema.extend({ aud: z.string() });

/**
 * A verifier of one kind of user token: HS256 only, this issuer and audience, an `exp`, no older than its kind lives.
 * A token is verified once and remembered until it ends; whether it was revoked is another question (`TokenValidator`).
 *
 * @param secrets any of them may have signed
 * @returns a function giving the claims, or undefined for whatever is not such a token
 */
export function createUserTokenVerifier(
  secrets: readonly string[],
  profile: TokenProfile,
): (token: string) => UserTokenClaims | undefined {
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  const verifiedTokens = new LRUCache<string, UserTokenClaims>({ max: maxCachedTokens });
  return (token) => {
    if (token.length > maxTokenLength) return undefined;
    const cachedClaims = verifiedTokens.get(token);
    if (cachedClaims && expiryOf(cachedClaims, profile) > Date.now() / 1_000) return cachedClaims;
    verifiedTokens.delete(token);
    for (const key of keys) {
      const claims = verifyToken(token, key, profile);
      if (claims === undefined) continue;
      verifiedTokens.set(token, claims);
      return claims;
    }
    return undefined;
  };
}

/** Until when a token is good, in seconds: its `exp`, but no later than tokens of its kind live. */
function expiryOf({ iat, exp }: UserTokenClaims, { lifetimeSeconds }: TokenProfile): number {
  return Math.min(exp, iat + lifetimeSeconds);
}

/** Undefined for a token of another secret, and for whatever is none. */
function verifyToken(token: string, key: KeyObject, profile: TokenProfile): UserTokenClaims | undefined {
  const { issuer, audience, lifetimeSeconds: maxAge } = profile;
  try {
    const claims = claimsSchema.parse(
      jwt.verify(token, key, { algorithms: ['HS256'], issuer, audience, maxAge }),
    );
    return claims.aud === audience ? userTokenClaimsSchema.parse(claims) : undefined;
  } catch {
    return undefined;
  }
}
