import { type Schedule, scheduleMessages } from '@khmer-learning/contracts';
import { neverDue } from '@khmer-learning/service-kit';
import type { NameOf } from '../history/user-names.ts';
import type { ScheduleRow } from './schedule-rows.ts';

/** A schedule as the API returns it. */
export function toSchedule(
  { action, at, version, of, isPinned = true, actor, failure, heldUntil }: Omit<ScheduleRow, 'contents'>,
  nameOf: NameOf,
): Schedule {
  const isDead = heldUntil?.getTime() === neverDue.getTime();
  return {
    action,
    at: at.toISOString(),
    version,
    of,
    isPinned,
    scheduledBy: nameOf(actor?.id ?? null),
    failure: failure ?? (isDead ? scheduleMessages.dead : null),
  };
}
