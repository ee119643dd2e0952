import { streamNames } from '@khmer-learning/contracts';
import { AckPolicy, type DeliverPolicy, type Msg, type NatsConnection, nanos } from 'nats';
import type { Logger } from 'pino';
import { pause, untilTick } from '../concurrency/pause.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { fetchStreamState } from '../nats/stream-completeness.ts';
import { isStreamMissing } from '../nats/streams.ts';

/** Interval for checking with the server whether all messages have arrived; the short one while somebody asks for it. */
const pollIntervalMs = { asked: 500, calm: 2_000 };
const calmAfterMs = 5_000;
/** After so many checks that found the stream unchanged, the consumer is asked for, too: it may have been deleted. */
const maxUnchangedPolls = 10;
const requestTimeoutMs = 1_000;
const retryDelayMs = 250;
/** After this many polls that report messages as delivered that never arrived, the messages count as lost. */
const maxMissedPolls = 4;
/** The server deletes the consumer after this time without activity. */
const inactiveThresholdMs = 30_000;

/** How often the server says that there is nothing new; flow control needs it. */
const heartbeatMs = 15_000;
/** The code in the header of the server's own messages: heartbeats and flow control. */
const statusCode = 100;

/** Settings of an ephemeral consumer. */
export interface EphemeralConsumerOptions {
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly filterSubject: string;
  readonly deliverPolicy: DeliverPolicy;
  /** Delivers messages without bodies. */
  readonly headersOnly?: boolean;
  /** @param sequence of the message in the stream */
  readonly onMessage: (message: Msg, sequence: number) => void;
  /**
   * Called when reading restarts: messages since the last reading may have been missed.
   *
   * @param sequence the stream sequence after which messages are delivered
   */
  readonly onRestart?: (sequence: number) => void;
}

/** A running ephemeral consumer. */
export type EphemeralConsumer = ReturnType<typeof startEphemeralConsumer>;

/**
 * Reads the stream EVENTS with an ephemeral consumer. It restarts from its deliver policy after any doubt: a gap, a
 * lost connection, a consumer that the server has deleted. A live connection does not prove completeness, so it
 * regularly asks the server whether all messages have arrived.
 */
export function startEphemeralConsumer(options: EphemeralConsumerOptions) {
  const { nats, logger, filterSubject } = options;
  const stopping = new AbortController();
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** Aborted by the first question after a calm time. */
  let calm = new AbortController();
  let streamIdentity: string | undefined;

  function deliver(message: Msg, seq: number): void {
    try {
      options.onMessage(message, seq);
    } catch (error) {
      logger.error({ err: error, subject: message.subject, seq }, 'Could not process the event');
    }
  }

  async function consume(client: NatsConnection): Promise<void> {
    const manager = await client.jetstreamManager({ timeout: requestTimeoutMs });
    let received = 0;
    let outOfSync = false;
    /** Messages that arrived before the answer that says where they begin. */
    let early: Msg[] | undefined = [];
    function receive(message: Msg): void {
      const [, , , , , sequence, deliverySequence] = message.reply?.split('.') ?? [];
      if (Number(deliverySequence) !== received + 1) outOfSync = true;
      if (outOfSync) return;
      received += 1;
      deliver(message, Number(sequence));
    }
    // Pushed to an inbox, because permissions cannot name a nameless consumer to pull from.
    const inbox = nats.createInbox();
    const subscription = client.subscribe(inbox, {
      callback(error, message) {
        if (error) outOfSync = true;
        else if (message.headers?.code === statusCode) answerFlowControl(client, message);
        else if (early) early.push(message);
        else receive(message);
      },
    });
    try {
      const { name, delivered } = await manager.consumers.add(streamNames.events, {
        filter_subject: filterSubject,
        deliver_policy: options.deliverPolicy,
        deliver_subject: inbox,
        flow_control: true,
        idle_heartbeat: nanos(heartbeatMs),
        ack_policy: AckPolicy.None,
        inactive_threshold: nanos(inactiveThresholdMs),
        mem_storage: true,
        num_replicas: 1,
        ...(options.headersOnly ? { headers_only: true } : {}),
      });
      options.onRestart?.(delivered.stream_seq);
      for (const message of early) receive(message);
      early = undefined;
      streamIdentity = (await fetchStreamState(client)).identity;
      let missedPolls = 0;
      let unchangedPolls = 0;
      /** The state of the stream when all of its messages had arrived. */
      let confirmedVersion: string | undefined;
      while (!outOfSync && !stopping.signal.aborted) {
        const requestedAt = performance.now();
        const { version } = await fetchStreamState(client);
        unchangedPolls = version === confirmedVersion ? unchangedPolls + 1 : 0;
        if (unchangedPolls > 0 && unchangedPolls < maxUnchangedPolls) {
          confirmedAt = requestedAt;
          await untilNextPoll();
          continue;
        }
        unchangedPolls = 0;
        const info = await manager.consumers.info(streamNames.events, name);
        const { num_pending: pending } = info;
        const upToDate = pending === 0 && received >= info.delivered.consumer_seq;
        if (upToDate) confirmedAt = requestedAt;
        confirmedVersion = upToDate ? version : undefined;
        missedPolls = upToDate || pending > 0 ? 0 : missedPolls + 1;
        if (missedPolls >= maxMissedPolls) throw new Error('Events were lost in transit');
        if (upToDate) await untilNextPoll();
        else await pause(pollIntervalMs.asked / 10, stopping.signal);
      }
    } finally {
      subscription.unsubscribe();
    }
  }

  /** All consumers of a process check at the same time, and share the request. */
  function untilNextPoll(): Promise<void> {
    if (performance.now() - askedAt <= calmAfterMs) return untilTick(pollIntervalMs.asked, stopping.signal);
    calm = new AbortController();
    return untilTick(pollIntervalMs.calm, AbortSignal.any([stopping.signal, calm.signal]));
  }

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const connection = await nats.whenConnected();
        if (nats.isConnected()) await consume(connection);
      } catch (error) {
        if (stopping.signal.aborted) return;
        // On the very first start, another process may still be creating the stream.
        const level = isStreamMissing(error) ? 'debug' : 'warn';
        logger[level]({ err: error, filterSubject }, 'Event feed interrupted');
      }
      await pause(retryDelayMs, stopping.signal);
    }
  }

  const finished = runUntilStopped();
  return {
    /**
     * Time (`performance.now()`) up to which all messages are known to have been delivered; -Infinity before the first
     * time.
     */
    confirmedAt(): number {
      const now = performance.now();
      if (now - askedAt > calmAfterMs) calm.abort();
      askedAt = now;
      return confirmedAt;
    },
    /** The identity of the stream that it reads; undefined before the first read. */
    streamIdentity: (): string | undefined => streamIdentity,
    async stop(): Promise<void> {
      stopping.abort();
      if (nats.connection) await finished;
    },
  };
}

/** The server waits for an answer before it sends more. A heartbeat repeats the request if it was lost. */
function answerFlowControl(client: NatsConnection, { reply, headers }: Msg): void {
  const subject = reply || headers?.get('Nats-Consumer-Stalled');
  if (subject) client.publish(subject);
}
