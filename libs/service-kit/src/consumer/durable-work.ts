import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, mongo } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import { backgroundOf } from '../mongo/background.ts';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { NatsLink } from '../nats/connect-nats.ts';
import { traceHandling } from '../tracing/tracing.ts';
import { createAttempts } from './attempts.ts';
import { setAside } from './dead-letters.ts';
import { readDurable } from './durable-reader.ts';
import { isClaimConflict } from './inbox.ts';

/** Pause before each new try of a failing message; five tries take 2.4 s. */
const retryDelaysMs = [100, 300, 700, 1_300];
/** When a message that could not be set aside, or begun, comes again. */
const postponedMs = 1_000;
const shortestOutagePauseMs = 100;
const longestOutagePauseMs = 2_000;
/** A message is given up when so many processes ended while they handled it, and it alone. */
const mostEnds = 2;

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
  /** Where is noted which messages were under way, should the process end. */
  readonly connection: Connection;
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
 * Works off a stream, as background work. What comes together is done together, then acknowledged. While MongoDB is away it waits. A
 * job that fails alone is tried again, then set aside in `dead.<durable>`; what cannot be read, at once; what ends its
 * process, the fourth time that it comes. The others go on.
 */
export function startDurableWork<J extends Job>(
  deps: DurableWorkDeps,
  work: DurableWork<J>,
): DurableConsumer {
  const { nats, logger } = deps;
  const { durable, batchSize } = work;
  const reader = readDurable({ ...work, nats, logger, most: batchSize * 2 });
  const attempts = createAttempts(deps.connection, durable);
  const background = backgroundOf(deps.connection);
  const failedTries = new Map<number, number>();
  const stopping = new AbortController();

  /** Does not mistake an outage for a bad message: waits for its end. */
  async function patiently<T>(step: () => Promise<T>): Promise<T> {
    for (let pause = shortestOutagePauseMs; ; pause = Math.min(pause * 2, longestOutagePauseMs)) {
      try {
        return await step();
      } catch (error) {
        if (!isPassing(error) || stopping.signal.aborted) throw error;
        if (pause === longestOutagePauseMs) logger.warn({ err: error, durable }, 'Events wait for MongoDB');
        await delay(pause, undefined, { signal: stopping.signal });
      }
    }
  }

  async function apply(jobs: readonly J[]): Promise<void> {
    const messages = jobs.flatMap((job) => job.messages);
    await patiently(() => background.run(() => traceHandling(durable, messages, () => work.apply(jobs))));
    for (const job of jobs) logger.debug({ durable, ...nameOf(job) }, 'An event was handled');
    finish(messages);
  }

  async function handleAlone(job: J): Promise<void> {
    try {
      await apply([job]);
    } catch (error) {
      if (stopping.signal.aborted) reader.later(job.messages, 0);
      else await tryAgainOrGiveUp(job, error);
    }
  }

  async function tryAgainOrGiveUp(job: J, error: unknown): Promise<void> {
    const { messages, requestId } = job;
    const tries = Math.max(...messages.map(({ seq }) => failedTries.get(seq) ?? 0)) + 1;
    for (const { seq } of messages) failedTries.set(seq, tries);
    logger.warn({ err: error, durable, ...nameOf(job), tries }, 'An event could not be handled');
    if (tries >= work.tries) await setAsideAll(messages, { error, tries, requestId });
    else reader.later(messages, retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0);
  }

  /** @returns whether all are set aside; those that are not come again */
  async function setAsideAll(
    messages: readonly JsMsg[],
    { error, tries, requestId = null }: { error: unknown; tries: number; requestId?: string | null },
  ): Promise<boolean> {
    let allAreSetAside = true;
    for (const message of messages) {
      try {
        await setAside(nats, durable, message, { error, tries });
        logger.error(
          { err: error, durable, subject: message.subject, stream_seq: message.seq, requestId },
          'An event was set aside',
        );
        finish([message]);
      } catch (setAsideError) {
        logger.warn({ err: setAsideError, durable }, 'An event could not be set aside');
        reader.later([message], postponedMs);
        allAreSetAside = false;
      }
    }
    return allAreSetAside;
  }

  function finish(messages: readonly JsMsg[]): void {
    for (const { seq } of messages) failedTries.delete(seq);
    reader.done(messages);
  }

  async function handle(messages: readonly JsMsg[]): Promise<void> {
    const { jobs, unwanted, unreadable } = work.read(messages);
    finish(unwanted);
    for (const { message, error } of unreadable) await setAsideAll([message], { error, tries: 1 });
    if (jobs.length > 1 && (await areDoneTogether(jobs))) return;
    for (const job of jobs) await handleAlone(job);
  }

  async function areDoneTogether(jobs: readonly J[]): Promise<boolean> {
    try {
      await apply(jobs);
      return true;
    } catch (error) {
      logger.info(
        { err: error, durable, events: jobs.length },
        'A batch failed; its events are handled one by one',
      );
      return false;
    }
  }

  /** One that came before, to no outcome: perhaps it is what ended that process. It is not even read unnoted. */
  async function handleAgain(message: JsMsg): Promise<void> {
    let ends: number;
    try {
      ends = await patiently(() => attempts.begin(message.seq));
    } catch (error) {
      logger.warn({ err: error, durable }, 'An attempt could not be noted');
      reader.later([message], stopping.signal.aborted ? 0 : postponedMs);
      return;
    }
    if (ends < mostEnds) await handle([message]);
    else if (!(await giveUp(message, ends))) return;
    await patiently(() => attempts.end(message.seq)).catch((error: unknown) =>
      logger.warn({ err: error, durable }, 'The end of an attempt could not be noted'),
    );
  }

  function giveUp(message: JsMsg, ends: number): Promise<boolean> {
    const error = new Error(`The process ended ${ends} times while it handled this alone`);
    return setAsideAll([message], { error, tries: ends + 1 });
  }

  async function handleBatch(messages: readonly JsMsg[]): Promise<void> {
    await handle(messages.filter((message) => !message.redelivered));
    for (const message of inTurns(messages.filter((message) => message.redelivered))) {
      if (stopping.signal.aborted) reader.later([message], 0);
      else await handleAgain(message);
    }
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
function inTurns(again: readonly JsMsg[]): readonly JsMsg[] {
  const deliveries = again[0]?.info.redeliveryCount ?? 0;
  return deliveries % 2 === 0 ? again : again.toReversed();
}
