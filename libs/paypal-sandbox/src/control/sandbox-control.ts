import type { z } from 'zod';
import type { Capture, Order, PayerDecision, Refund, WebhookEvent } from '../store/records.ts';
import type { LoggedCall } from './call-log.ts';
import type { failureSchema } from './failure-queue.ts';
import type { MoneyTotals } from './money-totals.ts';
import type { Switches } from './switches.ts';

/** Controls a running sandbox over HTTP, also in another process. */
export type SandboxControl = ReturnType<typeof createSandboxControl>;

/** Creates the client of a sandbox's address. @throws Error from every method with the answer to a failed call */
export function createSandboxControl(url: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<string> => {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${url}/sandbox${path}`, { method, ...(body === undefined ? {} : json) });
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
    switches: (): Promise<Switches> => get('/switches'),
    /** Changes the given switches; the others stay unchanged. */
    setSwitches: async (changes: Partial<Switches>): Promise<Switches> =>
      JSON.parse(await call('PATCH', '/switches', changes)) as Switches,
    /** Injects a failure into coming calls. */
    injectFailure: (failure: z.input<typeof failureSchema>): Promise<void> =>
      postWithoutResult('/failures', failure),
    orders: (): Promise<Order[]> => get('/orders'),
    captures: (): Promise<Capture[]> => get('/captures'),
    refunds: (): Promise<Refund[]> => get('/refunds'),
    /** All events with their deliveries. */
    webhooks: (): Promise<WebhookEvent[]> => get('/webhooks'),
    /** Received wire calls, oldest first. */
    calls: (): Promise<LoggedCall[]> => get('/calls'),
    /** The merchant's money in cents, by currency; `{}` before the first payment. */
    totals: (): Promise<Record<string, MoneyTotals>> => get('/totals'),
    /** Makes the payer's decision. */
    decide: (id: string, outcome: PayerDecision): Promise<Order> => post(`/orders/${id}/decide`, { outcome }),
    /** Captures without the merchant's request: only the webhook reports it. */
    capture: (id: string): Promise<Order> => post(`/orders/${id}/capture`),
    voidOrder: (id: string): Promise<Order> => post(`/orders/${id}/void`),
    /** Completes a pending capture. */
    complete: (id: string): Promise<Capture> => post(`/captures/${id}/complete`),
    /** Denies a pending capture. */
    deny: (id: string): Promise<Capture> => post(`/captures/${id}/deny`),
    /** Reverses a capture, like a chargeback by the payer's bank. */
    reverse: (id: string): Promise<Refund> => post(`/captures/${id}/reverse`),
    /** Delivers an event again, also one that was dropped. */
    resend: (id: string): Promise<void> => postWithoutResult(`/webhooks/${id}/resend`),
    /** Headers with a valid signature for any body. */
    sign: (body: string): Promise<Record<string, string>> => post('/sign', { body }),
    /** PEM certificate of the authority that webhook receivers must trust. */
    authorityPem: (): Promise<string> => call('GET', '/authority.pem'),
    /** Invalidates all access tokens. */
    expireTokens: (): Promise<void> => postWithoutResult('/tokens/expire'),
    /** Deletes all data except keys and credentials, and resets the switches. */
    reset: (): Promise<void> => postWithoutResult('/reset'),
  };
}
