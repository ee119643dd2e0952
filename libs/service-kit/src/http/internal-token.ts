import { createSecretKey, type KeyObject } from 'node:crypto';
import { internalTokenOptions, type Principal, principalSchema } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

/** The caller of a request, from an internal token whose signature, audience and age are verified. */
export interface Caller {
  readonly requestId: string;
  readonly principal: Principal;
}

/** The contents of an internal token. */
export interface InternalTokenPayload extends Caller {
  /** The service's name; other services reject the token. */
  readonly audience: string;
}

/** Maximum clock difference between two machines. */
const clockSkewSeconds = 5;

const claimsSchema = z.object({
  aud: z.string(),
  rid: z.string().min(1).max(128),
  principal: principalSchema,
  iat: z.number(),
  exp: z.number(),
});

/**
 * Creates the gateway's signer. Create it once; signing takes about 10 µs.
 *
 * @param secrets the first one signs
 * @throws Error when there are no secrets
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

/** Signs one internal token, for tests and tools; the gateway uses `createInternalTokenSigner`. */
export function signInternalToken(secret: string, payload: InternalTokenPayload): string {
  return createInternalTokenSigner([secret])(payload);
}

/**
 * Creates a service's verifier. It accepts only HS256, the issuer `gateway`, this audience, tokens with `exp` and at
 * most 60 s old.
 *
 * @returns a function that returns the caller, or undefined for an invalid token
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
    // The library would also accept a list of audiences, and a token without `exp`.
    if (!claims.success || claims.data.aud !== audience) return undefined;
    // A distant `exp`, or an `iat` in the future, would extend the life of a leaked token.
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
  if (first === undefined) throw new Error('At least one internal secret is required');
  return first;
}
