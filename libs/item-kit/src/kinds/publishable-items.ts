import type { PendingStatus } from '@khmer-learning/contracts';
import {
  changedFields,
  lockRows,
  notFound,
  type RequestContext,
  type ServiceContext,
  validateInput,
} from '@khmer-learning/service-kit';
import { createSetMark } from '../changes/item-marks.ts';
import { createReviews, type Reviews } from '../reviews/reviews.ts';
import { requireUnscheduled } from '../schedules/schedule-rows.ts';
import { createSchedules, type ScheduledKind, type Schedules } from '../schedules/schedules.ts';
import { createWorkingCopies, type WorkingCopies } from '../working-copies/working-copies.ts';
import { createItems, type Items, type KeptVersion } from './create-items.ts';
import type { ItemRow, ItemState } from './item-feed.ts';
import type { Found, PatchOf, PublishableKind } from './item-kind.ts';
import { createItemWrites, type SavedItem } from './item-writes.ts';
import { resolveStatus } from './pending-items.ts';

/** The operations of a kind of item that can be published. */
export interface PublishableItems<
  Contents extends object,
  Copy extends object,
  Item,
  Row extends ItemRow,
  Joined,
> extends Items<Contents, Item, Row, Joined> {
  readonly workingCopies: WorkingCopies<Copy, SavedItem<Row, Joined>>;
  /** `workingCopies` as its endpoints need them. */
  readonly workingCopy: Pick<WorkingCopies<Copy, SavedItem<Row, Joined>>, 'get' | 'save' | 'discard'> & {
    /** @throws ApiError as `WorkingCopies.publish` */
    publish(
      id: number,
      body: { readonly overwrite?: number | undefined },
      ifMatch: number | undefined,
      context: RequestContext,
    ): Promise<Item>;
  };
  readonly schedule: Schedules;
  readonly review: Reviews;
  /** Splits the `status` of a list into a status of items, and the ids of those that are scheduled, changed or reviewed. */
  resolveStatus<Status extends string>(
    status: Status | PendingStatus | undefined,
  ): Promise<{ readonly status?: Status; readonly ids?: readonly number[] }>;
  /** For `scheduleJob`. */
  readonly scheduled: ScheduledKind;
}

/**
 * Creates the operations of a kind of item that can be published. A save with the status alone publishes the working copy,
 * or makes it the contents of the draft; `get` tells the working copy, the schedule and the review. Of something published, a version is
 * restored as the working copy; nothing from the past publishes.
 */
export function createPublishableItems<
  Contents extends object,
  Copy extends PatchOf<Contents> & object,
  Item extends { readonly id: number; readonly status: string; readonly version: number },
  State extends ItemState & { readonly status: string },
  Row extends ItemRow,
  Joined,
