import { itemEditMessages, type Rights } from '@khmer-learning/contracts';
import {
  ApiError,
  changedFields,
  conflict,
  notFound,
  type ServiceContext,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import { forgetDeletedItems } from '../history/history.ts';
import { findMissingRight } from '../rights/require-rights.ts';
import type { WorkingCopyChange } from '../working-copies/working-copies.ts';
import { findWorkingCopyIds } from '../working-copies/working-copy-rows.ts';
import { type ItemRow, omitUndefined } from './item-feed.ts';
import type { PatchOf } from './item-kind.ts';
import type { PublishableItems } from './publishable-items.ts';

/** One of many edits, at the version that was seen. Its other fields are those of a save. */
interface ItemEdit {
  readonly id: number;
  readonly version: number;
  readonly status?: string | undefined;
  readonly mainLessonId?: number | undefined;
  readonly deleted?: true | undefined;
}

/** What the check of an edit needs of its item. */
interface EditedItem {
  readonly version: number;
  readonly title: string;
  readonly status: string;
  readonly mainLessonId: number | null;
}

/** What taking an edit back needs. */
type Former<Copy> =
  | { readonly deleted: true }
  | {
      readonly fields: Readonly<Record<string, unknown>>;
      readonly copy: Pick<WorkingCopyChange<Copy>, 'contents' | 'savedBy'> | null;
    };

/**
 * Creates what a kind of item does for edits of many: `plan` for `mountEdits`, and the writer that applies them. An item with
 * a working copy can be published, unpublished or deleted, not edited: published later, the working copy would take the edit back.
 *
 * @param toFields the fields of an item that an edit may change, as a save takes them
 * @param onRestored called after an edit was taken back, with the former values of the fields that it had changed
 */
export function createItemEdits<
  Contents extends object,
  Copy extends object,
  Item,
  Row extends ItemRow,
  Joined,
>(
  { connection }: ServiceContext,
  items: Pick<
    PublishableItems<Contents, Copy, Item, Row, Joined>,
    'writes' | 'workingCopies' | 'history' | 'scheduled'
  >,
  toFields: (row: Row) => object,
  onRestored?: (tx: Transaction, id: number, fields: Readonly<Record<string, unknown>>) => Promise<void>,
) {
  const { writes, workingCopies, history } = items;
  const { definition, label } = items.scheduled;

  return {
    /**
     * Checks edits before anything is written.
     *
     * @param present the items that exist, by id
     * @param refusalOf what else the kind refuses
     * @throws ApiError 400, 403 or 409 with an issue for each refused edit
     */
    async plan<Edit extends ItemEdit>(
      edits: readonly Edit[],
      present: ReadonlyMap<number, EditedItem>,
      rights: Rights | undefined,
      refusalOf: (edit: Edit) => ApiError | undefined = () => undefined,
    ) {
      const ids = edits.map(({ id }) => id);
      const copies = await findWorkingCopyIds(connection, { event: definition }, ids);
      const check = (edit: Edit): ApiError | undefined => {
        const { id, version, status, mainLessonId, deleted } = edit;
        const item = present.get(id);
        if (!item) return notFound(label);
        const isPublished = item.status !== 'draft';
        const missing = findMissingRight(rights, [
          { isPublished, mainLessonId: item.mainLessonId },
          deleted
            ? null
            : {
                isPublished: status === undefined ? isPublished : status !== 'draft',
                mainLessonId: mainLessonId ?? item.mainLessonId,
              },
        ]);
        if (missing) return missing;
        if (version !== item.version) return staleVersion(label.toLowerCase());
        if (copies.has(id) && !deleted && !isStatusAlone(edit))
          return conflict(itemEditMessages.hasWorkingCopy);
        return refusalOf(edit);
      };
      const refusals = edits.flatMap((edit, index) => {
        const error = check(edit);
        return error ? [{ error, issue: { path: `edits.${index}`, message: error.message } }] : [];
      });
      const [first] = refusals.map(({ error }) => error).sort((one, other) => one.status - other.status);
      if (first) {
        const issues = refusals.map(({ issue }) => issue);
        if (first.status === 403) throw new ApiError(403, first.message, { issues });
        throw new ApiError(first.status === 400 ? 400 : 409, itemEditMessages.refused, { issues });
      }
      return edits.map(({ id, version, ...fields }) => ({
        ...{ id, version, title: present.get(id)?.title ?? '' },
        patch: omitUndefined(fields),
      }));
    },

    /** An `EntityWriter` of imports. */
    writer: {
      counter: definition.entity,
      create: createsNothing,
      remove: createsNothing,
      findVersions: writes.findVersions,

      /** @throws ApiError as a save */
      async update(
        { id, version }: { readonly id: number; readonly version: number },
        { payload }: { readonly payload: unknown },
        tx: Transaction,
      ): Promise<{ version: number; before: Former<Copy> }> {
        const patch = payload as PatchOf<Contents> & Pick<ItemEdit, 'deleted'>;
        if (patch.deleted) {
          await writes.remove(tx, id, version);
          return { version: version + 1, before: { deleted: true } };
        }
        const copy = await workingCopies.readInTransaction(tx, id);
        if (copy && !isStatusAlone(patch)) throw conflict(itemEditMessages.hasWorkingCopy);
        const { current, next } = await writes.update(tx, id, patch, version);
        const [former, present] = [toFields(current.row), toFields(next.row)];
        const changed = new Set(changedFields(former, present));
        const fields = Object.fromEntries(Object.entries(former).filter(([name]) => changed.has(name)));
        return {
          version: next.row.version,
          before: { fields, copy: copy && { contents: copy.contents, savedBy: copy.savedBy } },
        };
      },

      /** @throws ApiError 404, 409 when somebody has changed the item since */
      async restore(
        { id, version }: { readonly id: number; readonly version: number },
        before: unknown,
        tx: Transaction,
      ): Promise<void> {
        const former = before as Former<Copy>;
        if ('deleted' in former) {
          const item = await history.readDeleted(id, tx.session);
          if (item.version !== version) throw staleVersion(label.toLowerCase());
          await writes.revive(tx, item);
          await forgetDeletedItems(connection, definition, [id], tx.session);
          return;
        }
        const { fields, copy } = former;
        if (await workingCopies.readInTransaction(tx, id)) throw conflict(itemEditMessages.hasWorkingCopy);
        const { next } = await writes.update(tx, id, fields as PatchOf<Contents>, version);
        await onRestored?.(tx, id, fields);
        if (copy)
          await workingCopies.replaceInTransaction(tx, id, { ...copy, baseVersion: next.row.version });
      },
    },
  };
}

const createsNothing = () => Promise.reject(new Error('An edit creates nothing'));

/** Whether an edit concerns the working copy of its item: no field but the status. */
function isStatusAlone(edit: object): boolean {
  const names = Object.entries(edit).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return names.every((name) => name === 'id' || name === 'version' || name === 'status');
}
