import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { errorForStatus } from '../wire/paypal-error.ts';

/** An OAuth error, as returned by PayPal's token endpoint and API gateway. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }

  /** The response body. */
  body(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}

/** PayPal's tokens are valid for nine hours. */
const tokenLifetimeSeconds = 32_400;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** `POST /v1/oauth2/token`: exchanges the app's id and secret for an access token. */
export function tokenRoutes(app: FastifyInstance, { credentials, store }: Sandbox): void {
  const expected = digest(`${credentials.clientId}:${credentials.clientSecret}`);

  app.post<{ Body: { grant_type?: string } | undefined }>(
    '/v1/oauth2/token',
    { config: { call: 'oauth2.token' } },
    (request) => {
      const [scheme, encodedCredentials = ''] = (request.headers.authorization ?? '').split(' ');
      const isKnown =
        scheme?.toLowerCase() === 'basic' &&
        timingSafeEqual(digest(Buffer.from(encodedCredentials, 'base64').toString()), expected);
      if (!isKnown) throw new OauthError(401, 'invalid_client', 'Client Authentication failed');
      if (request.body?.grant_type !== 'client_credentials')
        throw new OauthError(400, 'unsupported_grant_type', 'Grant Type is NULL or not supported');

      const token = `A21AA${randomBytes(48).toString('base64url')}`;
      store.put('tokens', { id: token, expiresAt: Date.now() + tokenLifetimeSeconds * 1_000 });
      return {
        scope:
          'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: tokenLifetimeSeconds,
        nonce: `${new Date().toISOString()}${randomBytes(24).toString('base64url')}`,
      };
    },
  );
}

/** Checks the access token of a call. @throws PaypalError 401 without one, OauthError 401 for an unknown or expired one */
export function requireAccessToken(request: FastifyRequest, { store }: Sandbox): void {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw errorForStatus(401);
  const known = store.get('tokens', token);
  if (known === undefined || known.expiresAt <= Date.now())
    throw new OauthError(401, 'invalid_token', 'Token signature verification failed');
}
