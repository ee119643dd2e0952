import { setTimeout as delay } from 'node:timers/promises';
import type { EventType, Switches } from '../control/switches.ts';
import type { DeliveryAttempt, Transmission, WebhookEvent } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { formatWireTime, newEventId, newTransmissionId } from '../wire/ids.ts';

/** A webhook event to publish. */
interface WebhookEventInput {
  type: EventType;
  /** What `resource` is: `checkout-order`, `capture` or `refund`. */
  resourceType: string;
  summary: string;
  /** In the wire format. */
  resource: object;
}

/** Sends webhooks to the merchant's app, with retries until they are accepted. */
export type WebhookDispatcher = ReturnType<typeof createWebhookDispatcher>;

const maxAttempts = 25;
const firstRetryMs = 10_000;
const maxRetryMs = 4 * 60 * 60 * 1_000;
const responseTimeoutMs = 30_000;
const reorderWindowMs = 200;

/** PayPal's delay after a failed attempt: 25 attempts take nearly three days. */
const retryMs = (attempts: number) => Math.min(firstRetryMs * 2 ** (attempts - 1), maxRetryMs);

/** Creates the dispatcher of a sandbox's webhooks. */
export function createWebhookDispatcher(
  store: Store,
  switches: Switches,
  urlOf: (path: string) => string,
  signedHeadersOf: (transmission: Pick<Transmission, 'id' | 'time'>, body: string) => Record<string, string>,
) {
  const stopping = new AbortController();
  const runningTasks = new Set<Promise<void>>();
  let reorderBuffer: string[][] = [];

  /** Runs a task until it ends or the sandbox stops. */
  const runInBackground = (task: () => Promise<void>) => {
    const run: Promise<void> = task()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      })
      .finally(() => runningTasks.delete(run));
    runningTasks.add(run);
  };

  const updateTransmission = (event: string, id: string, edit: (transmission: Transmission) => void) => {
    const record = store.get('events', event);
    const transmission = record?.transmissions.find((one) => one.id === id);
    // Deleted by a reset.
    if (record === undefined || transmission === undefined) return undefined;
    edit(transmission);
    store.put('events', record);
    return { record, transmission };
  };

  const post = async (record: WebhookEvent, transmission: Transmission): Promise<DeliveryAttempt> => {
    const at = new Date().toISOString();
    if (switches.webhookUrl === null) return { at, error: 'no webhook URL is set' };
    try {
      const { status } = await fetch(switches.webhookUrl, {
        method: 'POST',
        body: record.body,
        headers: signedHeadersOf(transmission, record.body),
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      return { at, status };
    } catch (error) {
      stopping.signal.throwIfAborted();
      // The reason of `fetch failed` is in the cause.
      const { cause = error } = error as { cause?: unknown };
      return { at, error: String(cause) };
    }
  };

  /** Sends one attempt; returns the delay before the next one, undefined when there is none. */
  const attempt = async (event: string, id: string): Promise<number | undefined> => {
    const now = updateTransmission(event, id, () => undefined);
    if (now?.transmission.state !== 'PENDING') return undefined;
    const result = await post(now.record, now.transmission);
    const isDelivered = result.status !== undefined && result.status >= 200 && result.status < 300;
    let waitMs: number | undefined;
    updateTransmission(event, id, (transmission) => {
      transmission.attempts.push(result);
      delete transmission.nextAt;
      if (isDelivered) transmission.state = 'SUCCESS';
      else if (transmission.attempts.length >= maxAttempts) transmission.state = 'FAILURE';
      else {
        waitMs = retryMs(transmission.attempts.length) / switches.speed;
        transmission.nextAt = Date.now() + waitMs;
      }
    });
    return waitMs;
  };

  const deliver = async (event: string, id: string, firstWaitMs: number) => {
    for (
      let waitMs: number | undefined = firstWaitMs;
      waitMs !== undefined;
      waitMs = await attempt(event, id)
    )
      if (waitMs > 0) await delay(waitMs, undefined, { signal: stopping.signal });
  };

  /** Collects events for a while, then sends their first attempts in reverse order. */
  const bufferForReordering = (event: string, ids: string[]) => {
    reorderBuffer.push(...ids.map((id) => [event, id]));
    if (reorderBuffer.length > ids.length) return;
    runInBackground(async () => {
      await delay(Math.max(switches.delayMs, reorderWindowMs), undefined, { signal: stopping.signal });
      const batch = reorderBuffer.reverse();
      reorderBuffer = [];
      for (const [eventOf = '', id = ''] of batch) {
        const waitMs = await attempt(eventOf, id);
        if (waitMs !== undefined) runInBackground(() => deliver(eventOf, id, waitMs));
      }
    });
  };

  const newTransmission = (state: Transmission['state']): Transmission => ({
    id: newTransmissionId(),
    time: formatWireTime(),
    state,
    attempts: [],
  });

  return {
    /** Stores an event and sends it according to the switches. */
    publish(eventInput: WebhookEventInput): void {
      const { drop, copies, delayMs, reorder, webhookUrl } = switches;
      const dropped = webhookUrl === null || drop === true || (drop || []).includes(eventInput.type);
      const record = eventOf(eventInput, urlOf);
      record.transmissions = Array.from({ length: dropped ? 1 : copies }, () =>
        newTransmission(dropped ? 'DROPPED' : 'PENDING'),
      );
      store.put('events', record);
      const ids = record.transmissions.map(({ id }) => id);
      if (dropped) return;
      if (reorder) bufferForReordering(record.id, ids);
      else for (const id of ids) runInBackground(() => deliver(record.id, id, delayMs));
    },
    /** Sends an event again, as a new transmission. @returns false when there is no such event */
    resend(id: string): boolean {
      const record = store.get('events', id);
      if (record === undefined) return false;
      const transmission = newTransmission('PENDING');
      record.transmissions.push(transmission);
      store.put('events', record);
      runInBackground(() => deliver(id, transmission.id, 0));
      return true;
    },
    /** Resumes the undelivered transmissions of an earlier process. */
    resume(): void {
      for (const { id, transmissions } of store.all('events'))
        for (const { id: transmission, state, nextAt = 0 } of transmissions)
          if (state === 'PENDING') runInBackground(() => deliver(id, transmission, nextAt - Date.now()));
    },
    /** Stops all retries. Undelivered transmissions stay stored. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(runningTasks);
    },
  };
}

function eventOf(eventInput: WebhookEventInput, urlOf: (path: string) => string): WebhookEvent {
  const { type, resourceType, summary, resource } = eventInput;
  const id = newEventId();
  const self = urlOf(`/v1/notifications/webhooks-events/${id}`);
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: type,
    summary,
    resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  });
  return { id, type, body, transmissions: [] };
}
