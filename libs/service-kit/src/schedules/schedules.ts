import {
  type BodyOf,
  type EventDefinition,
  type Schedule,
  type ScheduleEndpoints,
  scheduleMessages,
} from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { ApiError, notFound, staleVersion } from '../errors/api-error.ts';
import { findUserNames } from '../history/user-names.ts';
import { neverDue } from '../outbox/lease.ts';
import type { RequestContext } from '../outbox/request-context.ts';
import { type TransactDeps, type Transaction, transact } from '../outbox/transact.ts';
import { type ScheduleRow, scheduleId, scheduleRowsOf } from './schedule-rows.ts';

/** An item as scheduling sees it. */
export interface ScheduledItem {
  readonly title: string;
  readonly version: number;
  readonly status: string;
  /** Its fields that a publication brings: the body of a save, without the status. */
  readonly contents: object;
}

/** One kind of item that can be published and unpublished at a time. */
export interface ScheduledKind {
  readonly definition: EventDefinition;
  /** Such as `Main lesson`. */
  readonly label: string;
  /** The status that learners see. The other one is `draft`. */
  readonly publishedStatus: string;
  /** Locks an item until the transaction ends, so that it cannot change meanwhile. */
  lock(id: number, session: ClientSession): Promise<unknown>;
  /** Reads an item; undefined when it does not exist. */
  read(id: number, session: ClientSession): Promise<ScheduledItem | undefined>;
  /**
   * Saves an item, with all checks of a save.
   *
   * @param patch `status`, and the contents if they are to change
   * @throws ApiError when it cannot be saved
   */
  save(tx: Transaction, id: number, patch: object): Promise<void>;
}

/** The schedules of one kind of item. */
export interface Schedules {
  /**
   * Schedules an item; replaces the schedule that it has.
   *
   * @throws ApiError 400 when the time has passed or the action would change nothing, 404, 409 when the version is stale
   */
  set(id: number, body: BodyOf<ScheduleEndpoints['set']>, context: RequestContext): Promise<Schedule>;
  /** @throws ApiError 404 without a schedule */
  cancel(id: number, context: RequestContext): Promise<{ message: string }>;
  /** Adds to each item what is scheduled for it, in one query. */
  addTo<T extends { readonly id: number }>(
    items: readonly T[],
  ): Promise<(T & { readonly schedule: Schedule | null })[]>;
  /** `addTo` for one item. */
  addToOne<T extends { readonly id: number }>(item: T): Promise<T & { readonly schedule: Schedule | null }>;
}

/** Creates the schedules of one kind of item. `scheduleJob` carries them out. */
export function createSchedules(store: TransactDeps, kind: ScheduledKind): Schedules {
  const { connection } = store;
  const { definition, label } = kind;
  const { entity } = definition;
  const idOf = (id: number) => scheduleId({ entity, id });

  return {
    async set(id, { action, at, version }, context) {
      const time = new Date(at);
      if (time.getTime() <= Date.now()) throw invalid('at', scheduleMessages.past);
      const { result } = await transact(store, context, async (tx) => {
        const { session } = tx;
        await kind.lock(id, session);
        const item = await kind.read(id, session);
        if (!item) throw notFound(label);
        if (version !== item.version) throw staleVersion(label.toLowerCase());
        const isPublished = item.status === kind.publishedStatus;
        if (action === 'publish' && isPublished) throw invalid('action', scheduleMessages.alreadyPublished);
        if (action === 'unpublish' && !isPublished) throw invalid('action', scheduleMessages.alreadyDraft);
        const row: ScheduleRow = {
          _id: idOf(id),
          entity,
          id,
          action,
          at: time,
          heldUntil: time,
          version,
          of: 'item',
          contents: action === 'publish' ? item.contents : null,
          actor: context.actor,
          requestId: context.requestId,
          failure: null,
        };
        // Takes the lease from an instance that carries out the former schedule.
        await scheduleRowsOf(connection).replaceOne({ _id: row._id }, row, { session, upsert: true });
        const detail = describeSchedule(row);
        tx.audit(definition, { action: 'scheduled', id, title: item.title, detail });
        return row;
      });
      return toSchedule(result, await findUserNames(connection, [userIdOf(result)]));
    },

    async cancel(id, context) {
      await transact(store, context, async (tx) => {
        const row = await scheduleRowsOf(connection).findOneAndDelete(
          { _id: idOf(id) },
          { session: tx.session },
        );
        if (!row) throw notFound('Schedule');
        const { title = '' } = (await kind.read(id, tx.session)) ?? {};
        tx.audit(definition, { action: 'schedule-cancelled', id, title, detail: describeSchedule(row) });
      });
      return { message: scheduleMessages.cancelled };
    },

    async addTo(items) {
      const schedules = await readSchedules(
        connection,
        items.map(({ id }) => idOf(id)),
      );
      return items.map((item) => ({ ...item, schedule: schedules.get(idOf(item.id)) ?? null }));
    },

    async addToOne(item) {
      const _id = idOf(item.id);
      return { ...item, schedule: (await readSchedules(connection, [_id])).get(_id) ?? null };
    },
  };
}

/** The schedule in words of the audit log: `publish at 2026-11-24T06:00:00.000Z`. */
function describeSchedule({ action, at }: Pick<ScheduleRow, 'action' | 'at'>): string {
  return `${action} at ${at.toISOString()}`;
}

const userIdOf = ({ actor }: Pick<ScheduleRow, 'actor'>) => actor?.id ?? null;

function invalid(path: string, message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path, message }] });
}

async function readSchedules(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Schedule>> {
  if (ids.length === 0) return new Map();
  const rows = await scheduleRowsOf(connection)
    .find({ _id: { $in: [...ids] } }, { projection: { contents: 0 } })
    .toArray();
  const nameOf = await findUserNames(connection, rows.map(userIdOf));
  return new Map(rows.map((row) => [row._id, toSchedule(row, nameOf)]));
}

function toSchedule(
  row: Omit<ScheduleRow, 'contents'>,
  nameOf: Awaited<ReturnType<typeof findUserNames>>,
): Schedule {
  const { action, at, version, of, failure, heldUntil } = row;
  const isDead = heldUntil?.getTime() === neverDue.getTime();
  return {
    action,
    at: at.toISOString(),
    version,
    of,
    scheduledBy: nameOf(userIdOf(row)),
    failure: failure ?? (isDead ? scheduleMessages.dead : null),
  };
}
