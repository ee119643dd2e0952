import type { EntityChange, EntitySave } from '@khmer-learning/service-kit';
import type { ClientSession, Connection, mongo } from 'mongoose';
import { entityKeyOf, type VersionedEntity } from '../versions/version-rows.ts';

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

/**
 * Removes the schedules that have nothing left to do, in the transaction of the changes: of an item that was deleted, and
 * of one whose status has become what was scheduled.
 *
 * @returns the saves that ended a schedule, with its description for the audit log
 */
export async function endSchedules(
  connection: Connection,
  changes: readonly EntityChange[],
  session: ClientSession,
): Promise<{ readonly save: EntitySave; readonly detail: string }[]> {
  const filters: mongo.Filter<EndingSchedule>[] = [];
  const saves = changes.filter((change) => change.after !== null);
  for (const save of saves) {
    const { before, after } = save;
    if (!before || !('status' in before) || !('status' in after)) continue;
    if (before.status === after.status) continue;
    filters.push({ _id: scheduleIdOf(save), action: after.status === 'draft' ? 'unpublish' : 'publish' });
  }
  const deletions = changes.filter((change) => change.after === null);
  if (deletions.length > 0) filters.push({ _id: { $in: deletions.map(scheduleIdOf) } });
  if (filters.length === 0) return [];
  const ended = await rowsOf(connection).find({ $or: filters }, { session }).toArray();
  if (ended.length === 0) return [];
  await rowsOf(connection).deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } }, { session });
  return ended.flatMap((schedule) => {
    const save = saves.find((one) => scheduleIdOf(one) === schedule._id);
    return save === undefined ? [] : { save, detail: describeSchedule(schedule) };
  });
}

function scheduleIdOf({ definition: { entity }, id }: EntityChange): string {
  return entityKeyOf({ entity, id });
}

/**
 * Removes the scheduled publication of an item whose working copy was published or discarded.
 * @returns its description for the audit log; undefined without one
 */
export async function endScheduledPublication(
  connection: Connection,
  item: VersionedEntity,
  session: ClientSession,
): Promise<string | undefined> {
  const where = { _id: entityKeyOf(item), action: 'publish' } as const;
  const ended = await rowsOf(connection).findOneAndDelete(where, { session });
  return ended ? describeSchedule(ended) : undefined;
}

function rowsOf(connection: Connection): mongo.Collection<EndingSchedule> {
  return connection.collection<EndingSchedule>(scheduleCollection);
}
