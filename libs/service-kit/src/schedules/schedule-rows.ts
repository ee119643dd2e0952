import type { Actor, Schedule } from '@khmer-learning/contracts';
import { type ClientSession, type Connection, type Model, type mongo, Schema } from 'mongoose';
import type { JobRow } from '../outbox/lease.ts';
import type { ItemDeletion } from '../versions/deleted-items.ts';
import type { VersionSave } from '../versions/store-versions.ts';

/** A publication or unpublication that is to come: a job's row, due from `heldUntil`, which is `at` at first. */
export interface ScheduleRow extends JobRow, Pick<Schedule, 'action' | 'version' | 'of' | 'failure'> {
  /** `lesson.42` */
  _id: string;
  entity: string;
  id: number;
  at: Date;
  /** The version of the item, whatever `version` is of. */
  baseVersion: number;
  /** What `publish` publishes: the item without its status. */
  contents: object | null;
  /** Who scheduled it, with which request. */
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<ScheduleRow>(
  { _id: String },
  { versionKey: false, collection: 'schedules', id: false, strict: false },
);
/** A look for due rows reads its first entry alone. */
schema.index({ heldUntil: 1 });

/** The model of the collection `schedules` on a connection; registers it on first use. */
export function schedulesOf(connection: Connection): Model<ScheduleRow> {
  return connection.models.Schedule ?? connection.model<ScheduleRow>('Schedule', schema);
}

/** The rows as stored. */
export function scheduleRowsOf(connection: Connection): mongo.Collection<ScheduleRow> {
  return schedulesOf(connection).collection as unknown as mongo.Collection<ScheduleRow>;
}

/** The `_id` of the schedule of an item. */
export function scheduleId({
  entity,
  id,
}: {
  readonly entity: string;
  readonly id: string | number;
}): string {
  return `${entity}.${id}`;
}

/**
 * Removes the schedules that have nothing left to do, in the transaction of the changes: of an item that was deleted, and
 * of one whose status has become what was scheduled.
 */
export async function endSchedules(
  connection: Connection,
  saves: readonly VersionSave[],
  deletions: readonly ItemDeletion[],
  session: ClientSession,
): Promise<void> {
  const filters: mongo.Filter<ScheduleRow>[] = [];
  for (const { before, after, ...save } of saves) {
    if (!before || !after || !('status' in before) || !('status' in after)) continue;
    if (before.status === after.status) continue;
    filters.push({ _id: scheduleId(save), action: after.status === 'draft' ? 'unpublish' : 'publish' });
  }
  if (deletions.length > 0) filters.push({ _id: { $in: deletions.map(scheduleId) } });
  if (filters.length > 0) await scheduleRowsOf(connection).deleteMany({ $or: filters }, { session });
}

/** Removes the scheduled publication of an item whose working copy was published or discarded. */
export async function endScheduledPublication(
  connection: Connection,
  item: Parameters<typeof scheduleId>[0],
  session: ClientSession,
): Promise<void> {
  await scheduleRowsOf(connection).deleteOne({ _id: scheduleId(item), action: 'publish' }, { session });
}
