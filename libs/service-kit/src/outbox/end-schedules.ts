import type { ClientSession, Connection, mongo } from 'mongoose';
import type { ItemDeletion } from '../versions/deleted-items.ts';
import type { VersionSave } from '../versions/store-versions.ts';

/** The collection of what is to be published or unpublished at a time. */
export const scheduleCollection = 'schedules';

/** The part of a schedule that tells whether it has anything left to do. */
interface EndingSchedule {
  _id: string;
  action: 'publish' | 'unpublish';
  at: Date;
}

/** The schedule in words of the audit log: `publish at 2026-11-24T06:00:00.000Z`. */
export function describeSchedule({ action, at }: Pick<EndingSchedule, 'action' | 'at'>): string {
  const time = at.toISOString();
  return action === 'publish' ? `publish at ${time}` : `unpublish at ${time}`;
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
 *
 * @returns the saves that ended a schedule, with its description for the audit log
 */
export async function endSchedules(
  connection: Connection,
  saves: readonly VersionSave[],
  deletions: readonly ItemDeletion[],
  session: ClientSession,
): Promise<{ readonly save: VersionSave; readonly detail: string }[]> {
  const filters: mongo.Filter<EndingSchedule>[] = [];
  for (const { before, after, ...save } of saves) {
    if (!before || !after || !('status' in before) || !('status' in after)) continue;
    if (before.status === after.status) continue;
    filters.push({ _id: scheduleId(save), action: after.status === 'draft' ? 'unpublish' : 'publish' });
  }
  if (deletions.length > 0) filters.push({ _id: { $in: deletions.map(scheduleId) } });
  if (filters.length === 0) return [];
  const ended = await rowsOf(connection).find({ $or: filters }, { session }).toArray();
  if (ended.length === 0) return [];
  await rowsOf(connection).deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } }, { session });
  return ended.flatMap((schedule) => {
    const save = saves.find((one) => one.after !== null && scheduleId(one) === schedule._id);
    return save === undefined ? [] : { save, detail: describeSchedule(schedule) };
  });
}

/**
 * Removes the scheduled publication of an item whose working copy was published or discarded.
 * @returns its description for the audit log; undefined without one
 */
export async function endScheduledPublication(
  connection: Connection,
  item: Parameters<typeof scheduleId>[0],
  session: ClientSession,
): Promise<string | undefined> {
  const where = { _id: scheduleId(item), action: 'publish' } as const;
  const ended = await rowsOf(connection).findOneAndDelete(where, { session });
  return ended ? describeSchedule(ended) : undefined;
}

function rowsOf(connection: Connection): mongo.Collection<EndingSchedule> {
  return connection.collection<EndingSchedule>(scheduleCollection);
}
