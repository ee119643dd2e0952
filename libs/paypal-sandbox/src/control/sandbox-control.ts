import type { z } from 'zod';
import type { Capture, Order, PayerDecision, Refund, WebhookEvent } from '../store/records.ts';
import type { LoggedCall } from './call-log.ts';
import type { failureSchema } from './failure-queue.ts';
import type { MoneyTotals } from './money-totals.ts';
import type { Switches } from './switches.ts';

/** Controls a running sandbox over HTTP, also in another process. */
export interface SandboxControl {
  switches(): Promise<Switches>;
  /** Changes the given switches; the others stay unchanged. */
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
  /** Injects a failure into coming calls. */
  injectFailure(failure: z.input<typeof failureSchema>): Promise<void>;

  orders(): Promise<Order[]>;
  captures(): Promise<Capture[]>;
  refunds(): Promise<Refund[]>;
  /** All events with their deliveries. */
  webhooks(): Promise<WebhookEvent[]>;
  /** Received wire calls, oldest first. */
  calls(): Promise<LoggedCall[]>;
  /** The merchant's money in cents, by currency; `{}` before the first payment. */
  totals(): Promise<Record<string, MoneyTotals>>;

  /** Makes the payer's decision. */
  decide(orderId: string, outcome: PayerDecision): Promise<Order>;
  /** Captures without the merchant's request: only the webhook reports it. */
  capture(orderId: string): Promise<Order>;
  voidOrder(orderId: string): Promise<Order>;
  /** Completes a pending capture. */
  complete(captureId: string): Promise<Capture>;
  /** Denies a pending capture. */
  deny(captureId: string): Promise<Capture>;
  /** Reverses a capture, like a chargeback by the payer's bank. */
  reverse(captureId: string): Promise<Refund>;

  /** Delivers an event again, also one that was dropped. */
  resend(eventId: string): Promise<void>;
  /** Headers with a valid signature for any body. */
  sign(body: string): Promise<Record<string, string>>;
  /** PEM certificate of the authority that webhook receivers must trust. */
  authorityPem(): Promise<string>;

  /** Invalidates all access tokens. */
  expireTokens(): Promise<void>;
  /** Deletes all data except keys and credentials, and resets the switches. */
  reset(): Promise<void>;
}

/**
 * Creates the control client of a sandbox.
 *
 * @param url the sandbox's address
 * @throws Error from every method, with the sandbox's response, when a call fails
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
