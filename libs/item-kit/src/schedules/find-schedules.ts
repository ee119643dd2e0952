import { type EventDefinition, type Schedule, scheduleMessages } from '@khmer-learning/contracts';
import { neverDue } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { scheduleId } from '../changes/end-schedules.ts';
import { findUserNames } from '../history/user-names.ts';
import { type ScheduleRow, scheduleRowsOf } from './schedule-rows.ts';

/** Finds what is scheduled for items of one kind, by id, in one query. */
export async function findSchedules(
  connection: Connection,
  { entity }: Pick<EventDefinition, 'entity'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Schedule>> {
  if (ids.length === 0) return new Map();
  const rows = await scheduleRowsOf(connection)
    .find({ _id: { $in: ids.map((id) => scheduleId({ entity, id })) } }, { projection: { contents: 0 } })
    .toArray();
  const nameOf = await findUserNames(
    connection,
    rows.map(({ actor }) => actor?.id ?? null),
  );
  return new Map(rows.map((row) => [row.id, toSchedule(row, nameOf)]));
}

/** A schedule as the API returns it. @param nameOf from `findUserNames` */
export function toSchedule(
  { action, at, version, of, actor, failure, heldUntil }: Omit<ScheduleRow, 'contents'>,
  nameOf: Awaited<ReturnType<typeof findUserNames>>,
): Schedule {
  const isDead = heldUntil?.getTime() === neverDue.getTime();
  return {
    action,
    at: at.toISOString(),
    version,
    of,
    scheduledBy: nameOf(actor?.id ?? null),
    failure: failure ?? (isDead ? scheduleMessages.dead : null),
  };
}
