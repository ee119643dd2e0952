import {
  contentReleaseLimits,
  contentReleaseMessages,
  type ReleasedItem,
  type ReleaseFailure,
  scheduleMessages,
} from '@khmer-learning/contracts';
import { ApiError, notFound, staleVersion, type Transaction } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { userNamesOf } from '../history/user-names.ts';
import { versionRowId, versionsOf } from '../versions/version-rows.ts';
import type { ScheduledItem, ScheduledKind, ScheduledWorkingCopies } from './schedules.ts';

/**
 * Publishes what was saved last of an item: the draft, or the working copy. Without one, everything is published already.
 *
 * @param detail for the audit log: why it is published
 */
export async function publishSaved(
  tx: Transaction,
  kind: ScheduledKind,
  id: number,
  item: ScheduledItem,
  detail: string,
): Promise<void> {
  const { definition, publishedStatus: status, workingCopies } = kind;
  if (!item.isPublished) {
    const { title } = await kind.save(tx, id, { status });
    tx.audit(definition, { action: 'status', id, title, fields: ['status'], detail: `${status}, ${detail}` });
  } else if (await workingCopies.readInTransaction(tx, id)) {
    const { title, changedFields: fields } = await workingCopies.publishInTransaction(tx, id);
    tx.audit(definition, { action: 'working-copy-published', id, title, fields, detail });
  }
}

type ScheduledCopy = NonNullable<Awaited<ReturnType<ScheduledWorkingCopies['readInTransaction']>>>;

/** What is known of the items of a release before anything is published. */
export interface CheckedItems {
  /** Of the items that exist. */
  readonly titles: readonly string[];
  readonly failure: ReleaseFailure | null;
}

/**
 * Checks whether items can be published together, and locks them until the transaction ends.
 *
 * @param as `seen`: the items must be as the user has seen them. `saved`: what was saved last is published, unless somebody has saved
 *   it since who may not publish; what is published already is no failure. `held`: the same, of items that were checked before
 */
export async function checkReleasedItems(
  connection: Connection,
  tx: Transaction,
  kinds: readonly ScheduledKind[],
  items: readonly ReleasedItem[],
  as: 'seen' | 'saved' | 'held',
): Promise<CheckedItems> {
  const titles: string[] = [];
  const failures: ReleaseFailure['items'] = [];
  let bytes = 0;

  async function check(
    { id, version, of }: ReleasedItem,
    kind: ScheduledKind,
    item: ScheduledItem,
    copy: ScheduledCopy | null,
  ): Promise<void> {
    const { workingCopies, publishedStatus: status } = kind;
    const seen = copy ?? item;
    if (as === 'seen' && (of === 'working-copy') !== item.isPublished)
      throw staleVersion(kind.label.toLowerCase());
    if (item.isPublished && !copy) {
      if (as === 'seen') throw new ApiError(409, scheduleMessages.isPublished);
      return;
    }
    if (as === 'seen' && version !== seen.version) throw staleVersion(kind.label.toLowerCase());
    if (as === 'saved' && version !== seen.version)
      await requireSavedByPublisher(kind, id, item.version, copy);
    if (copy) await workingCopies.requireContentsAt(copy.baseVersion, id, item, tx.session);
    await kind.check(tx, id, { ...copy?.contents, status });
    bytes += Buffer.byteLength(JSON.stringify(seen.contents));
  }

  /** What is published at a time is what was saved last: not by somebody who would have to ask for a review. */
  async function requireSavedByPublisher(
    { definition: { entity } }: ScheduledKind,
    id: number,
    version: number,
    copy: ScheduledCopy | null,
  ): Promise<void> {
    const { session } = tx;
    const row =
      copy ??
      (await versionsOf(connection).findById(versionRowId({ entity, id }, version)).session(session).lean());
    const saver =
      row?.savedBy && (await userNamesOf(connection).findById(row.savedBy).session(session).lean());
    if (saver && saver.mayPublish === false) throw new ApiError(409, contentReleaseMessages.savedByOther);
  }

  for (const released of items) {
    const { entity, id } = released;
    const kind = kindOf(kinds, released);
    const item = await kind.workingCopies.readItem(id, tx.session);
    const copy = item?.isPublished ? await kind.workingCopies.readInTransaction(tx, id) : null;
    const title = titleOf(copy?.contents) ?? item?.title ?? '';
    if (item) titles.push(title);
    try {
      if (!item) throw notFound(kind.label);
      await kind.workingCopies.requirePublishing(tx, id);
      await check(released, kind, item, copy);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const message = error.issues?.map((issue) => issue.message).join('. ') ?? error.message;
      failures.push({ entity, id, title, message });
    }
  }
  if (failures.length > 0)
    return { titles, failure: { message: contentReleaseMessages.refused, items: failures } };
  if (bytes > contentReleaseLimits.bytes)
    return { titles, failure: { message: contentReleaseMessages.tooLarge, items: [] } };
  return { titles, failure: null };
}

/** Publishes items that were checked in the same transaction, by the order of their kinds: lessons after their main lesson. */
export async function publishReleasedItems(
  tx: Transaction,
  kinds: readonly ScheduledKind[],
  items: readonly ReleasedItem[],
  detail: string,
): Promise<void> {
  for (const kind of kinds)
    for (const { id } of items.filter((item) => kindOf(kinds, item) === kind)) {
      const item = await kind.workingCopies.readItem(id, tx.session);
      if (item) await publishSaved(tx, kind, id, item, detail);
    }
}

/** Every kind that can be published has a title among its contents. */
const titleOf = (contents: object | undefined) =>
  contents && 'title' in contents ? String(contents.title) : undefined;

function kindOf(kinds: readonly ScheduledKind[], { entity }: ReleasedItem): ScheduledKind {
  const kind = kinds.find(({ definition }) => definition.entity === entity);
  if (!kind) throw new Error(`Unknown kind of item: ${entity}`);
  return kind;
}
