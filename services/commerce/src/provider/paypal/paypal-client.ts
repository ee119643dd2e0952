import type { z } from 'zod';
import { ProviderRefusal, ProviderUnavailable, type Refusal } from '../provider.ts';
import { errorSchema, tokenSchema } from './paypal-schemas.ts';

/** How long one call may take. PayPal's own clients wait longer; a learner does not. */
const callTimeoutMs = 8_000;
/** A token is renewed so long before it ends. */
const renewBeforeMs = 60_000;
const busyTries = 5;
const busyPauseMs = 300;

/** PayPal's names for what it refuses (developer.paypal.com, Orders v2 and Payments v2 errors). */
const refusals: Readonly<Record<string, Refusal>> = {
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

export interface PaypalSettings {
  /** `https://api-m.paypal.com` */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Token {
  readonly value: string;
  readonly renewAt: number;
}

interface PaypalCall {
  readonly path: string;
  /** Sent with POST; a call without one is a GET. */
  readonly body?: unknown;
  /** `PayPal-Request-Id`: the same one never has its effect twice. */
  readonly requestId?: string;
}

/** Makes PayPal's calls: with a token, in time, its errors understood. */
export type PaypalClient = <S extends z.ZodType>(call: PaypalCall, answer: S) => Promise<z.output<S>>;

export function createPaypalClient({ baseUrl, clientId, clientSecret }: PaypalSettings): PaypalClient {
  let token: Token | undefined;
  let renewing: Promise<Token> | undefined;

  async function newToken(): Promise<Token> {
    const askedAt = performance.now();
    const answer = await send(`${baseUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    // Whatever the reason, nothing has been asked for yet: try again later.
    if (!answer.ok) throw new ProviderUnavailable(`PayPal gives no token: ${answer.status}`);
    const { access_token, expires_in } = read(tokenSchema, await json(answer));
    return { value: access_token, renewAt: askedAt + expires_in * 1_000 - renewBeforeMs };
  }

  /** One token for all calls; those that need a new one at the same time share it. */
  async function currentToken(): Promise<string> {
    if (token && token.renewAt > performance.now()) return token.value;
    renewing ??= newToken().finally(() => {
      renewing = undefined;
    });
    token = await renewing;
    return token.value;
  }

  async function attempt({ path, body, requestId }: PaypalCall): Promise<Response> {
    return send(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await currentToken()}`,
        accept: 'application/json',
        // The whole state in the answer to a capture or refund, not its id alone.
        prefer: 'return=representation',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function attemptWithGoodToken(call: PaypalCall): Promise<Response> {
    const first = await attempt(call);
    if (first.status !== 401) return first;
    // Taken back before its time.
    token = undefined;
    return attempt(call);
  }

  async function once<S extends z.ZodType>(call: PaypalCall, schema: S): Promise<z.output<S>> {
    const answer = await attemptWithGoodToken(call);
    if (answer.ok) return read(schema, await json(answer));
    throw await failureOf(answer);
  }

  return async (call, schema) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(call, schema);
      } catch (error) {
        const isBusy = error instanceof ProviderRefusal && error.reason === 'busy';
        if (!isBusy) throw error;
        if (tries === busyTries) throw new ProviderUnavailable(error.message);
        await new Promise((resolve) => setTimeout(resolve, busyPauseMs * tries));
      }
    }
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(callTimeoutMs) });
  } catch (error) {
    throw new ProviderUnavailable('PayPal cannot be reached', { cause: error });
  }
}

async function json(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw new ProviderUnavailable(`PayPal's answer ${answer.status} cannot be read`, { cause: error });
  }
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new ProviderUnavailable("PayPal's answer is not understood", { cause: parsed.error });
  return parsed.data;
}

/** A 4xx is a refusal; anything else, and too many requests, says nothing of what was done. */
async function failureOf(answer: Response): Promise<Error> {
  const { status } = answer;
  const names = errorSchema.safeParse(await answer.json().catch(() => undefined)).data ?? [];
  const known = names.map((name) => refusals[name]).find((reason) => reason !== undefined);
  const text = `PayPal says ${status} ${names.join(' ')}`.trim();
  if (known) return new ProviderRefusal(known, text);
  if (status === 404) return new ProviderRefusal('not-found', text);
  if (status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status))
    return new ProviderRefusal('other', text);
  return new ProviderUnavailable(text);
}
