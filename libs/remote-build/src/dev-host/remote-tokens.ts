import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  remoteTokenAudience,
  remoteTokenClaimsSchema,
  remoteTokenOptions,
  type SessionUser,
} from '@khmer-learning/contracts';

/** Signs tokens for the own backend of a remote as the gateway does, with a key pair of this process. */
export function createRemoteTokens() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    /** What `/.well-known/jwks.json` answers. */
    keys: { keys: [{ crv, kty, x, kid, use: 'sig', alg: 'EdDSA' }] },
    create(remote: string, { id, role, firstName, lastName }: SessionUser): string {
      const iat = Math.floor(Date.now() / 1_000);
      const claims = remoteTokenClaimsSchema.parse({
        iss: remoteTokenOptions.issuer,
        aud: remoteTokenAudience(remote),
        sub: String(id),
        role,
        name: `${firstName} ${lastName}`,
        iat,
        exp: iat + remoteTokenOptions.lifetimeSeconds,
      });
      const signed = `${encode({ alg: 'EdDSA', typ: 'JWT', kid })}.${encode(claims)}`;
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
}
