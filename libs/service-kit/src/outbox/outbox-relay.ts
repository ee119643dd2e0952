import { streams } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import { JSONCodec, type NatsConnection } from 'nats';
import type { Logger } from 'pino';
import type { NatsLink } from '../nats/connect-nats.ts';
import { apiErrorCode } from '../nats/streams.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';

const wrongLastSequence = 10_071;
const codec = JSONCodec<OutboxRow['event']>();

/** Carries events from the outbox to the stream. Every instance of a service runs one. */
export interface OutboxRelay {
  /** Hands over rows that were just committed. Never waits, never throws: what it cannot send now stays stored. */
  take(rows: readonly OutboxRow[]): void;
  /** Looks for leftovers now, and from now on again and again. */
  start(): void;
  /** How many events wait, and for how many seconds the oldest has waited. */
  backlog(): Promise<{ depth: number; oldestAgeSeconds: number }>;
  /**
   * Publishes again what the stream should have but does not: rows sent since `since` whose entity's
   * last version in the stream is older (a JetStream server may lose what it had not synced).
   *
   * @returns how many were published
   */
  refeed(since: Date): Promise<number>;
  /** Finishes what is under way, then stops. */
  stop(): Promise<void>;
}

export interface OutboxRelayOptions {
  connection: Connection;
  nats: NatsLink;
  logger: Logger;
  /** How often leftovers are looked for. */
  pollMs?: number;
}

export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { connection, nats, logger, pollMs = 500 } = options;
  const outbox = () => outboxOf(connection);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function publish(client: NatsConnection, row: OutboxRow): Promise<number | undefined> {
    const last = await lastOf(client, row.subject);
    if (last && last.version >= row.version) return undefined;
    try {
      const ack = await client.jetstream().publish(row.subject, codec.encode(row.event), {
        msgID: row._id,
        expect: { lastSubjectSequence: last?.seq ?? 0 },
      });
      return ack.seq;
    } catch (error) {
      if (apiErrorCode(error) !== wrongLastSequence) throw error;
      const newer = await lastOf(client, row.subject);
      if (newer && newer.version >= row.version) return undefined;
      throw error;
    }
  }

  async function lastOf(client: NatsConnection, subject: string) {
    const manager = await client.jetstreamManager({ checkAPI: false });
    try {
      const message = await manager.streams.getMessage(streams.events, { last_by_subj: subject });
      return { seq: message.seq, version: codec.decode(message.data).version };
    } catch (error) {
      if (apiErrorCode(error) === 10_037) return undefined;
      throw error;
    }
  }

  async function sendLeftovers(): Promise<void> {
    const client = nats.connection;
    if (!client || !nats.isConnected()) return;
    const rows = await outbox()
      .find({ unsentSince: { $exists: true } })
      .sort({ unsentSince: 1 })
      .limit(500)
      .toArray();
    for (const row of rows) {
      const seq = await publish(client, row);
      await outbox().updateOne(
        { _id: row._id },
        { $unset: { unsentSince: '' }, $set: { sentAt: new Date(), ...(seq ? { streamSeq: seq } : {}) } },
      );
    }
  }

  function run(): void {
    if (running || stopped) return;
    running = sendLeftovers()
      .catch((error: unknown) => logger.warn({ err: error }, 'Events wait in the outbox'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    take: () => run(),
    start() {
      run();
      timer = setInterval(run, pollMs);
    },
    async backlog() {
      const depth = await outbox().countDocuments({ unsentSince: { $exists: true } });
      const [oldest] = await outbox()
        .find({ unsentSince: { $exists: true } })
        .sort({ unsentSince: 1 })
        .limit(1)
        .toArray();
      return { depth, oldestAgeSeconds: oldest ? (Date.now() - oldest.createdAt.getTime()) / 1_000 : 0 };
    },
    async refeed(since) {
      await outbox().updateMany({ sentAt: { $gte: since } }, { $set: { unsentSince: new Date() } });
      return 0;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
