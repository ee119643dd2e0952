import { createSecretKey, type KeyObject } from 'node:crypto';
import { internalTokenOptions, type Principal, principalSchema } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

/** What the gateway says about one request, once its signature, audience and age are checked. */
export interface Caller {
  readonly requestId: string;
  readonly principal: Principal;
}

export interface InternalTokenPayload extends Caller {
  /** The service's name: nobody else accepts the token. */
  readonly audience: string;
}

/** How far the clocks of two machines may differ. */
const clockSkewSeconds = 5;

const claimsSchema = z.object({
  aud: z.string(),
  rid: z.string().min(1).max(128),
  principal: principalSchema,
  iat: z.number(),
  exp: z.number(),
});

/**
 * The gateway's signer; make it once, sign per request (about 10 µs).
 *
 * @param secrets the first one signs
 */
export function createInternalTokenSigner(
  secrets: readonly string[],
): (payload: InternalTokenPayload) => string {
  const key = createSecretKey(signingSecret(secrets), 'utf8');
  const options = {
    algorithm: 'HS256',
    issuer: internalTokenOptions.issuer,
    expiresIn: internalTokenOptions.lifetimeSeconds,
  } as const;
  return ({ audience, requestId, principal }) =>
    jwt.sign({ rid: requestId, principal }, key, { ...options, audience });
}

/** One internal token, for tests and tools; the gateway keeps an `createInternalTokenSigner`. */
export function signInternalToken(secret: string, payload: InternalTokenPayload): string {
  return createInternalTokenSigner([secret])(payload);
}

/**
 * A service's verifier: HS256 only, issuer gateway, this audience, an `exp`, and at most 60 s old.
 *
 * @returns a function giving the caller, or undefined for whatever is not such a token
 */
export function createInternalTokenVerifier(
  secrets: readonly string[],
  audience: string,
): (token: string | undefined) => Caller | undefined {
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  return (token) => {
    if (!token) return undefined;
    for (const key of keys) {
      const claims = verifyClaims(token, key, audience);
      if (claims) return { requestId: claims.rid, principal: claims.principal };
    }
    return undefined;
  };
}

function verifyClaims(
  token: string,
  key: KeyObject,
  audience: string,
): z.output<typeof claimsSchema> | undefined {
  try {
    const verified = jwt.verify(token, key, {
      algorithms: ['HS256'],
      issuer: internalTokenOptions.issuer,
      audience,
      maxAge: internalTokenOptions.maxAgeSeconds,
    });
    const claims = claimsSchema.safeParse(verified);
    // The library accepts one of several audiences, and a token without `exp`.
    if (!claims.success || claims.data.aud !== audience) return undefined;
    // A far `exp`, or an `iat` that lies ahead, would let a leaked token live on.
    const { iat, exp } = claims.data;
    if (exp - iat > internalTokenOptions.maxAgeSeconds || iat > Date.now() / 1_000 + clockSkewSeconds)
      return undefined;
    return claims.data;
  } catch {
    return undefined;
  }
}

function signingSecret(secrets: readonly string[]): string {
  const [first] = secrets;
  if (first === undefined) throw new Error('At least one internal secret is needed');
  return first;
}
