import type { z } from 'zod';
import { ProviderRejectedError, ProviderUnavailableError, type RejectionReason } from '../provider.ts';
import { errorNamesSchema, tokenSchema } from './paypal-schemas.ts';

/** How long one call may take. PayPal's own clients wait longer; a learner does not. */
const callTimeoutMs = 8_000;
/** A token is renewed so long before it ends. */
const tokenRefreshMarginMs = 60_000;
const maxBusyAttempts = 5;
const busyRetryDelayMs = 300;

/** PayPal's names for what it refuses (developer.paypal.com, Orders v2 and Payments v2 errors). */
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
  /** `PayPal-Request-Id`: the same one never has its effect twice. */
  readonly requestId?: string;
}

/** Makes PayPal's calls: with a token, in time, its errors understood. */
export type PaypalClient = <S extends z.ZodType>(call: PaypalRequest, answer: S) => Promise<z.output<S>>;

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
    // Whatever the reason, nothing has been asked for yet: try again later.
    if (!answer.ok) throw new ProviderUnavailableError(`PayPal gives no token: ${answer.status}`);
    const { access_token, expires_in } = parseResponse(tokenSchema, await readJson(answer));
    return { value: access_token, renewAt: requestedAt + expires_in * 1_000 - tokenRefreshMarginMs };
  }

  /** One token for all calls; those that need a new one at the same time share it. */
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
        // The whole state in the answer to a capture or refund, not its id alone.
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
    // Taken back before its time.
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
    throw new ProviderUnavailableError('PayPal cannot be reached', { cause: error });
  }
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw new ProviderUnavailableError(`PayPal's answer ${answer.status} cannot be read`, { cause: error });
  }
}

function parseResponse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new ProviderUnavailableError("PayPal's answer is not understood", { cause: parsed.error });
  return parsed.data;
}

/** A 4xx is a refusal; anything else, and too many requests, says nothing of what was done. */
async function toProviderError(answer: Response): Promise<Error> {
  const { status } = answer;
  const names = errorNamesSchema.safeParse(await answer.json().catch(() => undefined)).data ?? [];
  const known = names.map((name) => rejectionReasons[name]).find((reason) => reason !== undefined);
  const text = `PayPal says ${status} ${names.join(' ')}`.trim();
  if (known) return new ProviderRejectedError(known, text);
  if (status === 404) return new ProviderRejectedError('not-found', text);
  if (status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status))
    return new ProviderRejectedError('other', text);
  return new ProviderUnavailableError(text);
}
