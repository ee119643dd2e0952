import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Claims of an ID token, also invalid ones; undefined leaves a claim out. */
export type Claims = Readonly<Record<string, unknown>>;

/** A local identity provider: it signs ID tokens and serves its public keys. */
export interface TestIdentityProvider {
  readonly keysUrl: string;
  /** How often the keys were requested. */
  requests(): number;
  /** Answers instead of the keys; undefined serves the keys again. */
  answerWith(answer: { status: number; body: string } | undefined): void;
  /** Signs a token with the given claims; by default a valid one of Apple for a new person. */
  sign(claims?: Claims, options?: { key?: CryptoKey; kid?: string; alg?: string }): Promise<string>;
  close(): Promise<void>;
}

export const clientId = 'kh.example.learn';
/** The nonce that a test's app chooses. `sign` puts its SHA-256 into the token, as Apple's libraries do. */
export const nonce = 'chosen by the app for this sign-in';

/** Starts the provider on a free port. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
  let requests = 0;
  let answer: { status: number; body: string } | undefined;
  const server: Server = createServer((_request, response) => {
    requests += 1;
    const { status, body } = answer ?? { status: 200, body: JSON.stringify({ keys: [jwk] }) };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    keysUrl: `http://127.0.0.1:${port}/keys`,
    requests: () => requests,
    answerWith(next) {
      answer = next;
    },
    sign(claims = {}, { key = privateKey, kid = 'key-1', alg = 'RS256' } = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const payload = {
        iss: 'https://appleid.apple.com',
        aud: clientId,
        sub: randomUUID(),
        // Otherwise two tokens of one person from the same second would be the same.
        jti: randomUUID(),
        iat: now,
        exp: now + 600,
        nonce: createHash('sha256').update(nonce).digest('hex'),
        email: `${randomUUID()}@example.com`,
        email_verified: 'true',
        ...claims,
      };
      return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
