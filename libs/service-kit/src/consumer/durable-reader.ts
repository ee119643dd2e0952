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
import type { NatsLink } from '../nats/connect-nats.ts';
import { isConsumerMissing, isStreamMissing } from '../nats/streams.ts';
import { inBatches } from '../queues/in-batches.ts';

/** How often the server is asked whether the durable is still there, and how far it is. */
const askEveryMs = 2_000;
const askTimeoutMs = 2_000;
/** For a question that an answer to somebody waits for. */
const quickAskTimeoutMs = 250;
const retryPauseMs = 500;
/** So many answers in a row that say "there is more" while nothing comes: the reading has got stuck. */
const stuckAfterAnswers = 3;
/** Unless told that work goes on, the server delivers a message again after this: so soon after a process has ended. */
const ackWaitMs = 3_000;
/** How long messages that came while others were handled wait for more: a batch costs little more than one of them. */
const gatherMs = 40;

/** The messages of a durable consumer, as long as there is a server; it is made again when it disappears. */
export interface DurableReader {
  /**
   * What is there, at most `most`; waits for the first one, and gives it at once. Where some are there already, they
   * come faster than they are handled: then it waits a moment for more. Empty once the reader stops.
   */
  next(most: number): Promise<readonly JsMsg[]>;
  /** Done with these: acknowledged, or set aside. */
  done(messages: readonly JsMsg[]): void;
  /** Not now: deliver these again later. */
  later(messages: readonly JsMsg[], delayMs: number): void;
  /** Messages not done with, as far as this process knows; NaN before the server has answered. */
  pending(): number;
  /** Whether everything was done with at some moment since the start. */
  caughtUp(): boolean;
  /** Asks the server whether everything in the stream is done with now, by all instances; false while it is silent. */
  isUpToDate(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface DurableReaderOptions {
  readonly nats: NatsLink;
  readonly logger: Logger;
  readonly stream: string;
  readonly durable: string;
  readonly filterSubject: string;
  /** Most messages on their way or in work at a time, among all instances. */
  readonly most: number;
}

/**
 * Reads a durable pull consumer. `consume()` says nothing when its durable is deleted or a server lost its
 * data (reliability): so the server is asked again and again, and the durable made anew, reading from the start.
 */
export function readDurable(options: DurableReaderOptions): DurableReader {
  const { nats, logger, stream, durable } = options;
  const stopping = new AbortController();
  let quickManager: JetStreamManager | undefined;
  let buffer: JsMsg[] = [];
  /** Handed out or in the buffer. */
  const open = new Set<JsMsg>();
  /** Sequences of messages that will come again. */
  const postponed = new Set<number>();
  let wake: () => void = () => undefined;
  let inStream = Number.NaN;
  let received = 0;
  let caughtUp = false;

  function receive(message: JsMsg): void {
    received += 1;
    inStream = message.info.pending;
    postponed.delete(message.seq);
    open.add(message);
    buffer.push(message);
    wake();
  }

  function noteProgress(): void {
    caughtUp ||= inStream === 0 && open.size === 0 && postponed.size === 0;
  }

  async function read(): Promise<void> {
    const client = await nats.connected();
    if (!nats.isConnected()) return;
    const manager = await client.jetstreamManager({ timeout: askTimeoutMs });
    noteServerView(await ensureDurable(manager, options));
    quickManager = await client.jetstreamManager({ timeout: quickAskTimeoutMs, checkAPI: false });
    const reader = await client.jetstream().consumers.get(stream, durable);
    const messages = await reader.consume({ max_messages: options.most, callback: receive });
    try {
      await watch(manager, messages);
    } finally {
      await messages.close();
    }
  }

  function noteServerView({ num_pending, num_ack_pending }: ConsumerInfo): void {
    inStream = num_pending;
    if (num_pending > 0 || num_ack_pending > 0) return;
    caughtUp = true;
    // What was postponed and does not come again has been replaced in the stream by something newer.
    postponed.clear();
  }

  /** Returns when the reading has to begin anew. */
  async function watch(manager: JetStreamManager, messages: ConsumerMessages): Promise<void> {
    let closed = false;
    void messages.closed().then(() => {
      closed = true;
    });
    let stuck = 0;
    while (!closed && !stopping.signal.aborted) {
      const before = received;
      await delay(askEveryMs, undefined, { signal: stopping.signal });
      const info = await manager.consumers.info(stream, durable);
      noteServerView(info);
      const idle = received === before && open.size === 0;
      stuck = idle && info.num_pending > 0 && info.num_ack_pending === 0 ? stuck + 1 : 0;
      if (stuck >= stuckAfterAnswers) throw new Error('The server has more events, but none comes');
    }
  }

  async function keepReading(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await read();
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isConsumerMissing(error)) logger.warn({ durable }, 'The durable is gone; it is made anew');
        else logger.warn({ err: error, durable }, 'Events are not coming in');
        if (isStreamMissing(error)) await nats.ensureStreams();
      }
      await delay(retryPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** One question for all who ask meanwhile, never one that was put before they asked. */
  const askWhetherUpToDate = inBatches<undefined, boolean>(
    async (askers) => {
      const manager = nats.isConnected() ? quickManager : undefined;
      const info = await manager?.consumers.info(stream, durable);
      const upToDate = info !== undefined && info.num_pending === 0 && info.num_ack_pending === 0;
      return askers.map(() => ({ value: upToDate }));
    },
    { atOnce: 1, maxItems: 1_000 },
  );

  // A batch that takes long, or waits for MongoDB, must not be delivered to somebody else meanwhile.
  const keepingOpen = setInterval(() => {
    for (const message of open) message.working();
  }, ackWaitMs / 4);
  const reading = keepReading();

  return {
    async next(most) {
      if (buffer.length > 0 && buffer.length < most)
        await delay(gatherMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      while (buffer.length === 0) {
        if (stopping.signal.aborted) return [];
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const batch = buffer.slice(0, most);
      buffer = buffer.slice(most);
      return batch;
    },
    done(messages) {
      for (const message of messages) {
        message.ack();
        open.delete(message);
      }
      noteProgress();
    },
    later(messages, delayMs) {
      for (const message of messages) {
        message.nak(delayMs);
        open.delete(message);
        postponed.add(message.seq);
      }
    },
    pending: () => inStream + open.size + postponed.size,
    caughtUp: () => caughtUp,
    isUpToDate: () => askWhetherUpToDate(undefined).catch(() => false),
    async stop() {
      stopping.abort();
      const unread = buffer;
      buffer = [];
      wake();
      clearInterval(keepingOpen);
      for (const message of unread) {
        message.nak();
        open.delete(message);
      }
      if (nats.connection) await reading;
    },
  };
}

async function ensureDurable(
  manager: JetStreamManager,
  options: DurableReaderOptions,
): Promise<ConsumerInfo> {
  const { stream, durable, filterSubject, most } = options;
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
    max_ack_pending: most,
    // Giving up is decided here, after telling DEAD: a server that stops delivering tells nobody.
    max_deliver: -1,
  });
}
