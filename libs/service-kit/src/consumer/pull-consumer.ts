import { setTimeout as delay } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerInfo,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  nanos,
} from 'nats';
import type { Logger } from 'pino';
import { createBatcher } from '../concurrency/batcher.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { isConsumerMissing, isStreamMissing } from '../nats/streams.ts';

/** How often the server is asked whether the durable is still there, and how far it is. */
const pollIntervalMs = 2_000;
const requestTimeoutMs = 2_000;
/** For a question that an answer to somebody waits for. */
const quickRequestTimeoutMs = 250;
const retryDelayMs = 500;
/** So many answers in a row that say "there is more" while nothing comes: the reading has got stuck. */
const maxStalledPolls = 3;
/** Unless told that work goes on, the server delivers a message again after this: so soon after a process has ended. */
const ackWaitMs = 3_000;
/** How long messages that came while others were handled wait for more: a batch costs little more than one of them. */
const lingerMs = 40;

/** The messages of a durable consumer, as long as there is a server; it is made again when it disappears. */
export interface PullConsumer {
  /**
   * What is there, at most `most`; waits for the first one, and gives it at once. Where some are there already, they
   * come faster than they are handled: then it waits a moment for more. Empty once the reader stops.
   */
  nextBatch(maxMessages: number): Promise<readonly JsMsg[]>;
  /** Done with these: acknowledged, or set aside. */
  ack(messages: readonly JsMsg[]): void;
  /** Not now: deliver these again later. */
  nak(messages: readonly JsMsg[], delayMs: number): void;
  /** Messages not done with, as far as this process knows; NaN before the server has answered. */
  pending(): number;
  /** Whether everything was done with at some moment since the start. */
  hasCaughtUp(): boolean;
  /** Asks the server whether everything in the stream is done with now, by all instances; false while it is silent. */
  isUpToDate(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface PullConsumerOptions {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly stream: string;
  readonly durable: string;
  readonly filterSubject: string;
  /** Most messages on their way or in work at a time, among all instances. */
  readonly maxMessages: number;
}

/**
 * Reads a durable pull consumer. `consume()` says nothing when its durable is deleted or a server lost its
 * data (reliability): so the server is asked again and again, and the durable made anew, reading from the start.
 */
export function startPullConsumer(options: PullConsumerOptions): PullConsumer {
  const { nats, logger, stream, durable } = options;
  const stopping = new AbortController();
  let quickManager: JetStreamManager | undefined;
  let buffer: JsMsg[] = [];
  /** Handed out or in the buffer. */
  const inFlight = new Set<JsMsg>();
  /** Sequences of messages that will come again. */
  const postponed = new Set<number>();
  let wake: () => void = () => undefined;
  let pendingInStream = Number.NaN;
  let received = 0;
  let caughtUp = false;

  function receive(message: JsMsg): void {
    received += 1;
    pendingInStream = message.info.pending;
    postponed.delete(message.seq);
    inFlight.add(message);
    buffer.push(message);
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
    const messages = await consumer.consume({ max_messages: options.maxMessages, callback: receive });
    try {
      await monitor(manager, messages);
    } finally {
      await messages.close();
    }
  }

  function updateFromServer({ num_pending, num_ack_pending }: ConsumerInfo): void {
    pendingInStream = num_pending;
    if (num_pending > 0 || num_ack_pending > 0) return;
    caughtUp = true;
    // What was postponed and does not come again has been replaced in the stream by something newer.
    postponed.clear();
  }

  /** Returns when the reading has to begin anew. */
  async function monitor(manager: JetStreamManager, messages: ConsumerMessages): Promise<void> {
    let closed = false;
    void messages.closed().then(() => {
      closed = true;
    });
    let stalledPolls = 0;
    while (!closed && !stopping.signal.aborted) {
      const before = received;
      await delay(pollIntervalMs, undefined, { signal: stopping.signal });
      const info = await manager.consumers.info(stream, durable);
      updateFromServer(info);
      const idle = received === before && inFlight.size === 0;
      stalledPolls = idle && info.num_pending > 0 && info.num_ack_pending === 0 ? stalledPolls + 1 : 0;
      if (stalledPolls >= maxStalledPolls) throw new Error('The server has more events, but none comes');
    }
  }

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await consume();
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isConsumerMissing(error)) logger.warn({ durable }, 'The durable is gone; it is made anew');
        else logger.warn({ err: error, durable }, 'Events are not coming in');
        if (isStreamMissing(error)) await nats.ensureStreams();
      }
      await delay(retryDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** One question for all who ask meanwhile, never one that was put before they asked. */
  const checkUpToDate = createBatcher<undefined, boolean>(
    async (callers) => {
      const manager = nats.isConnected() ? quickManager : undefined;
      const info = await manager?.consumers.info(stream, durable);
      const upToDate = info !== undefined && info.num_pending === 0 && info.num_ack_pending === 0;
      return callers.map(() => ({ value: upToDate }));
    },
    { concurrency: 1, maxItems: 1_000 },
  );

  // A batch that takes long, or waits for MongoDB, must not be delivered to somebody else meanwhile.
  const ackExtensionTimer = setInterval(() => {
    for (const message of inFlight) message.working();
  }, ackWaitMs / 4);
  const finished = runUntilStopped();

  return {
    async nextBatch(maxMessages) {
      if (buffer.length > 0 && buffer.length < maxMessages)
        await delay(lingerMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      while (buffer.length === 0) {
        if (stopping.signal.aborted) return [];
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const batch = buffer.slice(0, maxMessages);
      buffer = buffer.slice(maxMessages);
      return batch;
    },
    ack(messages) {
      for (const message of messages) {
        message.ack();
        inFlight.delete(message);
      }
      updateCaughtUp();
    },
    nak(messages, delayMs) {
      for (const message of messages) {
        message.nak(delayMs);
        inFlight.delete(message);
        postponed.add(message.seq);
      }
    },
    pending: () => pendingInStream + inFlight.size + postponed.size,
    hasCaughtUp: () => caughtUp,
    isUpToDate: () => checkUpToDate(undefined).catch(() => false),
    async stop() {
      stopping.abort();
      const unread = buffer;
      buffer = [];
      wake();
      clearInterval(ackExtensionTimer);
      for (const message of unread) {
        message.nak();
        inFlight.delete(message);
      }
      if (nats.connection) await finished;
    },
  };
}

async function ensureDurable(manager: JetStreamManager, options: PullConsumerOptions): Promise<ConsumerInfo> {
  const { stream, durable, filterSubject, maxMessages } = options;
  const existing = await manager.consumers.info(stream, durable).catch((error: unknown) => {
    if (isConsumerMissing(error)) return undefined;
    throw error;
  });
  // Another filter is another reading: from the start, which the version guard makes harmless.
  if (existing && existing.config.filter_subject !== filterSubject)
    await manager.consumers.delete(stream, durable);
  return manager.consumers.add(stream, {
    durable_name: durable,
    filter_subject: filterSubject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: maxMessages,
    // Giving up is decided here, after telling DEAD: a server that stops delivering tells nobody.
    max_deliver: -1,
  });
}
