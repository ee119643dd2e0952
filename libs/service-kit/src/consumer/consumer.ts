import { type EntityEvent, type EventDefinition, type EventOf, streams } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { NatsLink } from '../nats/connect-nats.ts';
import { isConsumerMissing } from '../nats/streams.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { type Transaction, transact } from '../outbox/unit-of-work.ts';
import { type DurableConsumer, startDurableWork } from './durable-work.ts';
import { createInbox, entityKey } from './inbox.ts';
import { type EntityChange, readBatch } from './read-batch.ts';

/** How often another instance's progress is looked at while somebody waits for it. */
const lookAgainMs = 100;

/** A durable reader of the event stream whose effects happen once. */
export interface EventConsumer extends DurableConsumer {
  /**
   * Waits until this version of an entity, or a newer one, has taken effect.
   *
   * @returns false when `timeoutMs` passed first
   */
  waitFor(
    definition: EventDefinition,
    id: string | number,
    version: number,
    timeoutMs: number,
  ): Promise<boolean>;
}

export interface ConsumerOptions {
  /** Unique among all services: `stats-projection`. Instances with the same name share the work. */
  durable: string;
  /** One subject with wildcards: `eventFilter(lessonEvent)`, `events.content.>`, `events.>`. */
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
  tries?: number;
}

export interface ConsumerDeps {
  readonly connection: Connection;
  readonly nats: NatsLink;
  readonly relay: Pick<OutboxRelay, 'take'>;
  readonly logger: Logger;
  readonly consumers?: Set<EventConsumer>;
}

/** Narrows an event that a consumer hands over to one kind: `if (isEvent(lessonEvent, event)) event.state…`. */
export function isEvent<D extends EventDefinition>(definition: D, event: EntityEvent): event is EventOf<D> {
  return event.service === definition.service && event.entity === definition.entity;
}

/**
 * Starts a durable consumer. Returns at once; it begins as soon as MongoDB and NATS are there.
 *
 * What comes together is handled together: one transaction with the effects and the versions handled, then the
 * acknowledgements. While MongoDB is away it waits. An event that fails alone is tried again, then set aside in
 * `dead.<durable>`; one that cannot be read, at once. The others go on.
 */
export function startConsumer(deps: ConsumerDeps, options: ConsumerOptions): EventConsumer {
  const { connection } = deps;
  const { durable, filterSubject, batchSize = 200, tries = 5 } = options;
  const inbox = createInbox(connection, durable);
  const waiters = new Map<string, Set<() => void>>();

  async function apply(changes: readonly EntityChange[]): Promise<void> {
    await transact(deps, { actor: null, requestId: null }, async (tx) => {
      const events = await inbox.claim(
        changes.map((change) => change.event),
        tx.session,
      );
      if (events.length > 0) await options.handle(events, tx);
    });
    for (const { event } of changes) for (const tell of waiters.get(entityKey(event)) ?? []) tell();
  }

  const work = startDurableWork(deps, {
    durable,
    stream: streams.events,
    filterSubject,
    batchSize,
    tries,
    read: (messages) => readBatch(messages, options.events),
    apply,
  });
  const consumer: EventConsumer = {
    ...work,
    async waitFor({ service, entity }, id, version, timeoutMs) {
      const key = { service, entity, entityId: String(id) };
      const deadline = performance.now() + timeoutMs;
      while ((await inbox.versionOf(key)) < version) {
        const left = deadline - performance.now();
        if (left <= 0) return false;
        await toldOrAfter(waiters, entityKey(key), Math.min(left, lookAgainMs));
      }
      return true;
    },
    async stop() {
      deps.consumers?.delete(consumer);
      await work.stop();
    },
  };
  deps.consumers?.add(consumer);
  return consumer;
}

async function toldOrAfter(
  waiters: Map<string, Set<() => void>>,
  key: string,
  timeoutMs: number,
): Promise<void> {
  const sameKey = waiters.get(key) ?? new Set();
  waiters.set(key, sameKey);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, timeoutMs);
    function done(): void {
      clearTimeout(timer);
      sameKey.delete(done);
      if (sameKey.size === 0) waiters.delete(key);
      resolve();
    }
    sameKey.add(done);
  });
}

/**
 * Makes a durable read the whole stream again: forgets it and what it has handled.
 * Stop its consumers first, and clear what its effects have built.
 */
export async function resetConsumer(
  deps: Pick<ConsumerDeps, 'connection' | 'nats'>,
  durable: string,
): Promise<void> {
  const client = await deps.nats.connected();
  const manager = await client.jetstreamManager();
  await manager.consumers.delete(streams.events, durable).catch((error: unknown) => {
    if (!isConsumerMissing(error)) throw error;
  });
  await createInbox(deps.connection, durable).clear();
}
