import {
  type BodyOf,
  type EventDefinition,
  maxListedSchedules,
  type QueryOf,
  type Schedule,
  type ScheduledItem as ScheduledItemEntry,
  type ScheduleEndpoints,
  scheduleMessages,
} from '@khmer-learning/contracts';
import {
  fieldError,
  notFound,
  type RequestContext,
  staleVersion,
  type TransactDeps,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { describeSchedule } from '../changes/end-schedules.ts';
import type { SetMark } from '../changes/item-marks.ts';
import { findUserNames } from '../history/user-names.ts';
import { entityKeyOf, type WorkingCopyEnd } from '../versions/version-rows.ts';
import { type ScheduleRow, scheduleIndexes, scheduleRowsOf } from './schedule-rows.ts';
import { toSchedule } from './to-schedule.ts';

/** An item whose publication is scheduled. */
export interface ScheduledItem {
  readonly mainLessonId: number | null;
  readonly version: number;
  readonly title: string;
  readonly isPublished: boolean;
  readonly contents: object;
}

/** The working copy of an item. */
interface ScheduledCopy {
  readonly contents: object;
  readonly baseVersion: number;
  readonly savedBy: number | null;
  readonly savedAt?: Date;
}

/** What scheduling needs of the items and working copies of a kind: `createWorkingCopies` has it. */
export interface ScheduledWorkingCopies {
  /** Does nothing for an item that does not exist. @throws ApiError 403 for who may not publish it */
  requirePublishing(tx: Transaction, id: number): Promise<void>;
  readItem(id: number, session: ClientSession): Promise<ScheduledItem | null>;
  readInTransaction(
    tx: Transaction,
    id: number,
  ): Promise<(ScheduledCopy & { readonly version: number }) | null>;
  replaceInTransaction(tx: Transaction, id: number, change: ScheduledCopy | WorkingCopyEnd): Promise<void>;
  publishInTransaction(
    tx: Transaction,
    id: number,
  ): Promise<{ readonly title: string; readonly changedFields: readonly string[] }>;
  requireContentsAt(version: number, id: number, item: ScheduledItem, session: ClientSession): Promise<void>;
}

/** One kind of item that can be published and unpublished at a time. */
export interface ScheduledKind {
  readonly definition: EventDefinition;
  /** Such as `Main lesson`. */
  readonly label: string;
  /** The status that learners see. The other one is `draft`. */
  readonly publishedStatus: string;
  readonly workingCopies: ScheduledWorkingCopies;
  readonly setMark: SetMark;
  /** Reads the titles of items, by id. */
  readTitles(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Checks what `save` would, without writing what learners see. */
  check(tx: Transaction, id: number, patch: object): Promise<void>;
  /**
   * Saves an item, with all checks of a save.
   *
   * @param patch `status`, and the contents if they are to change
   * @throws ApiError when it cannot be saved
   */
  save(
    tx: Transaction,
    id: number,
    patch: object,
  ): Promise<{ readonly version: number; readonly title: string }>;
}

/** The schedules of one kind of item. */
export type Schedules = ReturnType<typeof createSchedules>;

/** Creates the schedules of one kind of item. `scheduleJob` carries them out. */
export function createSchedules(store: TransactDeps, kind: ScheduledKind) {
  const { connection } = store;
  const { definition, label, workingCopies } = kind;
  const { entity } = definition;

  return {
    /**
     * Schedules an item; replaces the schedule that it has.
     *
     * @throws ApiError 400 when the time has passed or the action would change nothing, 404, 409 when the version is stale
     */
    async set(
      id: number,
      { action, at, version, isPinned }: BodyOf<ScheduleEndpoints['set']>,
      context: RequestContext,
    ): Promise<Schedule> {
      const time = futureTime(at);
      const { result } = await transact(store, context, async (tx) => {
        const { session } = tx;
        const item = await workingCopies.readItem(id, session);
        if (!item) throw notFound(label);
        const workingCopy = await workingCopies.readInTransaction(tx, id);
        await workingCopies.requirePublishing(tx, id);
        const seen = workingCopy ?? item;
        if (version !== seen.version) throw staleVersion(label.toLowerCase());
        if (action === 'unpublish' && !item.isPublished) throw fieldError('action', scheduleMessages.isDraft);
        if (action === 'publish' && item.isPublished) {
          if (!workingCopy) throw fieldError('action', scheduleMessages.isPublished);
          await workingCopies.requireContentsAt(workingCopy.baseVersion, id, item, session);
        }
        const row: ScheduleRow = {
          ...{ _id: entityKeyOf({ entity, id }), entity, id, action, at: time, heldUntil: time, version },
          of: workingCopy ? 'working-copy' : 'item',
          baseVersion: item.version,
          contents: action === 'publish' && isPinned ? seen.contents : null,
          ...{ isPinned, actor: context.actor, requestId: context.requestId, failure: null },
        };
        // Takes the lease from an instance that carries out the former schedule.
        await scheduleRowsOf(connection).replaceOne({ _id: row._id }, row, { session, upsert: true });
        await kind.setMark(tx, id, 'schedule', true);
        const detail = describeSchedule(row);
        tx.audit(definition, { action: 'scheduled', id, title: item.title, detail });
        return row;
      });
      return toSchedule(result, await findUserNames(connection, [context.actor?.id ?? null]));
    },

    /** @throws ApiError 400 when the time has passed, 404 without a schedule */
    async move(
      id: number,
      { at }: BodyOf<ScheduleEndpoints['move']>,
      context: RequestContext,
    ): Promise<Schedule> {
      const time = futureTime(at);
      const { result } = await transact(store, context, async (tx) => {
        const { session } = tx;
        const row = await scheduleRowsOf(connection).findOneAndUpdate(
          { _id: entityKeyOf({ entity, id }) },
          // Takes the lease from an instance that carries it out.
          { $set: { at: time, heldUntil: time, holder: null, failure: null }, $unset: { failures: 1 } },
          { session, returnDocument: 'after' },
        );
        if (!row) throw notFound('Schedule');
        await workingCopies.requirePublishing(tx, id);
        const { title = '' } = (await workingCopies.readItem(id, session)) ?? {};
        tx.audit(definition, { action: 'scheduled', id, title, detail: describeSchedule(row) });
        return row;
      });
      return toSchedule(result, await findUserNames(connection, [result.actor?.id ?? null]));
    },

    /** Lists the schedules of a time, the first to come first. */
    async list({
      from,
      until,
    }: QueryOf<ScheduleEndpoints['list']>): Promise<{ data: ScheduledItemEntry[]; isComplete: boolean }> {
      const found = await scheduleRowsOf(connection)
        .find(
          { entity, at: { $gte: new Date(from), $lt: new Date(until) } },
          { projection: { contents: 0 }, limit: maxListedSchedules + 1 },
        )
        .sort({ at: 1 })
        .hint(scheduleIndexes.byTime)
        .toArray();
      const rows = found.slice(0, maxListedSchedules);
      const titles = await kind.readTitles(rows.map(({ id }) => id));
      const nameOf = await findUserNames(
        connection,
        rows.map(({ actor }) => actor?.id ?? null),
      );
      const data = rows.flatMap((row) => {
        const title = titles.get(row.id);
        return title === undefined ? [] : [{ ...toSchedule(row, nameOf), id: row.id, title }];
      });
      return { data, isComplete: found.length === rows.length };
    },

    /** @throws ApiError 404 without a schedule */
    async cancel(id: number, context: RequestContext): Promise<{ message: string }> {
      await transact(store, context, async (tx) => {
        const row = await scheduleRowsOf(connection).findOneAndDelete(
          { _id: entityKeyOf({ entity, id }) },
          { session: tx.session },
        );
        if (!row) throw notFound('Schedule');
        await kind.setMark(tx, id, 'schedule', false);
        await workingCopies.requirePublishing(tx, id);
        const { title = '' } = (await workingCopies.readItem(id, tx.session)) ?? {};
        tx.audit(definition, { action: 'schedule-cancelled', id, title, detail: describeSchedule(row) });
      });
      return { message: scheduleMessages.cancelled };
    },
  };
}

/** Parses a time to come. @throws ApiError 400 when it has passed */
export function futureTime(at: string): Date {
  const time = new Date(at);
  if (time.getTime() <= Date.now()) throw fieldError('at', scheduleMessages.past);
  return time;
}
