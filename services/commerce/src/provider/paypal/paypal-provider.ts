import { priceCurrency } from '@khmer-learning/contracts';
import { z } from 'zod';
import {
  type PaymentProvider,
  type ProviderCapture,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRejectedError,
  ProviderUnavailableError,
  type ProviderWebhookEvent,
  type RejectionReason,
} from '../provider.ts';
import { createCertificateLoader } from './certificate-loader.ts';
import { hasValidSignature } from './webhook-signature.ts';

/** PayPal's limits for a description and for a note to the payer, in characters. */
const maxDescriptionLength = 127;
const maxNoteLength = 255;

export interface PaypalProviderOptions extends PaypalClientOptions {
  readonly webhookId: string;
  /** Public address of the console. The payer is redirected to its `/complete` and `/cancel`. */
  readonly publicUrl: string;
  /** Whether certificates may also come from the host of `baseUrl`, for the PayPal sandbox. */
  readonly trustsBaseUrl: boolean;
  /** See `CertificateLoaderOptions`. */
  readonly authorities: string;
  readonly onUntrusted: (certificateUrl: string) => void;
}

/** Creates the payment provider for PayPal (Orders v2 and Payments v2). */
export function createPaypalProvider(options: PaypalProviderOptions): PaymentProvider {
  const { baseUrl, webhookId, publicUrl, trustsBaseUrl, authorities, onUntrusted } = options;
  const call = createPaypalClient(options);
  const loadCertificate = createCertificateLoader({
    sandboxHost: trustsBaseUrl ? new URL(baseUrl).host : null,
    authorities,
    onUntrusted,
  });
  const resourcePath = (folder: string, id: string) => `${folder}/${encodeURIComponent(id)}`;

  return {
    name: 'paypal',

    createOrder: ({ requestId, amount, customId, description }) =>
      call(
        {
          path: '/v2/checkout/orders',
          requestId,
          body: {
            intent: 'CAPTURE',
            purchase_units: [
              {
                reference_id: 'default',
                custom_id: customId,
                description: truncate(description, maxDescriptionLength),
                amount: { currency_code: priceCurrency, value: centsToDecimal(amount) },
              },
            ],
            payment_source: {
              paypal: {
                experience_context: {
                  brand_name: 'Khmer Learning',
                  user_action: 'PAY_NOW',
                  shipping_preference: 'NO_SHIPPING',
                  return_url: `${publicUrl}/complete`,
                  cancel_url: `${publicUrl}/cancel`,
                },
              },
            },
          },
        },
        orderResponseSchema,
      ),

    getOrder: (id) =>
      nullIfNotFound(call({ path: resourcePath('/v2/checkout/orders', id) }, orderResponseSchema)),

    capture: (id, requestId) =>
      call(
        { path: `${resourcePath('/v2/checkout/orders', id)}/capture`, requestId, body: {} },
        orderResponseSchema,
      ),

    getCapture: (id) =>
      nullIfNotFound(call({ path: resourcePath('/v2/payments/captures', id) }, captureResponseSchema)),

    refund: ({ captureId, requestId, amount, reason }) =>
      call(
        {
          path: `${resourcePath('/v2/payments/captures', captureId)}/refund`,
          requestId,
          body: {
            amount: { currency_code: priceCurrency, value: centsToDecimal(amount) },
            custom_id: requestId,
            ...(reason === null ? {} : { note_to_payer: truncate(reason, maxNoteLength) }),
          },
        },
        refundResponseSchema,
      ),

    getRefund: (id) =>
      nullIfNotFound(call({ path: resourcePath('/v2/payments/refunds', id) }, refundResponseSchema)),

    async verifyWebhook(headers, body) {
      if (!(await hasValidSignature(headers, body, { webhookId, loadCertificate }))) return null;
      return parseWebhookEvent(body);
    },
  };
}

async function nullIfNotFound<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ProviderRejectedError && error.reason === 'not-found') return null;
    throw error;
  }
}

function truncate(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

function parseWebhookEvent(body: Buffer): ProviderWebhookEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const { success, data: event } = webhookEventSchema.safeParse(value);
  if (!success) return null;
  const { id, event_type: type, resource } = event;
  const emptyEvent = { id, orderId: null, captureId: null, refundId: null };
  if (!resource?.id) return { ...emptyEvent, kind: 'other' };
  const orderId = resource.supplementary_data?.related_ids.order_id ?? null;
  if (/^CHECKOUT\.ORDER\.(APPROVED|COMPLETED)$/.test(type))
    return { ...emptyEvent, kind: 'approved', orderId: resource.id };
  const linkedCaptureId = captureIdFromLinks(resource.links);
  if (type === 'PAYMENT.CAPTURE.REFUNDED')
    return { ...emptyEvent, kind: 'refunded', orderId, captureId: linkedCaptureId, refundId: resource.id };
  // The resource of a reversal is either the capture itself or a refund that links to the capture.
  if (type === 'PAYMENT.CAPTURE.REVERSED')
    return { ...emptyEvent, kind: 'reversed', orderId, captureId: linkedCaptureId ?? resource.id };
  if (type.startsWith('PAYMENT.CAPTURE.'))
    return { ...emptyEvent, kind: 'captured', orderId, captureId: resource.id };
  return { ...emptyEvent, kind: 'other' };
}

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

