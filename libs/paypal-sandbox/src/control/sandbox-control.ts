import type { z } from 'zod';
import type { Capture, Order, PayerDecision, Refund, WebhookEvent } from '../store/records.ts';
import type { LoggedCall } from './call-log.ts';
import type { failureSchema } from './failure-queue.ts';
import type { MoneyTotals } from './money-totals.ts';
import type { Switches } from './switches.ts';

/** The handles of a running sandbox, over HTTP: it may be in another process. */
export interface SandboxControl {
  switches(): Promise<Switches>;
  /** Changes the switches that are named and leaves the others. */
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
  /** Lets coming calls go wrong. */
  injectFailure(failure: z.input<typeof failureSchema>): Promise<void>;

  orders(): Promise<Order[]>;
  captures(): Promise<Capture[]>;
  refunds(): Promise<Refund[]>;
  /** Every event with its deliveries. */
  webhooks(): Promise<WebhookEvent[]>;
  /** The wire calls that have come in, oldest first. */
  calls(): Promise<LoggedCall[]>;
  /** The merchant's money in cents, by currency; `{}` before the first payment. */
  totals(): Promise<Record<string, MoneyTotals>>;

  /** Decides as the payer on the approval page. */
  decide(orderId: string, outcome: PayerDecision): Promise<Order>;
  /** Captures behind the merchant's back: nothing but the webhook tells. */
  capture(orderId: string): Promise<Order>;
  voidOrder(orderId: string): Promise<Order>;
  /** Ends a pending capture well. */
  complete(captureId: string): Promise<Capture>;
  /** Ends a pending capture badly. */
  deny(captureId: string): Promise<Capture>;
  /** The payer's bank takes the money back. */
  reverse(captureId: string): Promise<Refund>;

  /** Delivers an event once more, dropped before or not. */
  resend(eventId: string): Promise<void>;
  /** Headers with a good signature for any body. */
  sign(body: string): Promise<Record<string, string>>;
  /** The certificate (PEM) of the authority that receivers of webhooks are to trust. */
  authorityPem(): Promise<string>;

  /** Makes every access token invalid. */
  expireTokens(): Promise<void>;
  /** Forgets everything but keys and credentials; the switches are as they were at the start. */
  reset(): Promise<void>;
}

/**
 * The control of a sandbox.
 * @param url the sandbox's address
 * @throws from every method, with the sandbox's answer, when it refuses
 */
export function createSandboxControl(url: string): SandboxControl {
  const call = async (method: string, path: string, body?: unknown): Promise<string> => {
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /sandbox${path} answered ${response.status}: ${text}`);
    return text;
  };
  const get = async <T>(path: string) => JSON.parse(await call('GET', path)) as T;
  const post = async <T>(path: string, body?: unknown) => JSON.parse(await call('POST', path, body)) as T;
  const postWithoutResult = async (path: string, body?: unknown) => {
    await call('POST', path, body);
  };
  return {
    switches: () => get('/switches'),
    setSwitches: async (changes) => JSON.parse(await call('PATCH', '/switches', changes)) as Switches,
    injectFailure: (failure) => postWithoutResult('/failures', failure),
    orders: () => get('/orders'),
    captures: () => get('/captures'),
    refunds: () => get('/refunds'),
    webhooks: () => get('/webhooks'),
    calls: () => get('/calls'),
    totals: () => get('/totals'),
    decide: (id, outcome) => post(`/orders/${id}/decide`, { outcome }),
    capture: (id) => post(`/orders/${id}/capture`),
    voidOrder: (id) => post(`/orders/${id}/void`),
    complete: (id) => post(`/captures/${id}/complete`),
    deny: (id) => post(`/captures/${id}/deny`),
    reverse: (id) => post(`/captures/${id}/reverse`),
    resend: (id) => postWithoutResult(`/webhooks/${id}/resend`),
    sign: (body) => post('/sign', { body }),
    authorityPem: () => call('GET', '/authority.pem'),
    expireTokens: () => postWithoutResult('/tokens/expire'),
    reset: () => postWithoutResult('/reset'),
  };
}
