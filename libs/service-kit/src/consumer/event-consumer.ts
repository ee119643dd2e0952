import { type EntityEvent, type EventDefinition, type EventOf, streamNames } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { isConsumerMissing } from '../nats/streams.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { type Transaction, transact } from '../outbox/transact.ts';
import { type DurableConsumer, startDurableConsumer } from './durable-consumer.ts';
import { createInbox, entityKey } from './inbox.ts';
import { type CompactedEvent, parseEventBatch } from './parse-event-batch.ts';

/** How often another instance's progress is looked at while somebody waits for it. */
const pollIntervalMs = 100;

/** A durable reader of the event stream whose effects happen once. */
export interface EventConsumer extends DurableConsumer {
  /**
   * Waits until this version of an entity, or a newer one, has taken effect.
   *
   * @returns false when `timeoutMs` passed first
   */
  waitForVersion(
    definition: EventDefinition,
    id: string | number,
    version: number,
    timeoutMs: number,
  ): Promise<boolean>;
}

export interface EventConsumerOptions {
  /** Unique among all services: `stats-projection`. Instances with the same name share the work. */
  durable: string;
  /** One subject with wildcards: `eventSubjectFilter(lessonEvent)`, `events.content.>`, `events.>`. */
  filterSubject: string;
  /** The kinds to handle, checked against their schemas; others that match the filter are passed over. */
  events: readonly EventDefinition[];
  /**
   * The effect: at most one event per entity, each newer than any handled before. Runs in a transaction, perhaps
   * several times: no effects but through `tx.session`; `tx.changed` and `tx.deleted` may tell of more.
   */
  handle: (events: readonly EntityEvent[], tx: Transaction) => Promise<void>;
  /** Most messages in one transaction, 200 unless told. */
  batchSize?: number;
  /** How often a failing event is tried before it is set aside, 5 unless told. */
  maxAttempts?: number;
}

export interface EventConsumerDeps {
  readonly connection: Connection;
  readonly nats: NatsConnectionManager;
  readonly relay: Pick<OutboxRelay, 'enqueue'>;
  readonly logger: Logger;
  readonly consumers?: Set<EventConsumer>;
}

/** Narrows an event that a consumer hands over to one kind: `if (isEvent(lessonEvent, event)) event.state…`. */
export function isEventOf<D extends EventDefinition>(definition: D, event: EntityEvent): event is EventOf<D> {
  return event.service === definition.service && event.entity === definition.entity;
}

/**
 * Starts a durable consumer. Returns at once; it begins as soon as MongoDB and NATS are there.
 *
 * What comes together is handled together: one transaction with the effects and the versions handled, then the
 * acknowledgements. While MongoDB is away it waits. An event that fails alone is tried again, then set aside in
 * `dead.<durable>`; one that cannot be read, at once. The others go on.
 */
export function startEventConsumer(deps: EventConsumerDeps, options: EventConsumerOptions): EventConsumer {
  const { connection } = deps;
  const { durable, filterSubject, batchSize = 200, maxAttempts = 5 } = options;
  const inbox = createInbox(connection, durable);
  const waiters = new Map<string, Set<() => void>>();

  async function apply(items: readonly CompactedEvent[]): Promise<void> {
    await transact(deps, { actor: null, requestId: null }, async (tx) => {
      const events = await inbox.claim(
        items.map((item) => item.event),
        tx.session,
      );
      if (events.length > 0) await options.handle(events, tx);
    });
    for (const { event } of items) for (const notify of waiters.get(entityKey(event)) ?? []) notify();
  }

  const durableConsumer = startDurableConsumer(deps, {
    durable,
    stream: streamNames.events,
    filterSubject,
    batchSize,
    maxAttempts,
    parse: (messages) => parseEventBatch(messages, options.events),
    apply,
  });
  const consumer: EventConsumer = {
    ...durableConsumer,
    async waitForVersion({ service, entity }, id, version, timeoutMs) {
      const key = { service, entity, entityId: String(id) };
      const deadline = performance.now() + timeoutMs;
      while ((await inbox.versionOf(key)) < version) {
        const remainingMs = deadline - performance.now();
        if (remainingMs <= 0) return false;
        await waitForNotification(waiters, entityKey(key), Math.min(remainingMs, pollIntervalMs));
      }
      return true;
    },
    async stop() {
      deps.consumers?.delete(consumer);
      await durableConsumer.stop();
    },
  };
  deps.consumers?.add(consumer);
  return consumer;
}

async function waitForNotification(
  waiters: Map<string, Set<() => void>>,
  key: string,
  timeoutMs: number,
): Promise<void> {
  const keyWaiters = waiters.get(key) ?? new Set();
  waiters.set(key, keyWaiters);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, timeoutMs);
    function done(): void {
      clearTimeout(timer);
      keyWaiters.delete(done);
      if (keyWaiters.size === 0) waiters.delete(key);
      resolve();
    }
    keyWaiters.add(done);
  });
}

/**
 * Makes a durable read the whole stream again: forgets it and what it has handled.
 * Stop its consumers first, and clear what its effects have built.
 */
export async function resetEventConsumer(
  deps: Pick<EventConsumerDeps, 'connection' | 'nats'>,
  durable: string,
): Promise<void> {
  const client = await deps.nats.whenConnected();
  const manager = await client.jetstreamManager();
  await manager.consumers.delete(streamNames.events, durable).catch((error: unknown) => {
    if (!isConsumerMissing(error)) throw error;
  });
  await createInbox(deps.connection, durable).clear();
}
