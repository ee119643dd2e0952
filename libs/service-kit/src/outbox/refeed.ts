import type { Connection } from 'mongoose';
import type { NatsConnection } from 'nats';
import { lastEventOf } from '../nats/last-event.ts';
import { type OutboxStream, subjectsOf } from '../nats/outbox-streams.ts';
import type { EventPublisher } from './event-publisher.ts';
import { outboxOf } from './outbox-row.ts';

/** JetStream syncs every 2 min by default: what it acknowledged last before a crash may be gone. */
const unsyncedMs = 5 * 60_000;
const checkedAtOnce = 100;

/**
 * Publishes the newest version of every entity, and every audit record, that was sent to this stream since then
 * and that it does not have.
 *
 * @returns how many were published
 */
export async function refeedRows(
  connection: Connection,
  client: NatsConnection,
  publisher: EventPublisher,
  stream: OutboxStream,
  since: Date,
): Promise<number> {
  const outbox = outboxOf(connection);
  let published = 0;

  async function check(subject: string, version: number): Promise<void> {
    const last = await lastEventOf(client, subject);
    if (last && last.version >= version) return;
    const row = await outbox.findOne({ subject, version });
    if (!row) return;
    publisher.forget(subject);
    // An id of its own: the server may still remember the first one, though it has lost the event.
    const seq = await publisher.publish(row, `${row._id}:after-${last?.seq ?? 0}`);
    if (seq !== undefined) published += 1;
  }

  const newest = outbox.aggregate<{ _id: string; version: number }>([
    { $match: { sentAt: { $gte: since }, subject: subjectsOf(stream) } },
    { $group: { _id: '$subject', version: { $max: '$version' } } },
  ]);
  let checks: Promise<void>[] = [];
  for await (const { _id, version } of newest) {
    checks.push(check(_id, version));
    if (checks.length < checkedAtOnce) continue;
    await Promise.all(checks);
    checks = [];
  }
  await Promise.all(checks);
  return published;
}

/**
 * From when on a stream may have lost what it had acknowledged: a little before the last row sent to it, or
 * everything kept when the stream is younger than that (it was deleted, or its disk was).
 *
 * @returns undefined when nothing was ever sent to it
 */
export async function possibleLossSince(
  connection: Connection,
  client: NatsConnection,
  stream: OutboxStream,
): Promise<Date | undefined> {
  const outbox = outboxOf(connection);
  const subject = subjectsOf(stream);
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
