import {
  changedFields,
  lockRows,
  notFound,
  type RequestContext,
  type ServiceContext,
  validateInput,
} from '@khmer-learning/service-kit';
import { createSchedules, type ScheduledKind, type Schedules } from '../schedules/schedules.ts';
import { createWorkingCopies, type WorkingCopies } from '../working-copies/working-copies.ts';
import { createItems, type Items } from './create-items.ts';
import type { ItemRow, ItemState } from './item-feed.ts';
import type { PatchOf, PublishableKind } from './item-kind.ts';
import { createItemWrites, type SavedItem } from './item-writes.ts';

/** The operations of a kind of item that can be published. */
export interface PublishableItems<Contents extends object, Copy extends object, Item, Row, Joined>
  extends Items<Contents, Item, Row, Joined> {
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
  /** For `scheduleJob`. */
  readonly scheduled: ScheduledKind;
}

/**
 * Creates the operations of a kind of item that can be published. A save with the status alone publishes the working copy,
 * or makes it the contents of the draft; `get` tells the working copy and the schedule.
 */
export function createPublishableItems<
  Contents extends object,
  Copy extends PatchOf<Contents> & object,
  Item extends { readonly id: number; readonly status: string },
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
  // The compiler cannot see that the contents of a working copy are those of the item without its status.
  const withStatus = (contents: PatchOf<Copy>, status: string) =>
    ({ ...contents, status }) as object as PatchOf<Contents>;
  const isPublished = (row: Row) => kind.toState(row).status !== 'draft';

  const workingCopies = createWorkingCopies<Copy, SavedItem<Row, Joined>>(store, {
    event,
    workingCopyEvent: kind.contract.workingCopyEvent,
    label,
    check: publishing.check,

    async readItem(id, session) {
      if (session) await lockRows(model, [id], session);
      const found = await kind.read(id, session);
      if (!found) return null;
      const { row } = found;
      const { version, title } = row;
      return { version, title, isPublished: isPublished(row), contents: publishing.toContents(row) };
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
  };

  const items = createItems(store, kind, writes);
  const scheduled: ScheduledKind = {
    definition: event,
    label,
    publishedStatus,
    workingCopies,
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

    async get(id) {
      const [item] = await workingCopies.withInfos([await items.get(id)]);
      if (!item) throw notFound(label);
      return item;
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
