import { setTimeout as delay } from 'node:timers/promises';
import { streamNames } from '@khmer-learning/contracts';
import { AckPolicy, type DeliverPolicy, type JetStreamManager, type JsMsg, nanos } from 'nats';
import type { Logger } from 'pino';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { isStreamMissing } from '../nats/streams.ts';

/** How often the server is asked whether everything has arrived. */
const pollIntervalMs = 500;
const requestTimeoutMs = 1_000;
const retryDelayMs = 250;
/** So many answers in a row that say "delivered" of what never came: it was lost on the way. */
const maxMissedPolls = 4;
/** The server forgets a reader that has not been heard of for so long. */
const inactiveThresholdMs = 30_000;

export interface EphemeralConsumerOptions {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly filterSubject: string;
  readonly deliverPolicy: DeliverPolicy;
  /** Leave out the messages' bodies. */
  readonly headersOnly?: boolean;
  readonly onMessage: (message: JsMsg) => void;
  /** A new reading begins: what came between the last one and this may have been missed. */
  readonly onRestart?: () => void;
}

export interface EphemeralConsumer {
  /** `performance.now()` of the last moment of which everything is known to have been told; -Infinity before. */
  confirmedAt(): number;
  /** When the stream that is read was created (epoch ms); Infinity before it was read. */
  createdAt(): number;
  stop(): Promise<void>;
}

/**
 * Reads the stream EVENTS with a reader that leaves no trace in the server, and starts over from the beginning
 * of its policy whenever anything is in doubt: a gap, a lost connection, a server that has forgotten the reader.
 * That everything arrived is not assumed from a connection being there: the server is asked, again and again.
 */
export function startEphemeralConsumer(options: EphemeralConsumerOptions): EphemeralConsumer {
  const { nats, logger, filterSubject } = options;
  const stopping = new AbortController();
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let createdAt = Number.POSITIVE_INFINITY;

  function deliver(message: JsMsg): void {
    try {
      options.onMessage(message);
    } catch (error) {
      logger.error({ err: error, subject: message.subject, seq: message.seq }, 'Event not understood');
    }
  }

  async function consume(manager: JetStreamManager): Promise<void> {
    const { name } = await manager.consumers.add(streamNames.events, {
      filter_subject: filterSubject,
      deliver_policy: options.deliverPolicy,
      ack_policy: AckPolicy.None,
      inactive_threshold: nanos(inactiveThresholdMs),
      mem_storage: true,
      num_replicas: 1,
      ...(options.headersOnly ? { headers_only: true } : {}),
    });
    options.onRestart?.();
    createdAt = Date.parse((await manager.streams.info(streamNames.events)).created);

    let received = 0;
    let outOfSync = false;
    const consumer = await manager.jetstream().consumers.get(streamNames.events, name);
    const messages = await consumer.consume({
      max_messages: 500,
      callback(message) {
        if (message.info.deliverySequence !== received + 1) outOfSync = true;
        if (outOfSync) return;
        received += 1;
        deliver(message);
      },
    });
    void messages.closed().then(() => {
      outOfSync = true;
    });
    try {
      let missedPolls = 0;
      while (!outOfSync && !stopping.signal.aborted) {
        const requestedAt = performance.now();
        const { num_pending: pending, delivered } = await manager.consumers.info(streamNames.events, name);
        const upToDate = pending === 0 && received >= delivered.consumer_seq;
        if (upToDate) confirmedAt = requestedAt;
        missedPolls = upToDate || pending > 0 ? 0 : missedPolls + 1;
        if (missedPolls >= maxMissedPolls) throw new Error('Events were lost on the way');
        await delay(upToDate ? pollIntervalMs : pollIntervalMs / 10, undefined, { signal: stopping.signal });
      }
    } finally {
      await messages.close();
      void manager.consumers.delete(streamNames.events, name).catch(() => false);
    }
  }

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const connection = await nats.whenConnected();
        if (nats.isConnected())
          await consume(await connection.jetstreamManager({ timeout: requestTimeoutMs }));
      } catch (error) {
        if (stopping.signal.aborted) return;
        // At the very first start, somebody is just creating the stream.
        const level = isStreamMissing(error) ? 'debug' : 'warn';
        logger[level]({ err: error, filterSubject }, 'Event feed interrupted');
      }
      await delay(retryDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const finished = runUntilStopped();
  return {
    confirmedAt: () => confirmedAt,
    createdAt: () => createdAt,
    async stop() {
      stopping.abort();
      if (nats.connection) await finished;
    },
  };
}
