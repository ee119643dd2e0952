import { deadLetterSubjectPrefix, type EntityEvent, streamNames } from '@khmer-learning/contracts';
import { type EventConsumer, modelOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import { recordUsageChanges } from '../files/file.records.ts';
import { fileUsageEvents, usedFileNames } from './used-file-names.ts';

/** The files that one entity of another service uses: a replica, fed by events. */
interface FileUsage {
  /** `content.lesson.42` */
  _id: string;
  names: string[];
}

const schema = new Schema<FileUsage>(
  { _id: String, names: [String] },
  { versionKey: false, collection: 'uses' },
);
schema.index({ names: 1 });

export const fileUsagesOf = modelOf('Use', schema);

const durable = 'media-uses';
/** Only the deletion of files that were unused for days reads the usages. */
const gatherMs = 1_000;

/** Consumes the events of content and quizzes, and records which entity uses which file. */
export function startFileUsageConsumer(service: Service, now: () => Date): EventConsumer {
  return startEventConsumer(service, {
    durable,
    filterSubject: 'events.>',
    events: fileUsageEvents,
    gatherMs,
    handle: (events, tx) => recordFileUsages(service.connection, events, now(), tx.session),
  });
}

/** Whether all usage events are recorded: the stream is complete, and none is pending or a dead letter. */
export async function isFileUsageUpToDate(nats: Service['nats'], consumer: EventConsumer): Promise<boolean> {
  if (!(await consumer.isUpToDate())) return false;
  const client = await nats.whenConnected();
  const manager = await client.jetstreamManager();
  const subjects_filter = `${deadLetterSubjectPrefix}.${durable}`;
  const { state } = await manager.streams.info(streamNames.deadLetters, { subjects_filter });
  return Object.keys(state.subjects ?? {}).length === 0;
}

async function recordFileUsages(
  connection: Connection,
  events: readonly EntityEvent[],
  now: Date,
  session: ClientSession,
): Promise<void> {
  const fileUsages = fileUsagesOf(connection);
  const after = new Map(
    events.map((event) => [`${event.service}.${event.entity}.${event.entityId}`, usedFileNames(event)]),
  );
  const rows = await fileUsages.find({ _id: { $in: [...after.keys()] } }, null, { session }).lean();
  const before = new Map(rows.map((row) => [row._id, row.names]));
  const changed = new Set(
    [...after].flatMap(([id, names]) => symmetricDifference(before.get(id) ?? [], names)),
  );
  if (changed.size === 0) return;

  await fileUsages.bulkWrite(
    [...after].map(([_id, names]) =>
      names.length > 0
        ? { updateOne: { filter: { _id }, update: { $set: { names } }, upsert: true } }
        : { deleteOne: { filter: { _id } } },
    ),
    { session },
  );
  const used = await findNamesInUse(connection, [...changed], session);
  await recordUsageChanges(
    connection,
    [...changed].map((name) => ({ name, isUsed: used.has(name) })),
    now,
    session,
  );
}

function symmetricDifference(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
}

/** Most entities read at once: thousands of lessons may use the same picture. */
const maxUsagesPerQuery = 500;

/** Returns those of the names that some entity uses, and possibly other names that the same entities use. */
export async function findNamesInUse(
  connection: Connection,
  names: readonly string[],
  session: ClientSession | null = null,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (let remaining = names; ; remaining = remaining.filter((name) => !used.has(name))) {
    const rows = await fileUsagesOf(connection)
      .find({ names: { $in: remaining } }, { names: 1 }, { session, limit: maxUsagesPerQuery })
      .lean();
    for (const name of rows.flatMap((row) => row.names)) used.add(name);
    // Each full round finds a name that the next one leaves out.
    if (rows.length < maxUsagesPerQuery) return used;
  }
}
