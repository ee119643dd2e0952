import type { Connection } from 'mongoose';
import type { NatsConnection } from 'nats';
import { inBatches } from '../concurrency/in-batches.ts';
import { backgroundThrottleOf } from '../mongo/background-throttle.ts';
import { fetchStreamPosition } from '../nats/stream-position.ts';
import { type OutboxStream, subjectRangeOf } from '../nats/streams.ts';
import { type EventPublisher, messageIdAfterLoss } from './event-publisher.ts';
import { outboxOf } from './outbox-row.ts';

/** JetStream syncs to disk every 2 min by default, so messages acknowledged shortly before a crash may be lost. */
const unsyncedMs = 5 * 60_000;
const checkBatchSize = 50;

/**
 * Republishes the newest version of every entity and all audit records that were sent since then but are missing in
 * the stream. Runs in batches as background work.
 *
 * @param signal stops after the current batch
 * @returns the number of republished rows
 */
export async function republishMissingRows(
  deps: { connection: Connection; client: NatsConnection; publisher: EventPublisher; signal: AbortSignal },
  stream: OutboxStream,
  since: Date,
): Promise<number> {
  const { connection, client, publisher, signal } = deps;
  const outbox = outboxOf(connection);
  const backgroundThrottle = backgroundThrottleOf(connection);

  async function publishMissing(entities: readonly LatestVersion[]): Promise<number> {
    const lastSeqs = new Map<string, number>();
    const checkEntity = async ({ subject, version }: LatestVersion) => {
      const last = await fetchStreamPosition(client, subject);
      if (!last || last.version < version) lastSeqs.set(subject, last?.seq ?? 0);
    };
    await Promise.all(entities.map(checkEntity));
    const missing = entities.filter(({ subject }) => lastSeqs.has(subject));
    if (missing.length === 0) return 0;
    const rows = await outbox.find({ $or: missing }).toArray();
    const publishedSeqs = await Promise.all(
      rows.map((row) => {
        publisher.invalidate(row.subject);
        return publisher.publish(row, messageIdAfterLoss(row, lastSeqs.get(row.subject)));
      }),
    );
    return publishedSeqs.filter((seq) => seq !== undefined).length;
  }

  const newest = outbox.aggregate<LatestVersion>(
    [
      { $match: { sentAt: { $gte: since }, subject: subjectRangeOf(stream) } },
      { $group: { _id: '$subject', version: { $max: '$version' } } },
      { $project: { _id: 0, subject: '$_id', version: 1 } },
    ],
    // A day of events may have more entities than MongoDB groups in memory (100 MB).
    { allowDiskUse: true },
  );
  let published = 0;
  for await (const batch of inBatches(newest, checkBatchSize)) {
    if (signal.aborted) return published;
    published += await backgroundThrottle.run(() => publishMissing(batch));
  }
  return published;
}

/** The newest sent version of an entity. */
interface LatestVersion {
  readonly subject: string;
  readonly version: number;
}

/**
 * The earliest time from which a stream may have lost acknowledged messages: shortly before the last sent row, or all
 * retained rows when the stream is younger than them (recreated, or its disk was lost).
 *
 * @returns undefined when nothing was ever sent
 */
export async function findPossibleLossStart(
  connection: Connection,
  client: NatsConnection,
  stream: OutboxStream,
): Promise<Date | undefined> {
  const outbox = outboxOf(connection);
  const subject = subjectRangeOf(stream);
  const [newest] = await outbox
    .find({ sentAt: { $exists: true }, subject })
    .sort({ sentAt: -1 })
    .limit(1)
    .toArray();
  if (!newest?.sentAt) return undefined;
  const manager = await client.jetstreamManager();
  const created = new Date((await manager.streams.info(stream.name)).created);
  const older = await outbox.findOne({ sentAt: { $lt: created }, subject }, { projection: { _id: 1 } });
  return older ? new Date(0) : new Date(newest.sentAt.getTime() - unsyncedMs);
}
