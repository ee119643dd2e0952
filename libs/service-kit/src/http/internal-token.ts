import { internalToken, type Principal, principalSchema } from '@khmer-learning/contracts';
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';

/** What the gateway says about one request, once its signature, audience and age are checked. */
export interface Caller {
  readonly requestId: string;
  readonly principal: Principal;
}

export interface InternalTokenContent extends Caller {
  /** The service's name: nobody else accepts the token. */
  readonly audience: string;
}

/** How far the clocks of two machines may differ. */
const clockSkewSeconds = 5;

const claimsSchema = z.object({
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
export function internalTokenSigner(secrets: readonly string[]): (content: InternalTokenContent) => string {
  const sign = createSigner<{ iss: string; aud: string; rid: string; principal: Principal }>({
    key: signingSecret(secrets),
    algorithm: 'HS256',
    expiresIn: internalToken.lifetimeSeconds * 1_000,
  });
  return ({ audience, requestId, principal }) =>
    sign({ iss: internalToken.issuer, aud: audience, rid: requestId, principal });
}

/** One internal token, for tests and tools; the gateway keeps an `internalTokenSigner`. */
export function signInternalToken(secret: string, content: InternalTokenContent): string {
  return internalTokenSigner([secret])(content);
}

/**
 * A service's verifier: HS256 only, issuer gateway, this audience, an `exp`, and at most 60 s old.
 *
 * @returns a function giving the caller, or undefined for whatever is not such a token
 */
export function internalTokenVerifier(
  secrets: readonly string[],
  audience: string,
): (token: string | undefined) => Caller | undefined {
  const verifiers = secrets.map((key) =>
    createVerifier<string>({
      key,
      algorithms: ['HS256'],
      allowedIss: internalToken.issuer,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'exp', 'iat', 'rid', 'principal'],
      maxAge: internalToken.maxAgeSeconds * 1_000,
      cache: false,
    }),
  );
  return (token) => {
    if (!token) return undefined;
    for (const verify of verifiers) {
      const claims = claimsOf(verify, token);
      if (claims) return { requestId: claims.rid, principal: claims.principal };
    }
    return undefined;
  };
}

function claimsOf(
  verify: (token: string) => unknown,
  token: string,
): z.output<typeof claimsSchema> | undefined {
  try {
    const claims = claimsSchema.safeParse(verify(token));
    if (!claims.success) return undefined;
    // A far `exp`, or an `iat` that lies ahead, would let a leaked token live on.
    const { iat, exp } = claims.data;
    if (exp - iat > internalToken.maxAgeSeconds || iat > Date.now() / 1_000 + clockSkewSeconds)
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
