import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type RemoteTokenClaims, remoteTokenAudience, remoteTokenOptions } from '@khmer-learning/contracts';

/** Signs the tokens for the backends of remotes. */
export type RemoteTokens = ReturnType<typeof createRemoteTokens>;

const toBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A public key as the gateway publishes it (RFC 8037). */
function toJwk(key: KeyObject) {
  const { kty, crv, x } = key.export({ format: 'jwk' });
  // The members of the thumbprint in its order (RFC 7638, 3.2; RFC 8037, 2).
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' } as const;
}

/**
 * Creates the signer. Services do not take its tokens, and no backend should take theirs: header, issuer and audience differ.
 *
 * @param privateKey the gateway's: Ed25519, base64 of PKCS #8
 * @param publicKeys further ones: Ed25519, base64 of SPKI
 */
export function createRemoteTokens(privateKey: string, publicKeys: readonly string[]) {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const own = toJwk(createPublicKey(key));
  const others = publicKeys.map((text) =>
    toJwk(createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })),
  );
  const header = toBase64Url({ alg: 'EdDSA', typ: 'JWT', kid: own.kid });
  return {
    /** The keys that verify them: its own, and during a rotation those of the gateways beside it. */
    keys: [own, ...others.filter(({ kid }) => kid !== own.kid)],
    sign(
      remote: string,
      { userId, role, name }: Pick<RemoteTokenClaims, 'role' | 'name'> & { userId: number },
    ): string {
      const iat = Math.floor(Date.now() / 1_000);
      const { issuer: iss, lifetimeSeconds } = remoteTokenOptions;
      const claims: RemoteTokenClaims = {
        ...{ iss, aud: remoteTokenAudience(remote), sub: String(userId), role },
        ...(name === undefined ? {} : { name }),
        ...{ iat, exp: iat + lifetimeSeconds },
      };
      const text = `${header}.${toBase64Url(claims)}`;
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
    },
  };
}
