import { type EventOwner, headerNames } from '@khmer-learning/contracts';
import type { ConsumerInfo, ConsumerMessages, JetStreamManager, JsMsg, NatsConnection } from 'nats';
import type { Logger } from 'pino';
import { createBatcher } from '../concurrency/concurrency.ts';
import { pause, untilTick } from '../concurrency/pause.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { fetchStreamState, findUnfinishedOwners } from '../nats/stream-completeness.ts';
import { ackWaitMs, ensureDurable, isConsumerMissing, isStreamMissing } from '../nats/streams.ts';

/** Intervals for checking that the durable consumer still exists, and its progress. */
const pollIntervalMs = { busy: 2_000, idle: 6_000 };
const requestTimeoutMs = 2_000;
/** For how long messages are requested at a time. The server sends a heartbeat at half of it. */
const requestedForMs = 60_000;
/** For requests that a response depends on. */
const quickRequestTimeoutMs = 250;
const retryDelayMs = 500;
/** After so many polls that found the stream unchanged, the consumer is asked for, too. */
const maxUnchangedPolls = 10;
/** After this many polls with pending messages but no delivery, the subscription is considered stuck. */
const maxStalledPolls = 3;
/** The server is told in this interval which messages are still being handled: those that arrived at least that long ago. */
const ackExtensionMs = ackWaitMs / 4;
/** How long to wait for more messages when some are already buffered: a batch costs little more than one message. */
const lingerMs = 40;
/** How long batches are not gathered after `hurry`: longer than the time until a caller who still waits calls it again. */
const hurryMs = 200;

/** Settings of a pull consumer. */
export interface PullConsumerOptions {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly stream: string;
  readonly durable: string;
  readonly filterSubject: string;
  /** The services whose events it reads. The stream is complete when all of them have filled it. */
  readonly owners: readonly EventOwner[];
  /** Maximum number of messages that this instance requests ahead. */
  readonly maxBuffered: number;
  /** Maximum number of unacknowledged messages across all instances. */
  readonly maxUnacknowledged: number;
  /** How long a batch that is not full waits for more messages, also the first one after an idle period; see `hurry`. */
  readonly gatherMs: number;
  /** The same while all of them are changes that the public cannot see. */
  readonly privateGatherMs: number;
}

/** Whether a message is a change that the public cannot see: it purges no answer of `/api/v1`. */
function isPrivate({ headers }: JsMsg): boolean {
  return headers?.has(headerNames.surrogateKey) === true && headers.get(headerNames.surrogateKey) === '';
}

/**
 * Reads a durable pull consumer. `consume()` does not report that the durable was deleted or that a server lost its
 * data, so the server is polled, and a missing durable is recreated to read from the start.
 */