interface PaypalClientOptions {
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

/** Calls PayPal. @throws ProviderRejectedError when it rejects the call, ProviderUnavailableError when the outcome is unknown */
type PaypalClient = <S extends z.ZodType>(call: PaypalRequest, answer: S) => Promise<z.output<S>>;

/** Creates a client. A call that PayPal reports as in progress is retried up to four times. */
function createPaypalClient({ baseUrl, clientId, clientSecret }: PaypalClientOptions): PaypalClient {
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
    const accessToken = await getToken().catch((error: unknown) => {
      // A call that was rejected with 401 before has no effect either.
      throw new ProviderUnavailableError('PayPal issued no access token', { wasSent: false, cause: error });
    });
    return fetchWithTimeout(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
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
        // An earlier attempt has reached PayPal.
        if (error instanceof ProviderUnavailableError && attempts > 1)
          throw new ProviderUnavailableError(error.message, { cause: error });
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
    throw new ProviderUnavailableError('PayPal could not be reached', {
      wasSent: !isConnectError(error),
      cause: error,
    });
  }
}

const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether no connection was made. These errors never occur on a connection that has been made. */
function isConnectError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && connectErrorCodes.has((cause as NodeJS.ErrnoException).code ?? '');
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

const amount = z.object({ currency_code: z.string(), value: z.string() });
const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
});

const refundSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  note_to_payer: z.string().optional(),
  create_time: z.coerce.date().optional(),
  links,
});

const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  links,
  purchase_units: z
    .array(
      z.object({
        amount: amount.optional(),
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});

/** The fields of a webhook event that identify its payment (developer.paypal.com, webhooks event names). */
const webhookEventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string(),
  resource: z
    .object({
      id: z.string().optional(),
      links,
      supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
    })
    .optional(),
});

/** The error names in an error response, the most specific first. */
const errorNamesSchema = z
  .object({
    name: z.string().optional(),
    error: z.string().optional(),
    details: z.array(z.object({ issue: z.string().optional() })).default([]),
  })
  .transform(({ name, error, details }) =>
    [...details.map(({ issue }) => issue), name, error].filter((text) => text !== undefined),
  );

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

/** The capture id from a refund's `up` link, which is the URL of the capture; null without such a link. */
function captureIdFromLinks(resourceLinks: z.output<typeof links>): string | null {
  const up = resourceLinks.find(({ rel }) => rel === 'up')?.href;
  return up === undefined ? null : (/\/captures\/([A-Za-z0-9-]{1,64})$/.exec(up)?.[1] ?? null);
}

function toCapture(raw: z.output<typeof captureSchema>): ProviderCapture {
  return {
    id: raw.id,
    status: raw.status,
    amount: decimalToCents(raw.amount.value),
    currency: raw.amount.currency_code,
    orderId: raw.supplementary_data?.related_ids.order_id ?? null,
    customId: raw.custom_id ?? null,
  };
}

function toRefund(raw: z.output<typeof refundSchema>): ProviderRefund {
  return {
    id: raw.id,
    status: raw.status,
    amount: decimalToCents(raw.amount.value),
    captureId: captureIdFromLinks(raw.links),
    customId: raw.custom_id ?? null,
    reason: raw.note_to_payer ?? null,
    createdAt: raw.create_time ?? new Date(),
  };
}

const captureResponseSchema = captureSchema.transform(toCapture);
const refundResponseSchema = refundSchema.transform(toRefund);

const orderResponseSchema = orderSchema.transform((raw): ProviderOrder => {
  const [unit] = raw.purchase_units;
  const captures = (unit?.payments?.captures ?? []).map(toCapture);
  // The response to a capture may omit the purchase unit's fields. The capture has the same values.
  const [first] = captures;
  return {
    id: raw.id,
    status: raw.status,
    approveUrl: raw.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null,
    amount: unit?.amount ? decimalToCents(unit.amount.value) : (first?.amount ?? Number.NaN),
    currency: unit?.amount?.currency_code ?? first?.currency ?? '',
    customId: unit?.custom_id ?? first?.customId ?? null,
    captures,
    refunds: (unit?.payments?.refunds ?? []).map(toRefund),
  };
});

/** Formats cents as a PayPal amount in USD: 499 becomes `4.99`. */
export function centsToDecimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Parses a PayPal amount (`4.99`, `5.00`, `5`) to cents. @returns NaN for any other text: it equals no expected amount */
export function decimalToCents(value: string): number {
  const match = /^(\d{1,10})(?:\.(\d{2}))?$/.exec(value);
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : Number.NaN;
}
