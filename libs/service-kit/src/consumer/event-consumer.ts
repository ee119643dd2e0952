import {
  type EntityEvent,
  type EventDefinition,
  type EventOf,
  entityEventSchema,
  eventOwners,
  streamNames,
} from '@khmer-learning/contracts';
import type { JsMsg } from 'nats';
import { isConsumerMissing } from '../nats/streams.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { type Transaction, transact } from '../outbox/transact.ts';
import {
  type DurableConsumer,
  type DurableConsumerDeps,
  type ParsedBatch,
  startDurableConsumer,
  type WorkItem,
} from './durable-consumer.ts';
import { createInbox, entityKey } from './inbox.ts';

/** Interval for checking the progress of other instances while a caller waits. */
const pollIntervalMs = 100;

/** A durable consumer of the event stream whose effects happen exactly once. */
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

/** Settings of an event consumer. */
export interface EventConsumerOptions {
  /** Unique across all services, such as `stats-projection`. Instances with the same name share the work. */
  durable: string;
  /** A subject with wildcards: `eventSubjectFilter(lessonEvent)`, `events.content.>`, `events.>`. */
  filterSubject: string;
  /** The event types to handle, validated by their schemas; other types that match the filter are ignored. */
  events: readonly EventDefinition[];
  /**
   * Applies events: at most one per entity, each newer than any handled before. It runs in a transaction and may run
   * several times, so all writes must use `tx.session`. `tx.emitChanged` and `tx.emitDeleted` may publish further
   * events.
   */
  handle: (events: readonly EntityEvent[], tx: Transaction) => Promise<void>;
  /** Maximum number of messages in one transaction; default 200. */
  batchSize?: number;
  /** Attempts before a failing event is dead-lettered; default 5. */
  maxAttempts?: number;
  /**
   * How long the first event waits for others, because a batch costs little more than one. `waitForVersion` and
   * `isUpToDate` end the wait. Default 0: it is handled at once.
   */
  gatherMs?: number;
  /** The same while all events are changes that the public cannot see, such as saves of drafts; default `gatherMs`. */
  privateGatherMs?: number;
}

/** What an event consumer needs. */
export interface EventConsumerDeps extends DurableConsumerDeps {
  readonly relay: Pick<OutboxRelay, 'enqueue'>;
  readonly consumers?: Set<EventConsumer>;
}

/** Narrows an event to one type: `if (isEventOf(lessonEvent, event)) event.state…`. */
export function isEventOf<D extends EventDefinition>(definition: D, event: EntityEvent): event is EventOf<D> {
  return event.service === definition.service && event.entity === definition.entity;
}

/**
 * Starts a durable consumer. Returns immediately; it starts reading when MongoDB and NATS are available.
 *
 * A batch is handled in one transaction with its effects and the handled versions, then acknowledged. It waits while
 * MongoDB is unavailable. An event that fails alone is retried, then moved to `dead.<durable>`; an unparsable one is
 * moved there immediately. The others continue.
 */
export function startEventConsumer(deps: EventConsumerDeps, options: EventConsumerOptions): EventConsumer {
  const { connection } = deps;
  const { durable, gatherMs = 0 } = options;
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
    ...{ batchSize: 200, maxAttempts: 5, gatherMs, privateGatherMs: gatherMs },
    ...options,
    stream: streamNames.events,
    owners: eventOwners.filter((owner) => options.events.some(({ service }) => service === owner)),
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
        durableConsumer.hurry();
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
 * Deletes a durable consumer and its handled versions, so that it reads the whole stream again. Stop its consumers
 * first, and delete the data that its effects have written.
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

/** The newest event of one entity in a batch, with all messages that it supersedes. */
interface CompactedEvent extends WorkItem {
  readonly event: EntityEvent;
}

/**
 * Parses messages and keeps the newest event per entity. Unknown types are ignored; messages that fail validation are
 * returned as malformed.
 */
function parseEventBatch(
  messages: readonly JsMsg[],
  definitions: readonly EventDefinition[],
): ParsedBatch<CompactedEvent> {
  const compacted = new Map<string, { event: EntityEvent; messages: JsMsg[] }>();
  const ignored: JsMsg[] = [];
  const malformed: { message: JsMsg; error: unknown }[] = [];

  for (const message of messages) {
    try {
      const event = parseEvent(message, definitions);
      if (!event) {
        ignored.push(message);
        continue;
      }
      const previous = compacted.get(entityKey(event));
      compacted.set(entityKey(event), {
        event: previous && previous.event.version > event.version ? previous.event : event,
        messages: [...(previous?.messages ?? []), message],
      });
    } catch (error) {
      malformed.push({ message, error });
    }
  }
  const items = [...compacted.values()].map((item) => ({ ...item, requestId: item.event.requestId }));
  return { items, ignored, malformed };
}

/** Returns undefined when no definition has this type. */
function parseEvent(message: JsMsg, definitions: readonly EventDefinition[]): EntityEvent | undefined {
  const event = entityEventSchema.parse(message.json());
  const definition = definitions.find(
    ({ service, entity }) => service === event.service && entity === event.entity,
  );
  if (!definition) return undefined;
  return {
    ...event,
    service: definition.service,
    state: event.type === 'deleted' ? null : definition.state.parse(event.state),
  };
}