>(
  store: ServiceContext,
  kind: PublishableKind<Contents, Copy, Item, State, Row, Joined>,
): PublishableItems<Contents, Copy, Item, Row, Joined> {
  const { event, publishing } = kind;
  const { label } = kind.contract;
  const { publishedStatus } = publishing;
  const model = store.connection.model<ItemRow>(kind.model.modelName);
  const own = createItemWrites(store, kind);
  const setMark = createSetMark(store.connection, model);
  // The compiler cannot see that the contents of a working copy are those of the item without its status.
  const withStatus = (contents: PatchOf<Copy>, status: string) =>
    ({ ...contents, status }) as object as PatchOf<Contents>;
  const isPublished = (row: Row) => kind.toState(row).status !== 'draft';
  const mainLessonOf = (row: Row) => kind.mainLessonOf?.(row) ?? null;

  const workingCopies = createWorkingCopies<Copy, SavedItem<Row, Joined>>(store, {
    event,
    workingCopyEvent: kind.contract.workingCopyEvent,
    label,
    rules: publishing,
    setMark,

    async readItem(id, session) {
      if (session) await lockRows(model, [id], session);
      const found = await kind.read(id, session);
      if (!found) return null;
      const { row } = found;
      const { version, title } = row;
      return {
        ...{ version, title, isPublished: isPublished(row), mainLessonId: mainLessonOf(row) },
        contents: publishing.toContents(row),
      };
    },

    async publish(tx, id, contents) {
      const saved = await writes.update(tx, id, withStatus(contents, publishedStatus));
      const { current, next } = saved;
      const fields = changedFields(kind.toState(current.row), kind.toState(next.row));
      return { item: saved, title: next.row.title, changedFields: fields };
    },
  });

  const writes: typeof own = {
    ...own,
    async update(tx, id, patch, ifMatch, origin) {
      const current = await own.readCurrent(tx, id, ifMatch);
      await requireUnscheduled(store.connection, tx, { ...event, id }, 'changes');
      return workingCopies.saveItemInTransaction(tx, id, {
        isPublished: isPublished(current.row),
        patch,
        async saveAsDraft(contents) {
          const present = await publishing.withPresentParents?.(contents, current.row, tx.session);
          return { current, next: await own.save(tx, current, withStatus(present ?? contents, 'draft')) };
        },
        savePatch: async (draft) => ({
          current,
          next: await own.save(tx, draft?.next ?? current, patch, origin),
        }),
      });
    },

    async revive(tx, item) {
      const revived = await own.revive(tx, item);
      if (await workingCopies.readInTransaction(tx, item.id))
        await setMark(tx, item.id, 'working-copy', true);
      return revived;
    },
  };

  const items = createItems(store, kind, writes, kind.contract.workingCopyEvent);

  async function readOrThrow(id: number): Promise<Found<Row, Joined>> {
    const found = await kind.read(id, null);
    if (!found) throw notFound(label);
    return found;
  }

  async function get(id: number): Promise<Item> {
    const found = await readOrThrow(id);
    const [item] = await workingCopies.withInfos([await kind.toItem(found)], [found.row]);
    if (!item) throw notFound(label);
    return item;
  }

  /** The contents of a version, as the body of an update without its status. */
  async function readContents(id: number, { version, track }: KeptVersion): Promise<object> {
    const state = await items.history.readState(id, version, track);
    if (track === 'working-copy') return state;
    const update: object & { readonly status?: unknown } = kind.toUpdate?.(event.state.parse(state)) ?? state;
    const { status: _status, ...contents } = update;
    return contents;
  }
  const scheduled: ScheduledKind = {
    definition: event,
    label,
    publishedStatus,
    workingCopies,
    setMark,

    async readTitles(ids) {
      const rows = await model
        .find({ _id: { $in: ids } }, { title: 1 })
        .lean<Pick<ItemRow, '_id' | 'title'>[]>();
      return new Map(rows.map(({ _id, title }) => [_id, title]));
    },

    async check(tx, id, contents) {
      const patch = validateInput(kind.contract.update.body, contents);
      await kind.change(tx, await own.readCurrent(tx, id, undefined), patch);
    },

    async save(tx, id, contents) {
      const patch = validateInput(kind.contract.update.body, contents);
      await kind.requireParents?.(tx, patch);
      return (await writes.update(tx, id, patch)).next.row;
    },
  };

  return {
    ...items,
    workingCopies,
    scheduled,
    schedule: createSchedules(store, scheduled),
    review: createReviews(store, scheduled),
    resolveStatus: (status) => resolveStatus(store.connection, { event, model }, status),

    get,

    versions: {
      list: items.versions.list,

      async get(id, at) {
        if (at.track === 'item') return items.versions.get(id, at);
        const [contents, { row }] = await Promise.all([readContents(id, at), readOrThrow(id)]);
        return kind.toVersion(event.state.parse({ ...kind.toState(row), ...contents }), at.version);
      },

      async restore(id, at, ifMatch, context) {
        const contents = await readContents(id, at);
        const { row } = await readOrThrow(id);
        if (!isPublished(row)) return items.restoreContents(id, contents, at.version, ifMatch, context);
        const body = validateInput(kind.contract.workingCopy.save.body, { contents });
        const prepared = kind.prepare
          ? await kind.prepare(body.contents, context, { id, isRestored: true })
          : body.contents;
        await workingCopies.restore(id, prepared, ifMatch, context, {
          detail: `${at.track === 'item' ? 'version' : 'working copy'} ${at.version}`,
          requireParents: async (tx) => kind.requireParents?.(tx, prepared),
        });
        return get(id);
      },
    },

    workingCopy: {
      get: workingCopies.get,
      discard: workingCopies.discard,

      async save(id, body, ifMatch, context) {
        const contents = kind.prepare
          ? await kind.prepare(body.contents, context, { id, isRestored: false })
          : body.contents;
        return workingCopies.save(id, { ...body, contents }, ifMatch, context);
      },

      async publish(id, body, ifMatch, context) {
        const { next } = await workingCopies.publish(id, body, ifMatch, context);
        return kind.toItem(next);
      },
    },
  };
}
