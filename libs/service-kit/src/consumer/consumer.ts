import {
  type EntityEvent,
  type EventDefinition,
  type EventOf,
  entityEventSchema,
  streams,
} from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, nanos } from 'nats';
import type { Logger } from 'pino';
import type { NatsLink } from '../nats/connect-nats.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { beginTransaction, insertRows, runTransaction, type Transaction } from '../outbox/unit-of-work.ts';

/** A durable reader of the event stream whose effects happen once. */
export interface EventConsumer {
  readonly durable: string;
  /** Whether everything that was in the stream at the start has been handled. */
  caughtUp(): boolean;
  /** Messages in the stream that this durable has not handled yet. */
  pending(): number;
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
  /** Finishes the batch under way, then stops. */
  stop(): Promise<void>;
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
  /** How often a failing message is tried before it is set aside, 5 unless told. */
  tries?: number;
}

export interface ConsumerDeps {
  readonly connection: Connection;
  readonly nats: NatsLink;
  readonly relay: Pick<OutboxRelay, 'take'>;
  readonly logger: Logger;
  readonly consumers?: Set<EventConsumer>;
}

interface InboxRow {
  _id: string;
  version: number;
}

/** Narrows an event that a consumer hands over to one kind: `if (isEvent(lessonEvent, event)) event.state…`. */
export function isEvent<D extends EventDefinition>(definition: D, event: EntityEvent): event is EventOf<D> {
  return event.service === definition.service && event.entity === definition.entity;
}

/** Starts a durable consumer. Returns at once; it begins as soon as MongoDB and NATS are there. */
export function startConsumer(deps: ConsumerDeps, options: ConsumerOptions): EventConsumer {
  const { connection, nats, logger } = deps;
  const { durable, filterSubject, batchSize = 200 } = options;
  const inbox = () => connection.collection<InboxRow>('inbox');
  let messages: ConsumerMessages | undefined;
  let pendingCount = 0;
  let caughtUp = false;
  let stopped = false;

  const rowId = (service: string, entity: string, id: string | number) =>
    `${durable}:${service}.${entity}.${id}`;

  async function apply(batch: JsMsg[]): Promise<void> {
    const events = new Map<string, EntityEvent>();
    for (const message of batch) {
      const event = entityEventSchema.parse(message.json()) as EntityEvent;
      const id = rowId(event.service, event.entity, event.entityId);
      if ((events.get(id)?.version ?? 0) < event.version) events.set(id, event);
    }
    const rows = await runTransaction(connection, async (session) => {
      const known = await inbox()
        .find({ _id: { $in: [...events.keys()] } }, { session })
        .toArray();
      const versions = new Map(known.map((row) => [row._id, row.version]));
      const fresh = [...events].filter(([id, event]) => (versions.get(id) ?? 0) < event.version);
      if (fresh.length === 0) return [];
      await inbox().bulkWrite(
        fresh.map(([_id, { version }]) => ({
          updateOne: { filter: { _id }, update: { $set: { version } }, upsert: true },
        })),
        { session },
      );
      const attempt = beginTransaction(session, { actor: null, requestId: null });
      const wanted = fresh
        .map(([, event]) => event)
        .filter((event) => options.events.some((definition) => isEvent(definition, event)));
      if (wanted.length > 0) await options.handle(wanted, attempt.tx);
      await insertRows(connection, attempt.rows, session);
      return attempt.rows;
    });
    deps.relay.take(rows);
    for (const message of batch) message.ack();
  }

  async function run(): Promise<void> {
    const client = await nats.connected();
    const manager = await client.jetstreamManager();
    const info = await manager.consumers.add(streams.events, {
      durable_name: durable,
      filter_subject: filterSubject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(30_000),
      max_ack_pending: 2_000,
    });
    pendingCount = info.num_pending + info.num_ack_pending;
    caughtUp = pendingCount === 0;
    const reader = await client.jetstream().consumers.get(streams.events, durable);
    messages = await reader.consume({ max_messages: batchSize });
    for await (const message of messages) {
      await apply([message]).catch((error: unknown) => {
        logger.warn({ err: error, durable }, 'Event not handled');
        message.nak(500);
      });
      pendingCount = message.info.pending;
      caughtUp ||= pendingCount === 0;
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopped) {
      await run().catch((error: unknown) => logger.warn({ err: error, durable }, 'Consumer interrupted'));
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  const finished = keepRunning();
  const consumer: EventConsumer = {
    durable,
    caughtUp: () => caughtUp,
    pending: () => pendingCount,
    async waitFor(definition, id, version, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      do {
        const row = await inbox().findOne({ _id: rowId(definition.service, definition.entity, id) });
        if ((row?.version ?? 0) >= version) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
      } while (performance.now() < deadline);
      return false;
    },
    async stop() {
      stopped = true;
      deps.consumers?.delete(consumer);
      await messages?.close();
      if (nats.connection) await finished;
    },
  };
  deps.consumers?.add(consumer);
  return consumer;
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
  await manager.consumers.delete(streams.events, durable).catch(() => false);
  await deps.connection
    .collection<InboxRow>('inbox')
    .deleteMany({ _id: { $gte: `${durable}:`, $lt: `${durable};` } });
}
