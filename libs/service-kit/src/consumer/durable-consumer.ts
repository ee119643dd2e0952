import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, mongo } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import { backgroundThrottleOf } from '../mongo/background-throttle.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { traceMessageHandling } from '../tracing/tracing.ts';
import { createAttemptTracker } from './attempt-tracker.ts';
import { publishDeadLetter } from './dead-letters.ts';
import { isClaimConflict } from './inbox.ts';
import { startPullConsumer } from './pull-consumer.ts';

/** Pause before each new try of a failing message; five tries take 2.4 s. */
const retryDelaysMs = [100, 300, 700, 1_300];
/** When a message that could not be set aside, or begun, comes again. */
const redeliveryDelayMs = 1_000;
const minBackoffMs = 100;
const maxBackoffMs = 2_000;
/** A message is given up when so many processes ended while they handled it, and it alone. */
const maxCrashes = 2;

/** A durable reader of a stream whose effects happen once. */
export interface DurableConsumer {
  readonly durable: string;
  /** Whether everything that was in the stream at some moment since the start has been handled. */
  hasCaughtUp(): boolean;
  /**
   * Asks the server whether everything that is in the stream now has been handled, by whichever instance: what is
   * read after a `true` is made of all that anybody has heard of by now. False while the server is silent.
   */
  isUpToDate(): Promise<boolean>;
  /** Messages in the stream that this durable has not handled yet; NaN while that is not known. */
  pending(): number;
  /** Finishes the batch under way, then stops. */
  stop(): Promise<void>;
}

/** One piece of work, and every message that it takes care of. */
export interface WorkItem {
  readonly messages: readonly JsMsg[];
  /** The request that set it off; the log names it. */
  readonly requestId: string | null;
}

/** What a batch of messages says. */
export interface ParsedBatch<J extends WorkItem> {
  readonly items: readonly J[];
  /** What nobody asked for. */
  readonly ignored: readonly JsMsg[];
  /** What cannot be understood: no repetition will help. */
  readonly malformed: readonly { message: JsMsg; error: unknown }[];
}

export interface DurableConsumerDeps {
  /** Where is noted which messages were under way, should the process end. */
  readonly connection: Connection;
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
}

export interface DurableConsumerOptions<J extends WorkItem> {
  readonly durable: string;
  readonly stream: string;
  readonly filterSubject: string;
  /** Most messages handled together. */
  readonly batchSize: number;
  /** How often a failing job is tried before it is set aside. */
  readonly maxAttempts: number;
  readonly parse: (messages: readonly JsMsg[]) => ParsedBatch<J>;
  /** Does all of them, or none and fails; safe to repeat. */
  readonly apply: (items: readonly J[]) => Promise<void>;
}

/**
 * Works off a stream, as background work. What comes together is done together, then acknowledged. While MongoDB is away it waits. A
 * job that fails alone is tried again, then set aside in `dead.<durable>`; what cannot be read, at once; what ends its
 * process, the fourth time that it comes. The others go on.
 */
export function startDurableConsumer<J extends WorkItem>(
  deps: DurableConsumerDeps,
  options: DurableConsumerOptions<J>,
): DurableConsumer {
  const { nats, logger } = deps;
  const { durable, batchSize } = options;
  const pullConsumer = startPullConsumer({ ...options, nats, logger, maxMessages: batchSize * 2 });
  const attemptTracker = createAttemptTracker(deps.connection, durable);
  const backgroundThrottle = backgroundThrottleOf(deps.connection);
  const failedAttempts = new Map<number, number>();
  const stopping = new AbortController();

  /** Does not mistake an outage for a bad message: waits for its end. */
  async function retryTransient<T>(operation: () => Promise<T>): Promise<T> {
    for (let backoffMs = minBackoffMs; ; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
      try {
        return await operation();
      } catch (error) {
        if (!isTransient(error) || stopping.signal.aborted) throw error;
        if (backoffMs === maxBackoffMs) logger.warn({ err: error, durable }, 'Events wait for MongoDB');
        await delay(backoffMs, undefined, { signal: stopping.signal });
      }
    }
  }

  async function apply(items: readonly J[]): Promise<void> {
    const messages = items.flatMap((item) => item.messages);
    await retryTransient(() =>
      backgroundThrottle.run(() => traceMessageHandling(durable, messages, () => options.apply(items))),
    );
    for (const item of items) logger.debug({ durable, ...logFieldsOf(item) }, 'An event was handled');
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
    logger.warn({ err: error, durable, ...logFieldsOf(item), tries }, 'An event could not be handled');
    if (tries >= options.maxAttempts) await deadLetterAll(messages, { error, tries, requestId });
    else pullConsumer.nak(messages, retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0);
  }

  /** @returns whether all are set aside; those that are not come again */
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
          'An event was set aside',
        );
        acknowledge([message]);
      } catch (publishError) {
        logger.warn({ err: publishError, durable }, 'An event could not be set aside');
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
        'A batch failed; its events are handled one by one',
      );
      return false;
    }
  }

  /** One that came before, to no outcome: perhaps it is what ended that process. It is not even read unnoted. */
  async function handleRedelivered(message: JsMsg): Promise<void> {
    let crashes: number;
    try {
      crashes = await retryTransient(() => attemptTracker.begin(message.seq));
    } catch (error) {
      logger.warn({ err: error, durable }, 'An attempt could not be noted');
      pullConsumer.nak([message], stopping.signal.aborted ? 0 : redeliveryDelayMs);
      return;
    }
    if (crashes < maxCrashes) await handle([message]);
    else if (!(await deadLetterCrashing(message, crashes))) return;
    await retryTransient(() => attemptTracker.end(message.seq)).catch((error: unknown) =>
      logger.warn({ err: error, durable }, 'The end of an attempt could not be noted'),
    );
  }

  function deadLetterCrashing(message: JsMsg, crashes: number): Promise<boolean> {
    const error = new Error(`The process ended ${crashes} times while it handled this alone`);
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
    logger.error({ err: error, durable }, 'The consumer has ended'),
  );
  return {
    durable,
    hasCaughtUp: pullConsumer.hasCaughtUp,
    isUpToDate: pullConsumer.isUpToDate,
    pending: pullConsumer.pending,
    async stop() {
      stopping.abort();
      await pullConsumer.stop();
      await finished;
    },
  };
}

/** By what the log tells of a job. */
function logFieldsOf({ messages, requestId }: WorkItem) {
  return { subject: messages[0]?.subject, requestId };
}

/** Whether trying again is all it takes: MongoDB is away, or two instances met. */
function isTransient(error: unknown): boolean {
  if (isMongoUnavailable(error) || isClaimConflict(error)) return true;
  return (
    error instanceof mongo.MongoError &&
    (error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('UnknownTransactionCommitResult'))
  );
}

/** From the first and from the last in turns: whoever ends the process cannot keep the others from being handled. */
function alternateOrder(redelivered: readonly JsMsg[]): readonly JsMsg[] {
  const deliveries = redelivered[0]?.info.redeliveryCount ?? 0;
  return deliveries % 2 === 0 ? redelivered : redelivered.toReversed();
}
