import { setTimeout as delay } from 'node:timers/promises';
import { type EntityEvent, type EventDefinition, type EventOf, streams } from '@khmer-learning/contracts';
import { type Connection, mongo } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { NatsLink } from '../nats/connect-nats.ts';
import { isConsumerMissing } from '../nats/streams.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { type Transaction, transact } from '../outbox/unit-of-work.ts';
import { setAside } from './dead-letters.ts';
import { readDurable } from './durable-reader.ts';
import { createInbox, entityKey, isClaimConflict } from './inbox.ts';
import { type EntityChange, readBatch } from './read-batch.ts';

/** Pause before each new try of a failing event; five tries take 2.4 s. */
const retryDelaysMs = [100, 300, 700, 1_300];
const setAsideRetryMs = 1_000;
const shortestOutagePauseMs = 100;
const longestOutagePauseMs = 2_000;
/** Delivered so often without an outcome, an event is suspected of ending the process: it is handled alone. */
const suspectAfter = 3;
/** And given up after this. */
const givenUpAfter = 10;
/** How often another instance's progress is looked at while somebody waits for it. */
const lookAgainMs = 100;

/** A durable reader of the event stream whose effects happen once. */
export interface EventConsumer {
  readonly durable: string;
  /** Whether everything that was in the stream at some moment since the start has been handled. */
  caughtUp(): boolean;
  /** Messages in the stream that this durable has not handled yet; NaN while that is not known. */
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
  const { connection, nats, logger } = deps;
  const { durable, batchSize = 200, tries: mostTries = 5 } = options;
  const inbox = createInbox(connection, durable);
  const reader = readDurable({
    nats,
    logger,
    durable,
    filterSubject: options.filterSubject,
    most: batchSize * 2,
  });
  const failedTries = new Map<number, number>();
  const waiters = new Map<string, Set<() => void>>();
  const stopping = new AbortController();

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

  /** Does not mistake an outage for a bad event: waits for its end. */
  async function applyPatiently(changes: readonly EntityChange[]): Promise<void> {
    for (let pause = shortestOutagePauseMs; ; pause = Math.min(pause * 2, longestOutagePauseMs)) {
      try {
        return await apply(changes);
      } catch (error) {
        if (!isPassing(error) || stopping.signal.aborted) throw error;
        if (pause === longestOutagePauseMs) logger.warn({ err: error, durable }, 'Events wait for MongoDB');
        await delay(pause, undefined, { signal: stopping.signal });
      }
    }
  }

  async function handleAlone(change: EntityChange): Promise<void> {
    const [message] = change.messages;
    if (message && message.info.redeliveryCount > givenUpAfter)
      return giveUp(
        change.messages,
        new Error(`Delivered ${message.info.redeliveryCount} times without an outcome`),
      );
    try {
      await applyPatiently([change]);
      finish(change.messages);
    } catch (error) {
      if (stopping.signal.aborted) reader.later(change.messages, 0);
      else await tryAgainOrGiveUp(change.messages, error);
    }
  }

  async function tryAgainOrGiveUp(messages: readonly JsMsg[], error: unknown): Promise<void> {
    const tries = Math.max(...messages.map(({ seq }) => failedTries.get(seq) ?? 0)) + 1;
    for (const { seq } of messages) failedTries.set(seq, tries);
    logger.warn(
      { err: error, durable, subject: messages[0]?.subject, tries },
      'An event could not be handled',
    );
    if (tries >= mostTries) await giveUp(messages, error);
    else reader.later(messages, retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0);
  }

  async function giveUp(messages: readonly JsMsg[], error: unknown): Promise<void> {
    for (const message of messages) {
      try {
        await setAside(nats, durable, message, { error, tries: failedTries.get(message.seq) ?? 1 });
        logger.error(
          { err: error, durable, subject: message.subject, stream_seq: message.seq },
          'An event was set aside',
        );
        finish([message]);
      } catch (setAsideError) {
        logger.warn({ err: setAsideError, durable }, 'An event could not be set aside');
        reader.later([message], setAsideRetryMs);
      }
    }
  }

  function finish(messages: readonly JsMsg[]): void {
    for (const { seq } of messages) failedTries.delete(seq);
    reader.done(messages);
  }

  async function handleBatch(messages: readonly JsMsg[]): Promise<void> {
    const { changes, unwanted, unreadable } = readBatch(messages, options.events);
    finish(unwanted);
    for (const { message, error } of unreadable) await giveUp([message], error);

    const suspects = changes.filter((change) => change.messages.some(isSuspect));
    const together = changes.filter((change) => !suspects.includes(change));
    try {
      if (together.length > 0) await applyPatiently(together);
      finish(together.flatMap((change) => change.messages));
    } catch (error) {
      logger.info(
        { err: error, durable, events: together.length },
        'A batch failed; its events are handled one by one',
      );
      for (const change of together) await handleAlone(change);
    }
    for (const change of inTurns(suspects)) await handleAlone(change);
  }

  async function run(): Promise<void> {
    for (;;) {
      const messages = await reader.next(batchSize);
      if (messages.length === 0) return;
      await handleBatch(messages);
    }
  }

  const finished = run().catch((error: unknown) =>
    logger.error({ err: error, durable }, 'The consumer has ended'),
  );
  const consumer: EventConsumer = {
    durable,
    caughtUp: reader.caughtUp,
    pending: reader.pending,
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
      stopping.abort();
      await reader.stop();
      await finished;
    },
  };
  deps.consumers?.add(consumer);
  return consumer;
}

/** Whether trying again is all it takes: MongoDB is away, or two instances met. */
function isPassing(error: unknown): boolean {
  if (isMongoAway(error) || isClaimConflict(error)) return true;
  return (
    error instanceof mongo.MongoError &&
    (error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('UnknownTransactionCommitResult'))
  );
}

/** From the first and from the last in turns: whoever ends the process cannot keep the others from being handled. */
function inTurns(suspects: readonly EntityChange[]): readonly EntityChange[] {
  const deliveries = suspects[0]?.messages[0]?.info.redeliveryCount ?? 0;
  return deliveries % 2 === 0 ? suspects : suspects.toReversed();
}

function isSuspect(message: JsMsg): boolean {
  return message.info.redeliveryCount > suspectAfter;
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
