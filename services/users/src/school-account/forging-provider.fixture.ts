import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** A provider of which a test decides every answer. */
export interface ForgingProvider {
  readonly issuer: string;
  /** How often its keys were requested. */
  keyRequests(): number;
  /** Decides the claims of the next ID tokens, besides valid ones. */
  answerWith(claims: Readonly<Record<string, unknown>>): void;
  /** Replaces the ID token by what a test makes of its claims. */
  forge(make: ((claims: object) => string | Promise<string>) | undefined): void;
  sign(claims: object): Promise<string>;
  /** Signs with a new key from now on, and publishes only that. */
  rotateKey(): Promise<void>;
  /** Answers no request until it is released; `failure` answers all with this status. */
  hold(): () => void;
  fail(failure: number | undefined): void;
  close(): Promise<void>;
}

export const forgingClient = { id: 'khmer-learning', secret: 'a secret of both' };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token without a signature. */
export const withoutSignature = (claims: object) => `${encode({ alg: 'none' })}.${encode(claims)}.`;

/** A token that is signed with the client's secret, which is no key of the provider. */
export function withSharedSecret(claims: object): string {
  const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', forgingClient.secret).update(text).digest('base64url')}`;
}

/** Starts the provider on a free port. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  let keyNumber = 0;
  let keyRequests = 0;
  let key: CryptoKey;
  let jwk: object;
  let answer: Readonly<Record<string, unknown>> = {};
  let make: ((claims: object) => string | Promise<string>) | undefined;
  let failure: number | undefined;
  let held = Promise.resolve();

  async function rotateKey(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    keyNumber += 1;
    key = privateKey;
    jwk = { ...(await exportJWK(publicKey)), kid: `key-${keyNumber}`, alg: 'ES256', use: 'sig' };
  }
  await rotateKey();
  const sign = (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: `key-${keyNumber}` }).sign(key);

  async function respond(path: string): Promise<object> {
    if (path === '/keys') {
      keyRequests += 1;
      return { keys: [jwk] };
    }
    if (path !== '/token')
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['ES256'],
      };
    const now = Math.floor(Date.now() / 1_000);
    const base = { iss: issuer, aud: forgingClient.id, iat: now, exp: now + 300, email_verified: true };
    const claims = { ...base, ...answer };
    const idToken = await (make ?? sign)(claims);
    return { access_token: 'opaque', token_type: 'Bearer', id_token: idToken };
  }

  const server = createServer(async (request, response) => {
    await held;
    const body = JSON.stringify(await respond(request.url ?? ''));
    response.writeHead(failure ?? 200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    keyRequests: () => keyRequests,
    answerWith(claims) {
      answer = claims;
    },
    forge(next) {
      make = next;
    },
    sign,
    rotateKey,
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    fail(next) {
      failure = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
