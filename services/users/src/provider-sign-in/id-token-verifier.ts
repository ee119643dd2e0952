import { createHash } from 'node:crypto';
import { emailSchema, messages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { z } from 'zod';

export interface IdTokenVerifierOptions {
  /** The provider's name for people. */
  readonly label: string;
  readonly issuers: readonly string[];
  /** The client ids of our apps at the provider. */
  readonly audiences: readonly string[];
  /** Address of the provider's public keys (JWKS). */
  readonly keysUrl: string;
}

export interface Identity {
  /** The person's id at the provider. It stays the same when the address changes. */
  readonly subject: string;
  /** The address, if the provider has verified it. */
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly expiresAt: Date;
}

/** Verifies an ID token. @throws ApiError 401 for one that is not valid, 503 when the provider's keys cannot be read */
export type IdTokenVerifier = (idToken: string, nonce: string) => Promise<Identity>;

/** Below the gateway's time limit for the whole call. */
const keysTimeoutMs = 1_500;
/** The providers' keys have about 5 kB. */
const maxKeysBytes = 64 * 1024;
const retryAfterSeconds = 5;

const name = z.string().trim().min(1).optional().catch(undefined);
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  /** jose accepts a list that contains one of ours. Then the token may have been issued to another app. */
  aud: z.string(),
  exp: z.number(),
  nonce: z.string(),
  email: emailSchema.optional().catch(undefined),
  /** Apple sends it as a boolean or as text. */
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  given_name: name,
  family_name: name,
});

/** Creates the verifier of one provider. It caches the keys for 10 minutes, and loads them at most twice a minute. */
export function createIdTokenVerifier(options: IdTokenVerifierOptions): IdTokenVerifier {
  const keys = createRemoteJWKSet(new URL(options.keysUrl), {
    timeoutDuration: keysTimeoutMs,
    [customFetch]: fetchUpToLimit,
  });
  return async (idToken, nonce) => {
    const claims = await verifyClaims(idToken);
    if (!claims || !isNonceOf(claims.nonce, nonce)) throw new ApiError(401, messages.auth.badIdToken);
    const { sub: subject, exp, email, email_verified: verified, given_name, family_name } = claims;
    return {
      subject,
      email: verified === true || verified === 'true' ? email : undefined,
      firstName: given_name,
      lastName: family_name,
      expiresAt: new Date(exp * 1_000),
    };
  };

  async function verifyClaims(idToken: string): Promise<z.output<typeof claimsSchema> | undefined> {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: [...options.issuers],
        audience: [...options.audiences],
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
      return claimsSchema.safeParse(payload).data;
    } catch (error) {
      if (!isOutage(error)) return undefined;
      throw new ApiError(503, `Sign-in with ${options.label} is not available right now`, {
        retryAfter: retryAfterSeconds,
      });
    }
  }
}

/** Whether the keys could not be loaded. All other errors of jose are about the token. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === errors.JOSEError.code
  );
}

/** Whether the claim is the app's nonce or, as Apple's libraries for apps send it, its SHA-256 (hex). */
function isNonceOf(claim: string, nonce: string): boolean {
  return claim === nonce || claim === createHash('sha256').update(nonce).digest('hex');
}

/** Like `fetch`, but fails for an answer that is larger than any that a provider gives. */
export const fetchUpToLimit = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxKeysBytes) throw new Error('The key set is too large');
    chunks.push(chunk);
  }
  const { status, headers } = response;
  // Without a body: 204 and 304 may have none.
  return new Response(size > 0 ? Buffer.concat(chunks) : null, { status, headers });
};
