import { setTimeout as delay } from 'node:timers/promises';
import { streams } from '@khmer-learning/contracts';
import { AckPolicy, type DeliverPolicy, type JetStreamManager, type JsMsg, nanos } from 'nats';
import type { Logger } from 'pino';
import type { NatsLink } from '../nats/connect-nats.ts';
import { isStreamMissing } from '../nats/streams.ts';

/** How often the server is asked whether everything has arrived. */
const askEveryMs = 500;
const askTimeoutMs = 1_000;
const retryPauseMs = 250;
/** So many answers in a row that say "delivered" of what never came: it was lost on the way. */
const lostAfterAnswers = 4;
/** The server forgets a reader that has not been heard of for so long. */
const forgetAfterMs = 30_000;

export interface FollowOptions {
  readonly nats: NatsLink;
  readonly logger: Logger;
  readonly filterSubject: string;
  readonly deliverPolicy: DeliverPolicy;
  /** Leave out the messages' bodies. */
  readonly headersOnly?: boolean;
  readonly onMessage: (message: JsMsg) => void;
  /** A new reading begins: what came between the last one and this may have been missed. */
  readonly onRestart?: () => void;
}

export interface StreamFollower {
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
export function followStream(options: FollowOptions): StreamFollower {
  const { nats, logger, filterSubject } = options;
  const stopping = new AbortController();
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let createdAt = Number.POSITIVE_INFINITY;

  function tell(message: JsMsg): void {
    try {
      options.onMessage(message);
    } catch (error) {
      logger.error({ err: error, subject: message.subject, seq: message.seq }, 'Event not understood');
    }
  }

  async function follow(manager: JetStreamManager): Promise<void> {
    const { name } = await manager.consumers.add(streams.events, {
      filter_subject: filterSubject,
      deliver_policy: options.deliverPolicy,
      ack_policy: AckPolicy.None,
      inactive_threshold: nanos(forgetAfterMs),
      mem_storage: true,
      num_replicas: 1,
      ...(options.headersOnly ? { headers_only: true } : {}),
    });
    options.onRestart?.();
    createdAt = Date.parse((await manager.streams.info(streams.events)).created);

    let received = 0;
    let inDoubt = false;
    const reader = await manager.jetstream().consumers.get(streams.events, name);
    const messages = await reader.consume({
      max_messages: 500,
      callback(message) {
        if (message.info.deliverySequence !== received + 1) inDoubt = true;
        if (inDoubt) return;
        received += 1;
        tell(message);
      },
    });
    void messages.closed().then(() => {
      inDoubt = true;
    });
    try {
      let behind = 0;
      while (!inDoubt && !stopping.signal.aborted) {
        const askedAt = performance.now();
        const { num_pending: pending, delivered } = await manager.consumers.info(streams.events, name);
        const complete = pending === 0 && received >= delivered.consumer_seq;
        if (complete) confirmedAt = askedAt;
        behind = complete || pending > 0 ? 0 : behind + 1;
        if (behind >= lostAfterAnswers) throw new Error('Events were lost on the way');
        await delay(complete ? askEveryMs : askEveryMs / 10, undefined, { signal: stopping.signal });
      }
    } finally {
      await messages.close();
      void manager.consumers.delete(streams.events, name).catch(() => false);
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const connection = await nats.connected();
        if (nats.isConnected()) await follow(await connection.jetstreamManager({ timeout: askTimeoutMs }));
      } catch (error) {
        if (stopping.signal.aborted) return;
        // At the very first start, somebody is just creating the stream.
        const level = isStreamMissing(error) ? 'debug' : 'warn';
        logger[level]({ err: error, filterSubject }, 'Event feed interrupted');
      }
      await delay(retryPauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const finished = keepFollowing();
  return {
    confirmedAt: () => confirmedAt,
    createdAt: () => createdAt,
    async stop() {
      stopping.abort();
      if (nats.connection) await finished;
    },
  };
}
