import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, isoDate, messageResponse } from './fields.ts';
import { versionUserSchema } from './versions.ts';

/** What a list of items can be filtered by besides their status: a schedule, a working copy, or a review that waits. At most 1,000 are listed. */
export const pendingStatuses = ['scheduled', 'changed', 'review'] as const;
export type PendingStatus = (typeof pendingStatuses)[number];

/** What can happen to an item at a time. */
export const scheduleActions = ['publish', 'unpublish'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];

export const scheduleMessages = {
  past: 'Choose a time in the future',
  isPublished: 'There is nothing to publish: everything is published already',
  isDraft: 'There is nothing to unpublish: it is a draft',
  cancelled: 'The schedule was cancelled',
  dead: 'It has failed too often. An administrator can have it tried again.',
} as const;

/** A publication or unpublication that is to come. Absent in events. */
export const scheduleSchema = z.object({
  action: z.enum(scheduleActions),
  /** ISO 8601 UTC. It happens within 5 s after it. */
  at: isoDate,
  /** The version of the item, or of its working copy, that was scheduled. */
  version: z.number().int(),
  of: z.enum(['item', 'working-copy']),
  /** Whether `publish` publishes that version, whatever is saved later; otherwise what was saved last. */
  isPinned: z.boolean(),
  scheduledBy: versionUserSchema.nullable(),
  /** Why it could not be done; null while it is to come. */
  failure: z.string().nullable(),
});
/** A publication or unpublication that is to come. */
export type Schedule = z.infer<typeof scheduleSchema>;

/** Most schedules of one kind that are listed at once. */
export const maxListedSchedules = 500;

/** A schedule in a list, with its item. */
const scheduledItemSchema = scheduleSchema.extend({
  id: z.number().int(),
  title: z.string(),
});
export type ScheduledItem = z.infer<typeof scheduledItemSchema>;

const time = z.iso.datetime('Choose a date and a time');

/**
 * Declares the endpoints that schedule one kind of item. An item has at most one schedule; setting it again replaces it.
 *
 * - `set`: `version` is the version that the user has seen, of the working copy if there is one, else of the item; 409
 *   when it is stale, and `newer_version` when the item was saved since the working copy was begun. 400 when `at` is not in
 *   the future, or the action would change nothing. `publish` publishes what was saved last, the working copy if there is
 *   one. With `isPinned`, it publishes that version: what is saved later becomes or stays the working copy
 * - `move`: another time for the same schedule; also for one that has failed, which is then tried again. 404 without one, 400 when
 *   `at` is not in the future
 * - `cancel`: 404 without a schedule
 * - `list`: those from one time until before another, the first to come first, at most `maxListedSchedules`; `isComplete` is
 *   false when there are more
 *
 * An item that is published, unpublished or deleted before the time loses its schedule if nothing is left to do.
 * Publishing or discarding a working copy ends its scheduled publication. A restored item has no schedule. One that was
 * refused keeps the reason in `failure` and is not tried again until it is set again.
 *
 * @param options.id prefix of the endpoint ids, such as `lessons`
 * @param options.path path of the items, such as `/api/lessons`
 * @param options.label such as `lesson`, for the summaries
 */
export function scheduleEndpoints<const S extends 'content' | 'quizzes'>(options: {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly label: string;
}) {
  const { service, id, label } = options;
  const path = `${options.path}/:id/schedule` as const;
  const common = { service, access: 'session', params: idParams } as const;
  return {
    set: endpoint({
      ...common,
      id: `${id}.schedule`,
      permission: 'publish',
      method: 'PUT',
      path,
      summary: `Publish or unpublish a ${label} at a time`,
      body: z.object({
        action: z.enum(scheduleActions),
        at: time,
        version: z.number().int().positive(),
        isPinned: z.boolean().default(false),
      }),
      response: scheduleSchema,
    }),
    move: endpoint({
      ...common,
      id: `${id}.moveSchedule`,
      permission: 'publish',
      method: 'PATCH',
      path,
      summary: `Publish or unpublish a ${label} at another time`,
      body: z.object({ at: time }),
      response: scheduleSchema,
    }),
    list: endpoint({
      id: `${id}.schedules`,
      service,
      method: 'GET',
      path: `${options.path}/schedules`,
      access: 'session',
      summary: `What is scheduled, by ${label}`,
      query: z.object({ from: time, until: time }),
      response: z.object({ data: z.array(scheduledItemSchema), isComplete: z.boolean() }),
    }),
    cancel: endpoint({
      ...common,
      id: `${id}.cancelSchedule`,
      permission: 'publish',
      method: 'DELETE',
      path,
      summary: `Cancel the schedule of a ${label}`,
      response: messageResponse,
    }),
  };
}
/** The endpoints that schedule one kind of item. */
export type ScheduleEndpoints = ReturnType<typeof scheduleEndpoints<'content' | 'quizzes'>>;
