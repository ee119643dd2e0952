import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, mongo } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import type { BaseConfig } from '../config/config.ts';
import { backgroundThrottleOf } from '../mongo/background-throttle.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { traceMessageHandling } from '../tracing/tracing.ts';
import { createAttemptTracker } from './attempt-tracker.ts';
import { publishDeadLetter } from './dead-letters.ts';
import { isClaimConflict } from './inbox.ts';
import { type PullConsumerOptions, startPullConsumer } from './pull-consumer.ts';

/** Delays before each retry of a failing message; five attempts take 2.4 s. */
const retryDelaysMs = [100, 300, 700, 1_300];
/** Redelivery delay of a message that could not be dead-lettered, or whose attempt could not be recorded. */
const redeliveryDelayMs = 1_000;
const minBackoffMs = 100;
const maxBackoffMs = 2_000;
/** A message is dead-lettered after this many processes crashed while handling it alone. */
const maxCrashes = 2;

/** A durable consumer of a stream whose effects happen exactly once. `stop` finishes the current batch first. */
export interface DurableConsumer
  extends Pick<
    ReturnType<typeof startPullConsumer>,
    'hasCaughtUp' | 'isUpToDate' | 'hurry' | 'pending' | 'stop'
  > {
  readonly durable: string;
}

/** One unit of work and all messages that it covers. */
export interface WorkItem {
  readonly messages: readonly JsMsg[];
  /** Id of the request that caused it, for the log. */
  readonly requestId: string | null;
}

/** The parsed messages of a batch. */
export interface ParsedBatch<J extends WorkItem> {
  readonly items: readonly J[];
  /** Messages of other types: acknowledged without handling. */
  readonly ignored: readonly JsMsg[];
  /** Unparsable messages: a retry cannot help. */
  readonly malformed: readonly { message: JsMsg; error: unknown }[];
}

/** What a durable consumer needs. */
export interface DurableConsumerDeps {
  readonly config: Pick<BaseConfig, 'CONSUMER_MAX_UNACKNOWLEDGED'>;
  /** Stores which messages were in flight, for the case of a crash. */
  readonly connection: Connection;
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
}

/** Settings of a durable consumer. */
interface DurableConsumerOptions<J extends WorkItem>
  extends Omit<PullConsumerOptions, 'nats' | 'logger' | 'maxBuffered' | 'maxUnacknowledged'> {
  /** Maximum number of messages in one batch. */
  readonly batchSize: number;
  /** Attempts before a failing item is dead-lettered. */
  readonly maxAttempts: number;
  readonly parse: (messages: readonly JsMsg[]) => ParsedBatch<J>;
  /** Applies all items or throws; must be idempotent. */
  readonly apply: (items: readonly J[]) => Promise<void>;
}

/**
 * Handles the messages of a stream as background work: in batches that are acknowledged together. It waits while
 * MongoDB is unavailable. An item that fails alone is retried, then moved to `dead.<durable>`; an unparsable message
 * is moved there immediately; a message that crashes its process, on its fourth delivery. The others continue.
 */
