import type { ClientSession, Connection, mongo } from 'mongoose';
import type { ItemDeletion } from '../versions/deleted-items.ts';
import type { VersionSave } from '../versions/store-versions.ts';

/** The collection of what is to be published or unpublished at a time. */
export const scheduleCollection = 'schedules';

/** The part of a schedule that tells whether it has anything left to do. */
interface EndingSchedule {
  _id: string;
  action: 'publish' | 'unpublish';
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
  const filters: mongo.Filter<EndingSchedule>[] = [];
  for (const { before, after, ...save } of saves) {
    if (!before || !after || !('status' in before) || !('status' in after)) continue;
    if (before.status === after.status) continue;
    filters.push({ _id: scheduleId(save), action: after.status === 'draft' ? 'unpublish' : 'publish' });
  }
  if (deletions.length > 0) filters.push({ _id: { $in: deletions.map(scheduleId) } });
  if (filters.length > 0) await rowsOf(connection).deleteMany({ $or: filters }, { session });
}

/** Removes the scheduled publication of an item whose working copy was published or discarded. */
export async function endScheduledPublication(
  connection: Connection,
  item: Parameters<typeof scheduleId>[0],
  session: ClientSession,
): Promise<void> {
  await rowsOf(connection).deleteOne({ _id: scheduleId(item), action: 'publish' }, { session });
}

function rowsOf(connection: Connection): mongo.Collection<EndingSchedule> {
  return connection.collection<EndingSchedule>(scheduleCollection);
}
