import { type Actor, messages, type Schedule } from '@khmer-learning/contracts';
import { ApiError, type JobRow, modelOf, type Transaction } from '@khmer-learning/service-kit';
import { type Connection, type mongo, Schema } from 'mongoose';
import { scheduleCollection } from '../changes/end-schedules.ts';
import { entityKeyOf, type VersionedEntity } from '../versions/version-rows.ts';

/** A publication or unpublication that is to come: a job's row, due from `heldUntil`, which is `at` at first. */
export interface ScheduleRow extends JobRow, Pick<Schedule, 'action' | 'version' | 'of' | 'failure'> {
  /** `lesson.42` */
  _id: string;
  entity: string;
  id: number;
  at: Date;
  /** The version of the item, whatever `version` is of. */
  baseVersion: number;
  /** What `publish` publishes: the item without its status; null for what is saved last. */
  contents: object | null;
  /** Absent in schedules of earlier releases, which were pinned. */
  isPinned?: boolean;
  /** Who scheduled it, with which request. */
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<ScheduleRow>(
  { _id: String },
  { versionKey: false, collection: scheduleCollection, id: false, strict: false },
);
/** A look for due rows reads its first entry alone. */
schema.index({ heldUntil: 1 });
/** The indexes of lists, by name. */
export const scheduleIndexes = { byTime: { entity: 1, at: 1 } } as const;
schema.index(scheduleIndexes.byTime);

/** The model of the collection `schedules` on a connection; registers it on first use. */
export const schedulesOf = modelOf('Schedule', schema);

/** The rows as stored. */
export function scheduleRowsOf(connection: Connection): mongo.Collection<ScheduleRow> {
  return schedulesOf(connection).collection as unknown as mongo.Collection<ScheduleRow>;
}

/**
 * Checks that who may not publish does not change what a schedule is going to publish.
 *
 * @param change whether the schedule would publish something else, unless it is pinned, or nothing
 * @throws ApiError 403
 */
export async function requireUnscheduled(
  connection: Connection,
  { rights, session }: Pick<Transaction, 'rights' | 'session'>,
  item: VersionedEntity,
  change: 'changes' | 'ends',
): Promise<void> {
  if (rights?.canPublish !== false) return;
  const where = { _id: entityKeyOf(item), action: 'publish' } as const;
  const last = change === 'ends' ? {} : { contents: null };
  if (await scheduleRowsOf(connection).findOne({ ...where, ...last }, { session, projection: { _id: 1 } }))
    throw new ApiError(403, messages.auth.mayNotChangeScheduled);
}
