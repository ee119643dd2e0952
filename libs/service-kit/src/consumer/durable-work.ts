import { setTimeout as delay } from 'node:timers/promises';
import { mongo } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { NatsLink } from '../nats/connect-nats.ts';
import { traceHandling } from '../tracing/tracing.ts';
import { setAside } from './dead-letters.ts';
import { readDurable } from './durable-reader.ts';
import { isClaimConflict } from './inbox.ts';

/** Pause before each new try of a failing message; five tries take 2.4 s. */
const retryDelaysMs = [100, 300, 700, 1_300];
const setAsideRetryMs = 1_000;
const shortestOutagePauseMs = 100;
const longestOutagePauseMs = 2_000;
/** Delivered so often without an outcome, a message is suspected of ending the process: it is handled alone. */
const suspectAfter = 3;
/** And given up after this. */
const givenUpAfter = 10;

/** A durable reader of a stream whose effects happen once. */
export interface DurableConsumer {
  readonly durable: string;
  /** Whether everything that was in the stream at some moment since the start has been handled. */
  caughtUp(): boolean;
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
export interface Job {
  readonly messages: readonly JsMsg[];
  /** The request that set it off; the log names it. */
  readonly requestId: string | null;
}

/** What a batch of messages says. */
export interface ReadBatch<J extends Job> {
  readonly jobs: readonly J[];
  /** What nobody asked for. */
  readonly unwanted: readonly JsMsg[];
  /** What cannot be understood: no repetition will help. */
  readonly unreadable: readonly { message: JsMsg; error: unknown }[];
}

export interface DurableWorkDeps {
  readonly nats: NatsLink;
  readonly logger: Logger;
}

export interface DurableWork<J extends Job> {
  readonly durable: string;
  readonly stream: string;
  readonly filterSubject: string;
  /** Most messages handled together. */
  readonly batchSize: number;
  /** How often a failing job is tried before it is set aside. */
  readonly tries: number;
  readonly read: (messages: readonly JsMsg[]) => ReadBatch<J>;
  /** Does all of them, or none and fails; safe to repeat. */
  readonly apply: (jobs: readonly J[]) => Promise<void>;
}

/**
 * Works off a stream. What comes together is done together, then acknowledged. While MongoDB is away it waits. A
 * job that fails alone is tried again, then set aside in `dead.<durable>`; what cannot be read, at once. The others
 * go on.
 */
export function startDurableWork<J extends Job>(
  deps: DurableWorkDeps,
  work: DurableWork<J>,
): DurableConsumer {
  const { nats, logger } = deps;
  const { durable, batchSize } = work;
  const reader = readDurable({ ...work, nats, logger, most: batchSize * 2 });
  const failedTries = new Map<number, number>();
  const stopping = new AbortController();

  /** Does not mistake an outage for a bad message: waits for its end. */
  async function applyPatiently(jobs: readonly J[]): Promise<void> {
    for (let pause = shortestOutagePauseMs; ; pause = Math.min(pause * 2, longestOutagePauseMs)) {
      try {
        const messages = jobs.flatMap((job) => job.messages);
        await traceHandling(durable, messages, () => work.apply(jobs));
        for (const job of jobs) logger.debug({ durable, ...nameOf(job) }, 'An event was handled');
        return;
      } catch (error) {
        if (!isPassing(error) || stopping.signal.aborted) throw error;
        if (pause === longestOutagePauseMs) logger.warn({ err: error, durable }, 'Events wait for MongoDB');
        await delay(pause, undefined, { signal: stopping.signal });
      }
    }
  }

  async function handleAlone(job: J): Promise<void> {
    const [message] = job.messages;
    if (message && message.info.redeliveryCount > givenUpAfter)
      return giveUp(job, new Error(`Delivered ${message.info.redeliveryCount} times without an outcome`));
    try {
      await applyPatiently([job]);
      finish(job.messages);
    } catch (error) {
      if (stopping.signal.aborted) reader.later(job.messages, 0);
      else await tryAgainOrGiveUp(job, error);
    }
  }

  async function tryAgainOrGiveUp(job: J, error: unknown): Promise<void> {
    const { messages } = job;
    const tries = Math.max(...messages.map(({ seq }) => failedTries.get(seq) ?? 0)) + 1;
    for (const { seq } of messages) failedTries.set(seq, tries);
    logger.warn({ err: error, durable, ...nameOf(job), tries }, 'An event could not be handled');
    if (tries >= work.tries) await giveUp(job, error);
    else reader.later(messages, retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0);
  }

  async function giveUp({ messages, requestId }: Job, error: unknown): Promise<void> {
    for (const message of messages) {
      try {
        await setAside(nats, durable, message, { error, tries: failedTries.get(message.seq) ?? 1 });
        logger.error(
          { err: error, durable, subject: message.subject, stream_seq: message.seq, requestId },
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
    const { jobs, unwanted, unreadable } = work.read(messages);
    finish(unwanted);
    for (const { message, error } of unreadable)
      await giveUp({ messages: [message], requestId: null }, error);

    const suspects = jobs.filter((job) => job.messages.some(isSuspect));
    const together = jobs.filter((job) => !suspects.includes(job));
    try {
      if (together.length > 0) await applyPatiently(together);
      finish(together.flatMap((job) => job.messages));
    } catch (error) {
      logger.info(
        { err: error, durable, events: together.length },
        'A batch failed; its events are handled one by one',
      );
      for (const job of together) await handleAlone(job);
    }
    for (const job of inTurns(suspects)) await handleAlone(job);
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
  return {
    durable,
    caughtUp: reader.caughtUp,
    isUpToDate: reader.isUpToDate,
    pending: reader.pending,
    async stop() {
      stopping.abort();
      await reader.stop();
      await finished;
    },
  };
}

/** By what the log tells of a job. */
function nameOf({ messages, requestId }: Job) {
  return { subject: messages[0]?.subject, requestId };
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
function inTurns<J extends Job>(suspects: readonly J[]): readonly J[] {
  const deliveries = suspects[0]?.messages[0]?.info.redeliveryCount ?? 0;
  return deliveries % 2 === 0 ? suspects : suspects.toReversed();
}

function isSuspect(message: JsMsg): boolean {
  return message.info.redeliveryCount > suspectAfter;
}
