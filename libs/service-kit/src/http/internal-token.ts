import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { internalTokenOptions, type Principal, principalSchema } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';
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
/** How long the gateway sends one signature for the same caller of the same service; less than its lifetime. */
const signatureReuseSeconds = 10;
const maxCachedTokens = 2_000;

/** The only header of a token (RFC 8037); any other is refused without reading it. */
const header = Buffer.from('{"alg":"EdDSA","typ":"JWT"}').toString('base64url');

const claimsSchema = z.object({
  iss: z.literal(internalTokenOptions.issuer),
  aud: z.string(),
  principal: principalSchema,
  iat: z.number(),
  exp: z.number(),
});
type Claims = z.output<typeof claimsSchema>;

/** A signed JWT, and the request id after a dot. The id is not signed, so that a signature serves several requests. */
const tokenPattern = /^([\w-]+)\.([\w-]+)\.([\w-]{86})\.([\x21-\x7e]{1,128})$/;

const readPrivateKey = (key: string) =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });

/** Makes a private key for the gateway: Ed25519, base64 of PKCS #8. */
export function generateInternalPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/**
 * The public key of a private key, for the services: base64 of SPKI.
 *
 * @throws Error when it is not a key
 */
export function internalPublicKeyOf(privateKey: string): string {
  return createPublicKey(readPrivateKey(privateKey))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/**
 * Creates the gateway's signer. Create it once: it signs the same caller of the same service once in ten seconds, which
 * takes about 50 µs.
 *
 * @param privateKey Ed25519, base64 of PKCS #8
 * @throws Error when it is not a key
 */
export function createInternalTokenSigner(privateKey: string): (payload: InternalTokenPayload) => string {
  const key = readPrivateKey(privateKey);
  const signed = new LRUCache<string, { readonly token: string; readonly iat: number }>({
    max: maxCachedTokens,
  });
  return ({ audience, requestId, principal }) => {
    const caller = `${audience} ${JSON.stringify(principal)}`;
    const now = nowSeconds();
    const known = signed.get(caller);
    // By the clock that the token names: a clock that was set, or a machine that slept, makes it invalid.
    if (known && now >= known.iat && now - known.iat < signatureReuseSeconds)
      return `${known.token}.${requestId}`;
    const { issuer, lifetimeSeconds } = internalTokenOptions;
    const claims: Claims = { iss: issuer, aud: audience, principal, iat: now, exp: now + lifetimeSeconds };
    const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const token = `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
    signed.set(caller, { token, iat: now });
    return `${token}.${requestId}`;
  };
}

/** Signs one internal token, for tests and tools; the gateway uses `createInternalTokenSigner`. */
export function signInternalToken(privateKey: string, payload: InternalTokenPayload): string {
  return createInternalTokenSigner(privateKey)(payload);
}

/**
 * Creates a service's verifier. It accepts only Ed25519, the issuer `gateway`, this audience, tokens with `exp` and at
 * most 60 s old. It verifies a signature once, which takes about 150 µs, and remembers it until it expires.
 *
 * @param publicKeys Ed25519, base64 of SPKI; the key of any of them is accepted
 * @returns a function that returns the caller, or undefined for an invalid token
 * @throws Error when one of them is not a key
 */
export function createInternalTokenVerifier(
  publicKeys: readonly string[],
  audience: string,
): (token: string | undefined) => Caller | undefined {
  const keys = publicKeys.map((key) =>
    createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
  );
  const verified = new LRUCache<string, Claims>({ max: maxCachedTokens });

  function readClaims(text: string, body: string, signature: string): Claims | undefined {
    const data = Buffer.from(text);
    const bytes = Buffer.from(signature, 'base64url');
    if (!keys.some((key) => verify(null, data, key, bytes))) return undefined;
    return claimsSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data;
  }

  function isValid({ aud, iat, exp }: Claims): boolean {
    const now = Date.now() / 1_000;
    // A distant `exp`, or an `iat` in the future, would extend the life of a leaked token.
    const isShort = exp - iat <= internalTokenOptions.maxAgeSeconds && iat <= now + clockSkewSeconds;
    return aud === audience && isShort && now < exp;
  }

  return (token) => {
    const [, head = '', body = '', signature = '', requestId = ''] = tokenPattern.exec(token ?? '') ?? [];
    if (head !== header) return undefined;
    const text = `${head}.${body}`;
    const id = `${text}.${signature}`;
    try {
      const claims = verified.get(id) ?? readClaims(text, body, signature);
      if (!claims || !isValid(claims)) return undefined;
      verified.set(id, claims);
      return { requestId, principal: claims.principal };
    } catch {
      return undefined;
    }
  };
}
