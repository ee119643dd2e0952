import type { z } from 'zod';
import { ProviderRejectedError, ProviderUnavailableError, type RejectionReason } from '../provider.ts';
import { errorNamesSchema, tokenSchema } from './paypal-schemas.ts';

/** Timeout of one call. PayPal's own clients wait longer, but a learner is waiting for this one. */
const callTimeoutMs = 8_000;
/** How long before its expiry a token is renewed. */
const tokenRefreshMarginMs = 60_000;
const maxBusyAttempts = 5;
const busyRetryDelayMs = 300;

/** PayPal's error names (developer.paypal.com, Orders v2 and Payments v2 errors). */
const rejectionReasons: Readonly<Record<string, RejectionReason>> = {
  ORDER_NOT_APPROVED: 'not-approved',
  PAYER_ACTION_REQUIRED: 'not-approved',
  ORDER_ALREADY_CAPTURED: 'already-captured',
  INSTRUMENT_DECLINED: 'declined',
  CAPTURE_FULLY_REFUNDED: 'fully-refunded',
  REFUND_AMOUNT_EXCEEDED: 'over-refund',
  INVALID_RESOURCE_ID: 'not-found',
  RESOURCE_NOT_FOUND: 'not-found',
  PREVIOUS_REQUEST_IN_PROGRESS: 'busy',
};

export interface PaypalClientOptions {
  /** `https://api-m.paypal.com` */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Token {
  readonly value: string;
  readonly renewAt: number;
}

interface PaypalRequest {
  readonly path: string;
  /** Sent with POST; a call without one is a GET. */
  readonly body?: unknown;
  /** `PayPal-Request-Id`, PayPal's idempotency key. */
  readonly requestId?: string;
}

/**
 * Calls the PayPal API with an access token and a timeout, and parses the response with a schema.
 *
 * @throws ProviderRejectedError when PayPal rejects the call, ProviderUnavailableError when the outcome is unknown
 */
export type PaypalClient = <S extends z.ZodType>(call: PaypalRequest, answer: S) => Promise<z.output<S>>;

/** Creates a client. A call that PayPal reports as in progress is retried up to four times. */
export function createPaypalClient({ baseUrl, clientId, clientSecret }: PaypalClientOptions): PaypalClient {
  let token: Token | undefined;
  let pendingToken: Promise<Token> | undefined;

  async function requestToken(): Promise<Token> {
    const requestedAt = performance.now();
    const answer = await fetchWithTimeout(`${baseUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    // Nothing has been requested yet, so the caller can always retry.
    if (!answer.ok)
      throw new ProviderUnavailableError(`PayPal issued no access token: status ${answer.status}`);
    const { access_token, expires_in } = parseResponse(tokenSchema, await readJson(answer));
    return { value: access_token, renewAt: requestedAt + expires_in * 1_000 - tokenRefreshMarginMs };
  }

  /** The cached token. Concurrent calls that need a new one share the same request. */
  async function getToken(): Promise<string> {
    if (token && token.renewAt > performance.now()) return token.value;
    pendingToken ??= requestToken().finally(() => {
      pendingToken = undefined;
    });
    token = await pendingToken;
    return token.value;
  }

  async function sendAuthorized({ path, body, requestId }: PaypalRequest): Promise<Response> {
    return fetchWithTimeout(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await getToken()}`,
        accept: 'application/json',
        // Makes PayPal return the whole resource after a capture or refund instead of only its id.
        prefer: 'return=representation',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function sendWithTokenRetry(call: PaypalRequest): Promise<Response> {
    const first = await sendAuthorized(call);
    if (first.status !== 401) return first;
    // PayPal revoked the token before its expiry.
    token = undefined;
    return sendAuthorized(call);
  }

  async function callOnce<S extends z.ZodType>(call: PaypalRequest, schema: S): Promise<z.output<S>> {
    const answer = await sendWithTokenRetry(call);
    if (answer.ok) return parseResponse(schema, await readJson(answer));
    throw await toProviderError(answer);
  }

  return async (call, schema) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await callOnce(call, schema);
      } catch (error) {
        const isBusy = error instanceof ProviderRejectedError && error.reason === 'busy';
        if (!isBusy) throw error;
        if (attempts === maxBusyAttempts) throw new ProviderUnavailableError(error.message);
        await new Promise((resolve) => setTimeout(resolve, busyRetryDelayMs * attempts));
      }
    }
  };
}

async function fetchWithTimeout(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(callTimeoutMs) });
  } catch (error) {
    throw new ProviderUnavailableError('PayPal could not be reached', { cause: error });
  }
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw new ProviderUnavailableError(`PayPal response ${answer.status} is not JSON`, { cause: error });
  }
}

function parseResponse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new ProviderUnavailableError('PayPal response has an unexpected format', { cause: parsed.error });
  return parsed.data;
}

/** Most 4xx statuses are rejections. After any other status, 429 included, the outcome is unknown. */
async function toProviderError(answer: Response): Promise<Error> {
  const { status } = answer;
  const names = errorNamesSchema.safeParse(await answer.json().catch(() => undefined)).data ?? [];
  const known = names.map((name) => rejectionReasons[name]).find((reason) => reason !== undefined);
  const text = `PayPal responded with ${status} ${names.join(' ')}`.trim();
  if (known) return new ProviderRejectedError(known, text);
  if (status === 404) return new ProviderRejectedError('not-found', text);
  if (status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status))
    return new ProviderRejectedError('other', text);
  return new ProviderUnavailableError(text);
}