export function startDurableConsumer<J extends WorkItem>(
  deps: DurableConsumerDeps,
  options: DurableConsumerOptions<J>,
): DurableConsumer {
  const { nats, logger } = deps;
  const { durable, batchSize } = options;
  const pullConsumer = startPullConsumer({
    ...options,
    nats,
    logger,
    // One batch is processed while the next one arrives.
    maxBuffered: batchSize * 2,
    maxUnacknowledged: deps.config.CONSUMER_MAX_UNACKNOWLEDGED,
  });
  const attemptTracker = createAttemptTracker(deps.connection, durable);
  const backgroundThrottle = backgroundThrottleOf(deps.connection);
  const failedAttempts = new Map<number, number>();
  const stopping = new AbortController();

  /** Retries with back-off while MongoDB is unavailable: an outage must not count as a bad message. */
  async function retryTransient<T>(operation: () => Promise<T>): Promise<T> {
    for (let backoffMs = minBackoffMs; ; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
      try {
        return await operation();
      } catch (error) {
        if (!isTransient(error) || stopping.signal.aborted) throw error;
        if (backoffMs === maxBackoffMs) logger.warn({ err: error, durable }, 'MongoDB unavailable; retrying');
        await delay(backoffMs, undefined, { signal: stopping.signal });
      }
    }
  }

  async function apply(items: readonly J[]): Promise<void> {
    const messages = items.flatMap((item) => item.messages);
    await retryTransient(() =>
      backgroundThrottle.run(() => traceMessageHandling(durable, messages, () => options.apply(items))),
    );
    for (const item of items) logger.debug({ durable, ...logFieldsOf(item) }, 'Event handled');
    acknowledge(messages);
  }

  async function handleItem(item: J): Promise<void> {
    try {
      await apply([item]);
    } catch (error) {
      if (stopping.signal.aborted) pullConsumer.nak(item.messages, 0);
      else await retryOrDeadLetter(item, error);
    }
  }

  async function retryOrDeadLetter(item: J, error: unknown): Promise<void> {
    const { messages, requestId } = item;
    const tries = Math.max(...messages.map(({ seq }) => failedAttempts.get(seq) ?? 0)) + 1;
    for (const { seq } of messages) failedAttempts.set(seq, tries);
    logger.warn({ err: error, durable, ...logFieldsOf(item), tries }, 'Event handling failed');
    if (tries >= options.maxAttempts) await deadLetterAll(messages, { error, tries, requestId });
    else pullConsumer.nak(messages, retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0);
  }

  /** Returns whether all messages were dead-lettered; the others are redelivered. */
  async function deadLetterAll(
    messages: readonly JsMsg[],
    { error, tries, requestId = null }: { error: unknown; tries: number; requestId?: string | null },
  ): Promise<boolean> {
    let allDeadLettered = true;
    for (const message of messages) {
      try {
        await publishDeadLetter(nats, durable, message, { error, tries });
        logger.error(
          { err: error, durable, subject: message.subject, stream_seq: message.seq, requestId },
          'Event moved to the dead-letter stream',
        );
        acknowledge([message]);
      } catch (publishError) {
        logger.warn({ err: publishError, durable }, 'Could not move the event to the dead-letter stream');
        pullConsumer.nak([message], redeliveryDelayMs);
        allDeadLettered = false;
      }
    }
    return allDeadLettered;
  }

  function acknowledge(messages: readonly JsMsg[]): void {
    for (const { seq } of messages) failedAttempts.delete(seq);
    pullConsumer.ack(messages);
  }

  async function handle(messages: readonly JsMsg[]): Promise<void> {
    const { items, ignored, malformed } = options.parse(messages);
    acknowledge(ignored);
    for (const { message, error } of malformed) await deadLetterAll([message], { error, tries: 1 });
    if (items.length > 1 && (await tryBatch(items))) return;
    for (const item of items) await handleItem(item);
  }

  async function tryBatch(items: readonly J[]): Promise<boolean> {
    try {
      await apply(items);
      return true;
    } catch (error) {
      logger.info(
        { err: error, durable, events: items.length },
        'Batch failed; handling its events one by one',
      );
      return false;
    }
  }

  /**
   * Handles a redelivered message alone: it may have crashed its process. The attempt is recorded even before
   * parsing.
   */
  async function handleRedelivered(message: JsMsg): Promise<void> {
    let crashes: number;
    try {
      crashes = await retryTransient(() => attemptTracker.begin(message.seq));
    } catch (error) {
      logger.warn({ err: error, durable }, 'Could not record the start of an attempt');
      pullConsumer.nak([message], stopping.signal.aborted ? 0 : redeliveryDelayMs);
      return;
    }
    if (crashes < maxCrashes) await handle([message]);
    else if (!(await deadLetterCrashing(message, crashes))) return;
    await retryTransient(() => attemptTracker.end(message.seq)).catch((error: unknown) =>
      logger.warn({ err: error, durable }, 'Could not record the end of an attempt'),
    );
  }

  function deadLetterCrashing(message: JsMsg, crashes: number): Promise<boolean> {
    const error = new Error(`The process ended ${crashes} times while handling this message alone`);
    return deadLetterAll([message], { error, tries: crashes + 1 });
  }

  async function handleBatch(messages: readonly JsMsg[]): Promise<void> {
    await handle(messages.filter((message) => !message.redelivered));
    for (const message of alternateOrder(messages.filter((message) => message.redelivered))) {
      if (stopping.signal.aborted) pullConsumer.nak([message], 0);
      else await handleRedelivered(message);
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      const messages = await pullConsumer.nextBatch(batchSize);
      if (messages.length === 0) return;
      await handleBatch(messages);
    }
  }

  const finished = run().catch((error: unknown) =>
    logger.error({ err: error, durable }, 'Consumer stopped unexpectedly'),
  );
  return {
    durable,
    hasCaughtUp: pullConsumer.hasCaughtUp,
    isUpToDate: pullConsumer.isUpToDate,
    hurry: pullConsumer.hurry,
    pending: pullConsumer.pending,
    async stop() {
      stopping.abort();
      await pullConsumer.stop();
      await finished;
    },
  };
}

/** Log fields of an item. */
function logFieldsOf({ messages, requestId }: WorkItem) {
  return { subject: messages[0]?.subject, requestId };
}

/** Whether a retry can succeed: MongoDB is unavailable, or two instances conflicted. */
function isTransient(error: unknown): boolean {
  if (isMongoUnavailable(error) || isClaimConflict(error)) return true;
  return (
    error instanceof mongo.MongoError &&
    (error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('UnknownTransactionCommitResult'))
  );
}

/** Alternates between first-to-last and last-to-first, so that one crashing message does not block the others. */
function alternateOrder(redelivered: readonly JsMsg[]): readonly JsMsg[] {
  const deliveries = redelivered[0]?.info.redeliveryCount ?? 0;
  return deliveries % 2 === 0 ? redelivered : redelivered.toReversed();
}