export function startPullConsumer(options: PullConsumerOptions) {
  const { nats, logger, stream, durable, owners, gatherMs, privateGatherMs } = options;
  const stopping = new AbortController();
  let quickManager: JetStreamManager | undefined;
  let buffer: JsMsg[] = [];
  /** How many of the buffered messages are not private. */
  let publicCount = 0;
  /** Buffered, or handed out and unfinished, with the time of arrival (`performance.now()`). */
  const inFlight = new Map<JsMsg, number>();
  /** Sequences of messages that will be redelivered. */
  const postponed = new Set<number>();
  let wake: () => void = () => undefined;
  let gathering = new AbortController();
  let hurriedUntil = Number.NEGATIVE_INFINITY;
  let pendingInStream = Number.NaN;
  let received = 0;
  let caughtUp = false;
  let ackExtensionTimer: NodeJS.Timeout | undefined;
  /** When the durable was created whose stream all owners have filled. */
  let completeDurable: string | undefined;

  function receive(message: JsMsg): void {
    received += 1;
    pendingInStream = message.info.pending;
    postponed.delete(message.seq);
    inFlight.set(message, performance.now());
    ackExtensionTimer ??= setTimeout(extendAcks, ackExtensionMs);
    buffer.push(message);
    if (!isPrivate(message)) {
      publicCount += 1;
      if (publicCount === 1) gathering.abort();
    }
    wake();
  }

  function updateCaughtUp(): void {
    caughtUp ||= pendingInStream === 0 && inFlight.size === 0 && postponed.size === 0;
  }

  async function consume(): Promise<void> {
    const client = await nats.whenConnected();
    if (!nats.isConnected()) return;
    const manager = await client.jetstreamManager({ timeout: requestTimeoutMs });
    updateFromServer(await ensureDurable(manager, options));
    quickManager = await client.jetstreamManager({ timeout: quickRequestTimeoutMs, checkAPI: false });
    const consumer = await client.jetstream().consumers.get(stream, durable);
    const messages = await consumer.consume({
      max_messages: options.maxBuffered,
      expires: requestedForMs,
      callback: receive,
    });
    try {
      await monitor(client, manager, messages);
    } finally {
      await messages.close();
    }
  }

  function updateFromServer({ num_pending, num_ack_pending }: ConsumerInfo): void {
    pendingInStream = num_pending;
    if (num_pending > 0 || num_ack_pending > 0) return;
    caughtUp = true;
    // Postponed messages that are not redelivered were replaced in the stream by newer ones.
    postponed.clear();
  }

  /** Resolves when the subscription must restart. */
  async function monitor(
    client: NatsConnection,
    manager: JetStreamManager,
    messages: ConsumerMessages,
  ): Promise<void> {
    let closed = false;
    void messages.closed().then(() => {
      closed = true;
    });
    let stalledPolls = 0;
    let unchangedPolls = 0;
    /** The state of the stream when all of its messages had been finished. */
    let calmVersion: string | undefined;
    while (!closed && !stopping.signal.aborted) {
      const before = received;
      await untilTick(calmVersion ? pollIntervalMs.idle : pollIntervalMs.busy, stopping.signal);
      if (stopping.signal.aborted) return;
      const { version } = await fetchStreamState(client, stream);
      unchangedPolls = version === calmVersion ? (unchangedPolls + 1) % maxUnchangedPolls : 0;
      if (unchangedPolls > 0) continue;
      const info = await manager.consumers.info(stream, durable);
      updateFromServer(info);
      const idle = received === before && inFlight.size === 0;
      const isCalm = idle && info.num_pending === 0 && info.num_ack_pending === 0;
      calmVersion = isCalm ? version : undefined;
      stalledPolls = idle && info.num_pending > 0 && info.num_ack_pending === 0 ? stalledPolls + 1 : 0;
      if (stalledPolls >= maxStalledPolls) throw new Error('The server has pending events but delivers none');
    }
  }

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await consume();
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isConsumerMissing(error)) logger.warn({ durable }, 'Durable consumer not found; recreating it');
        else logger.warn({ err: error, durable }, 'Could not read events; retrying');
        if (isStreamMissing(error)) await nats.createMissingStreams();
      }
      await pause(retryDelayMs, stopping.signal);
    }
  }

  /** Concurrent callers share one request, but never one that was sent before they asked. */
  const checkUpToDate = createBatcher<undefined, boolean>(
    async (callers) => {
      const value = await askUpToDate();
      return callers.map(() => ({ value }));
    },
    { concurrency: 1, maxItems: 1_000 },
  );

  /** The durable is recreated with its stream. A stream that was made anew may lack events at first. */
  async function askUpToDate(): Promise<boolean> {
    const manager = nats.isConnected() ? quickManager : undefined;
    if (!manager) return false;
    const info = await manager.consumers.info(stream, durable);
    if (owners.length > 0 && info.created !== completeDurable) {
      if ((await findUnfinishedOwners(await nats.whenConnected(), owners)).length > 0) return false;
      completeDurable = info.created;
      // The position from before says nothing about what the owners have published since.
      return askUpToDate();
    }
    return info.num_pending === 0 && info.num_ack_pending === 0;
  }

  function hurry(): void {
    hurriedUntil = performance.now() + hurryMs;
    gathering.abort();
  }

  /** How long the buffered messages wait together, from the first one. */
  function gatherTime(): number {
    if (performance.now() < hurriedUntil) return 0;
    return publicCount === 0 ? privateGatherMs : gatherMs;
  }

  /** Waits for more messages, unless somebody hurries or the consumer stops. */
  async function gather(minWaitMs: number, maxMessages: number): Promise<void> {
    const startedAt = performance.now();
    let wait = Math.max(minWaitMs, gatherTime());
    while (wait > 0 && buffer.length < maxMessages && !stopping.signal.aborted) {
      gathering = new AbortController();
      const signal = AbortSignal.any([stopping.signal, gathering.signal]);
      await pause(wait, signal);
      wait = gatherTime() - (performance.now() - startedAt);
    }
  }

  /** A slow batch, or one that waits for MongoDB, must not be redelivered to another instance. */
  function extendAcks(): void {
    const arrivedBefore = performance.now() - ackExtensionMs;
    for (const [message, arrivedAt] of inFlight) if (arrivedAt <= arrivedBefore) message.working();
    ackExtensionTimer = inFlight.size > 0 ? setTimeout(extendAcks, ackExtensionMs) : undefined;
  }

  const finished = runUntilStopped();

  return {
    /**
     * Returns at most `maxMessages` buffered messages. When the buffer is empty, it waits for the first message and
     * returns it immediately, or after the time to gather; otherwise it waits briefly for more. Empty after `stop`.
     */
    async nextBatch(maxMessages: number): Promise<readonly JsMsg[]> {
      let minWaitMs = lingerMs;
      while (buffer.length === 0) {
        if (stopping.signal.aborted) return [];
        minWaitMs = 0;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      await gather(minWaitMs, maxMessages);
      const batch = buffer.slice(0, maxMessages);
      buffer = buffer.slice(maxMessages);
      publicCount -= batch.filter((message) => !isPrivate(message)).length;
      return batch;
    },
    /** Acknowledges handled or dead-lettered messages. */
    ack(messages: readonly JsMsg[]): void {
      for (const message of messages) {
        message.ack();
        inFlight.delete(message);
      }
      updateCaughtUp();
    },
    /** Requests redelivery after a delay. */
    nak(messages: readonly JsMsg[], delayMs: number): void {
      for (const message of messages) {
        message.nak(delayMs);
        inFlight.delete(message);
        postponed.add(message.seq);
      }
    },
    /** Number of unfinished messages as known to this process; NaN before the server has responded. */
    pending: (): number => pendingInStream + inFlight.size + postponed.size,
    /** Whether all messages have been finished at least once since the start. */
    hasCaughtUp: (): boolean => caughtUp,
    /** Ends the present wait for more messages, and does without it for 200 ms: somebody waits for the effects. */
    hurry,
    /**
     * Asks the server whether all instances have finished all messages of a complete stream: after `true`, reads include every event
     * published so far. False when it does not respond. Hurries, so that a later call finds gathered messages finished.
     */
    isUpToDate(): Promise<boolean> {
      hurry();
      return checkUpToDate(undefined).catch(() => false);
    },
    async stop(): Promise<void> {
      stopping.abort();
      const unread = buffer;
      buffer = [];
      wake();
      clearTimeout(ackExtensionTimer);
      for (const message of unread) {
        message.nak();
        inFlight.delete(message);
      }
      if (nats.connection) await finished;
    },
  };
}
