import {
  type BodyOf,
  type Review,
  type Schedule,
  specificErrorCodes,
  versionLimits,
  type WorkingCopyInfo,
  type workingCopyEndpoints,
} from '@khmer-learning/contracts';
import {
  ApiError,
  changedFields,
  coalesceReads,
  commit,
  conflict,
  deleteTombstones,
  isUnchanged,
  notFound,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { endReview, moveReviewToDraft, type ReviewRow, reviewId } from '../changes/end-reviews.ts';
import { endScheduledPublication } from '../changes/end-schedules.ts';
import type { MarkedRow, SetMark } from '../changes/item-marks.ts';
import { followAnchors } from '../comments/follow-anchors.ts';
import { findUserNames, toNameOf, userNamesOf } from '../history/user-names.ts';
import { reviewsOf, toReview } from '../reviews/review-rows.ts';
import { requireRights } from '../rights/require-rights.ts';
import { requireUnscheduled, type ScheduleRow, schedulesOf } from '../schedules/schedule-rows.ts';
import { toSchedule } from '../schedules/to-schedule.ts';
import { readVersionState } from '../versions/read-versions.ts';
import { expireVersions, storeVersions, type VersionSave } from '../versions/store-versions.ts';
import { entityKeyOf, type WorkingCopyEnd } from '../versions/version-rows.ts';
import {
  isOpen,
  type OpenWorkingCopy,
  readWorkingCopy,
  toWorkingCopyState,
  type WorkingCopyKind,
  type WorkingCopyRow,
  workingCopiesOf,
} from './working-copy-rows.ts';

/** A published item, or a draft, as its working copy needs it. */
export interface WorkingCopyItem<Contents> {
  /** The main lesson that it is or is in; null for none. */
  readonly mainLessonId: number | null;
  readonly version: number;
  readonly title: string;
  readonly isPublished: boolean;
  /** What it lacks, such as the lesson of a quiz without one, is left out. */
  readonly contents: Partial<Contents>;
}

/** The rules for the contents of working copies. */
export interface WorkingCopyRules<Contents extends object> {
  /**
   * Checks the contents of a working copy as a save of the item does.
   *
   * @returns the contents as they are stored, without undefined fields, comparable with those of the item
   * @throws ApiError 400, 413
   */
  check(contents: Contents, item: WorkingCopyItem<Contents>, session: ClientSession): Promise<Contents>;
  /** The main lesson where publishing a working copy puts the item; null for none. By default it stays where it is. */
  mainLessonOfCopy?(contents: Contents, session: ClientSession): Promise<number | null>;
}

/** What a kind of item does for its working copies. */
interface WorkingCopyOptions<Contents extends object, Item> extends WorkingCopyKind {
  /** Such as `Main lesson`, for messages. */
  readonly label: string;
  /** Reads an item; null when it does not exist. With a session, it is locked until the transaction ends. */
  readonly readItem: (id: number, session: ClientSession | null) => Promise<WorkingCopyItem<Contents> | null>;
  readonly rules: WorkingCopyRules<Contents>;
  readonly setMark: SetMark;
  /** Saves contents as what is published, without an audit record. @throws ApiError 400 as a save */
  readonly publish: (tx: Transaction, id: number, contents: Contents) => Promise<PublishedItem<Item>>;
}

/** A published item, and the names of the fields that its publication has changed, for the audit log. */
interface PublishedItem<Item> {
  readonly item: Item;
  readonly title: string;
  readonly changedFields: readonly string[];
}

/** The body of a request that saves a working copy. */
type SaveBody<Contents> = Omit<BodyOf<ReturnType<typeof workingCopyEndpoints>['save']>, 'contents'> & {
  readonly contents: Contents;
};

/** A working copy as its endpoints answer it. */
export interface WorkingCopy<Contents> extends WorkingCopyInfo {
  readonly baseVersion: number;
  readonly contents: Contents;
}

/** The new row of a working copy. `savedAt` is now by default. */
export type WorkingCopyChange<Contents> = Pick<
  OpenWorkingCopy<Contents>,
  'contents' | 'baseVersion' | 'savedBy'
> & { readonly savedAt?: Date; readonly isAutosaved?: boolean };

/** A save of an item, which may concern its working copy. */
interface ItemSave<Contents, Item> {
  /** Whether learners see the item before the save. */
  readonly isPublished: boolean;
  /** The fields to save. A status other than `draft` publishes. */
  readonly patch: { readonly status?: string | undefined };
  /** Saves the contents of the working copy as those of a draft. */
  readonly saveAsDraft: (contents: Contents) => Promise<Item>;
  /** Saves the patch, over that draft if there is one. */
  readonly savePatch: (draft: Item | null) => Promise<Item>;
}

/** The working copies of one kind of item: at most one for each, and none for a draft. */
export type WorkingCopies<Contents extends object, Item> = ReturnType<
  typeof createWorkingCopies<Contents, Item>
>;

/** The rows behind what lists say about items. */
interface FoundInfos {
  readonly copies: readonly Pick<WorkingCopyRow<never>, '_id' | 'version' | 'savedAt' | 'savedBy'>[];
  readonly schedules: readonly Omit<ScheduleRow, 'contents'>[];
  readonly reviews: readonly ReviewRow[];
  readonly users: readonly { _id: number; name: string }[];
}

const nothing: FoundInfos = { copies: [], schedules: [], reviews: [], users: [] };

/** Creates the working copies of one kind of item. */
export function createWorkingCopies<Contents extends object, Item>(
  store: ServiceContext,
  options: WorkingCopyOptions<Contents, Item>,
) {
  const { connection } = store;
  const { event: definition, workingCopyEvent, label, rules } = options;
  const rows = workingCopiesOf<Contents>(connection, options);
  const workingCopyLabel = `working copy of this ${label.toLowerCase()}`;
  const noWorkingCopy = () => notFound('Working copy');

  async function readRow(
    id: number,
    session: ClientSession | null,
  ): Promise<WorkingCopyRow<Contents> | null> {
    return rows.findById(id).session(session).lean<WorkingCopyRow<Contents>>();
  }

  /** Reads an item whose working copy is to be changed. @throws ApiError 403, 404 */
  async function readItemOrThrow(id: number, { session, rights }: Transaction) {
    const item = await options.readItem(id, session);
    if (!item) throw notFound(label);
    requireRights(rights, { isPublished: false, mainLessonId: item.mainLessonId });
    return item;
  }

  /** Checks the place of an item, and the one where contents put it. @throws ApiError 403 */
  async function requirePlaces(
    { rights, session }: Transaction,
    { mainLessonId }: WorkingCopyItem<Contents>,
    contents: Contents | null | undefined,
    isPublished: boolean,
  ): Promise<void> {
    if (!rights) return;
    requireRights(rights, { isPublished, mainLessonId });
    if (contents && rules.mainLessonOfCopy)
      requireRights(rights, { isPublished, mainLessonId: await rules.mainLessonOfCopy(contents, session) });
  }

  /** A caller that has seen a working copy end may name its last version as well as 0. */
  function checkVersion(row: WorkingCopyRow<Contents> | null, ifMatch: number | undefined): void {
    if (ifMatch === undefined || ifMatch === row?.version) return;
    if (ifMatch === 0 && !isOpen(row)) return;
    throw staleVersion(workingCopyLabel);
  }

  async function write(
    tx: Transaction,
    id: number,
    row: WorkingCopyRow<Contents> | null,
    change: WorkingCopyChange<Contents> | WorkingCopyEnd,
    as: Pick<VersionSave, 'action' | 'changedFields'> = { action: 'updated' },
    contentsBefore: object | null = row?.contents ?? null,
  ): Promise<WorkingCopyRow<Contents>> {
    const { session } = tx;
    const version = (row?.version ?? 0) + 1;
    const isEnd = typeof change === 'string';
    const next: WorkingCopyRow<Contents> = {
      baseVersion: row?.baseVersion ?? 0,
      savedBy: null,
      contents: null,
      savedAt: new Date(),
      ...(isEnd ? {} : change),
      _id: id,
      version,
    };
    await rows.replaceOne({ _id: id }, next, { session, upsert: true });
    if (isOpen(row) === isEnd) await options.setMark(tx, id, 'working-copy', !isEnd);
    const { entity } = workingCopyEvent;
    const before = row?.contents ?? null;
    const saved = { entity, id, version, before, after: next.contents };
    if (!isEnd) await storeVersions(connection, [{ ...saved, ...as, savedBy: next.savedBy }], session);
    else {
      const savedBy = tx.actor?.id ?? null;
      if (change !== 'unpublished') {
        const how = change === 'published' ? 'granted' : 'ended';
        await endReview(connection, tx, { definition, id }, how, savedBy);
      }
      await storeVersions(connection, [{ ...saved, action: change, savedBy }], session);
      await expireVersions(connection, { entity, id }, versionLimits.endedWorkingCopyDays, session);
    }
    if (row && !isOpen(row)) await deleteTombstones(connection, workingCopyEvent, [id], session);
    if (!isEnd && contentsBefore)
      await followAnchors(
        connection,
        [{ ...definition, id, before: contentsBefore, after: change.contents }],
        session,
      );
    const state = toWorkingCopyState(next);
    const surrogateKeys: string[] = [];
    if (state) tx.emitChanged(workingCopyEvent, { id, version, state, surrogateKeys });
    else tx.emitDeleted(workingCopyEvent, { id, version, surrogateKeys });
    return next;
  }

  /** Whether a version of the item had the contents that it has now. */
  async function hasSameContents(
    id: number,
    item: WorkingCopyItem<Contents>,
    version: number,
    session: ClientSession,
  ): Promise<boolean> {
    if (version === item.version) return true;
    const present = { version: item.version, state: null };
    const of = { entity: definition.entity, id };
    const state = await readVersionState(connection, of, present, version, session);
    if (!state) return false;
    const values = new Map<string, unknown>(Object.entries(state));
    const contents = Object.keys(item.contents).map((name) => [name, values.get(name)]);
    return isUnchanged(Object.fromEntries(contents) as object, item.contents);
  }

  /** @throws ApiError 409 `newer_version` when the contents of an item are others than they were at a version */
  async function requireContentsAt(
    version: number,
    id: number,
    item: WorkingCopyItem<Contents>,
    session: ClientSession,
  ): Promise<void> {
    if (await hasSameContents(id, item, version, session)) return;
    throw new ApiError(409, `This ${label.toLowerCase()} was saved since its working copy was begun`, {
      code: specificErrorCodes.newerVersion,
    });
  }

  /** Ends a working copy that was published or discarded, and its scheduled publication. */
  async function end(
    tx: Transaction,
    id: number,
    title: string,
    row: OpenWorkingCopy<Contents>,
    by: WorkingCopyEnd,
  ) {
    const detail = await endScheduledPublication(connection, { entity: definition.entity, id }, tx.session);
    if (detail !== undefined) tx.audit(definition, { action: 'schedule-cancelled', id, title, detail });
    return write(tx, id, row, by);
  }

  /** `publish` as part of a transaction, without an audit record. */
  async function publishInTransaction(
    tx: Transaction,
    id: number,
    { overwrite, ifMatch }: { overwrite?: number | undefined; ifMatch?: number | undefined } = {},
  ): Promise<PublishedItem<Item>> {
    const { session } = tx;
    const item = await readItemOrThrow(id, tx);
    const row = await readRow(id, session);
    if (!isOpen(row)) throw noWorkingCopy();
    checkVersion(row, ifMatch);
    await requireContentsAt(overwrite ?? row.baseVersion, id, item, session);
    // The first event of the transaction is the item's: callers wait for it.
    const published = await options.publish(tx, id, row.contents);
    await end(tx, id, published.title, row, 'published');
    return published;
  }

  /** Saves a working copy, with an audit record. An automatic save says it once for each person. */
  async function saveInTransaction(
    tx: Transaction,
    id: number,
    { item, row }: { item: WorkingCopyItem<Contents>; row: WorkingCopyRow<Contents> | null },
    body: Omit<SaveBody<Contents>, 'isAutosave'>,
    action: 'updated' | 'autosaved' | 'restored',
    detail?: string,
  ) {
    const { session } = tx;
    const { title } = item;
    if (!item.isPublished) throw conflict(`This ${label.toLowerCase()} is a draft: it has no working copy`);
    const open = isOpen(row) ? row : null;
    const baseVersion = body.baseVersion ?? open?.baseVersion ?? item.version;
    if (baseVersion > item.version) throw staleVersion(label.toLowerCase());
    const contents = await rules.check(body.contents, item, session);
    await requirePlaces(tx, item, contents, false);
    const isDiscarded = isUnchanged(contents, item.contents);
    await requireUnscheduled(connection, tx, { ...definition, id }, isDiscarded ? 'ends' : 'changes');
    if (isDiscarded) {
      if (open) tx.audit(definition, { action: 'working-copy-discarded', id, title });
      const ended = open ? await end(tx, id, title, open, 'discarded') : row;
      const never = { version: 0, savedAt: new Date(), savedBy: null };
      return { row: { ...never, ...ended, baseVersion: item.version }, contents };
    }
    const isAutosaved = action === 'autosaved';
    // The user's command keeps what was saved automatically as a version of its own.
    const isKept = isAutosaved || !open?.isAutosaved;
    if (isKept && open?.baseVersion === baseVersion && isUnchanged(contents, open.contents))
      return { row: open, contents };
    const savedBy = tx.actor?.id ?? null;
    const fields = changedFields(open?.contents ?? item.contents, contents);
    const change = { contents, baseVersion, savedBy, isAutosaved };
    const as = { action, changedFields: fields };
    const saved = await write(tx, id, row, change, as, open?.contents ?? item.contents);
    if (!isAutosaved || open?.savedBy !== savedBy)
      tx.audit(definition, { action: 'working-copy-saved', id, title, fields, ...(detail && { detail }) });
    return { row: saved, contents };
  }

  /** Saves or ends a working copy, without checks and an audit record. Ending none does nothing. */
  async function replaceInTransaction(
    tx: Transaction,
    id: number,
    change: WorkingCopyChange<Contents> | WorkingCopyEnd,
  ): Promise<void> {
    const row = await readRow(id, tx.session);
    if (typeof change !== 'string' || isOpen(row)) await write(tx, id, row, change);
  }

  async function toAnswer(
    row: Omit<WorkingCopyRow<Contents>, '_id' | 'contents'>,
    contents: Contents,
  ): Promise<WorkingCopy<Contents>> {
    const { version, baseVersion, savedAt, savedBy } = row;
    const nameOf = await findUserNames(connection, [savedBy]);
    return { version, baseVersion, savedAt: savedAt.toISOString(), savedBy: nameOf(savedBy), contents };
  }

  const from = (model: { readonly collection: { readonly collectionName: string } }) =>
    model.collection.collectionName;
  const ofUsers = { from: from(userNamesOf(connection)), foreignField: '_id' };

  const loadInfos = coalesceReads(async (_connection, requested: readonly (readonly number[])[]) => {
    const ids = [...new Set(requested.flat())];
    const { entity } = definition;
    const scheduleIds = ids.map((id) => entityKeyOf({ entity, id }));
    const reviewIds = ids.map((id) => reviewId({ entity, id }));
    const [found] = await rows.aggregate<FoundInfos>([
      // One document, whatever the collection has.
      { $collStats: {} },
      {
        $lookup: {
          from: from(rows),
          pipeline: [
            { $match: { _id: { $in: ids }, contents: { $ne: null } } },
            { $project: { version: 1, savedAt: 1, savedBy: 1 } },
          ],
          as: 'copies',
        },
      },
      {
        $lookup: {
          from: from(schedulesOf(connection)),
          pipeline: [{ $match: { _id: { $in: scheduleIds } } }, { $project: { contents: 0 } }],
          as: 'schedules',
        },
      },
      {
        $lookup: {
          from: from(reviewsOf(connection)),
          pipeline: [{ $match: { _id: { $in: reviewIds } } }],
          as: 'reviews',
        },
      },
      { $lookup: { ...ofUsers, localField: 'copies.savedBy', as: 'savers' } },
      { $lookup: { ...ofUsers, localField: 'schedules.actor.id', as: 'schedulers' } },
      { $lookup: { ...ofUsers, localField: 'reviews.requestedBy', as: 'requesters' } },
      { $lookup: { ...ofUsers, localField: 'reviews.answeredBy', as: 'reviewers' } },
      {
        $project: {
          ...{ copies: 1, schedules: 1, reviews: 1 },
          users: { $concatArrays: ['$savers', '$schedulers', '$requesters', '$reviewers'] },
        },
      },
    ]);
    const { copies, schedules, reviews, users } = found ?? nothing;
    const nameOf = toNameOf(users);
    return {
      copies: new Map(
        copies.map(({ _id, version, savedAt, savedBy }) => [
          _id,
          { version, savedAt: savedAt.toISOString(), savedBy: nameOf(savedBy) },
        ]),
      ),
      schedules: new Map(schedules.map((row) => [row.id, toSchedule(row, nameOf)])),
      reviewOf: (item: { readonly id: number; readonly version: number }, copy: number | undefined) => {
        const row = reviews.find(({ id }) => id === item.id);
        return row && toReview(row, nameOf, { item: item.version, copy });
      },
    };
  });

  return {
    publishInTransaction,
    requireContentsAt,

    /** Checks that an item may be published with its working copy. Does nothing for one that does not exist. @throws ApiError 403 */
    async requirePublishing(tx: Transaction, id: number): Promise<void> {
      const item = tx.rights && (await options.readItem(id, tx.session));
      if (item) await requirePlaces(tx, item, (await readRow(id, tx.session))?.contents, true);
    },

    /** Reads an item and locks it until the transaction ends; null when it does not exist. */
    readItem: (id: number, session: ClientSession) => options.readItem(id, session),

    /**
     * Adds to items what lists say about their working copies, which drafts do not have, their schedules and their reviews: one
     * command, for all calls that arrive while others are read.
     *
     * @param rows of the items: only those with marks are looked up
     */
    async withInfos<I extends { readonly id: number; readonly status: string; readonly version: number }>(
      items: readonly I[],
      rows: readonly MarkedRow[],
    ): Promise<(I & { workingCopy?: WorkingCopyInfo; schedule?: Schedule; review?: Review })[]> {
      const ids = rows.flatMap(({ _id, marks = [] }) => (marks.length > 0 ? _id : []));
      if (ids.length === 0) return [...items];
      const { copies, schedules, reviewOf } = await loadInfos(connection, ids);
      return items.map((item) => {
        const workingCopy = item.status === 'draft' ? undefined : copies.get(item.id);
        const schedule = schedules.get(item.id);
        const review = reviewOf(item, workingCopy?.version);
        return {
          ...item,
          ...(workingCopy && { workingCopy }),
          ...(schedule && { schedule }),
          ...(review && { review }),
        };
      });
    },

    /** @throws ApiError 404 without a working copy or item */
    async get(id: number): Promise<WorkingCopy<Contents>> {
      const row = await readRow(id, null);
      // A deleted item keeps its working copy, to be restored with it.
      if (!isOpen(row) || !(await options.readItem(id, null))) throw noWorkingCopy();
      return toAnswer(row, row.contents);
    },

    /**
     * Saves a working copy. Contents equal to what is published end it: the answer has the published contents then, and
     * version 0 if there has never been one.
     *
     * @param ifMatch the expected version, 0 for none; not checked when undefined
     * @throws ApiError 400 and 413 as a save of the item, 404 without an item, 409 for a draft or a stale version
     */
    async save(
      id: number,
      { isAutosave = false, ...body }: SaveBody<Contents>,
      ifMatch: number | undefined,
      context: RequestContext,
    ): Promise<WorkingCopy<Contents>> {
      const { result } = await transact(store, context, async (tx) => {
        const item = await readItemOrThrow(id, tx);
        const row = await readRow(id, tx.session);
        checkVersion(row, ifMatch);
        return saveInTransaction(tx, id, { item, row }, body, isAutosave ? 'autosaved' : 'updated');
      });
      return toAnswer(result.row, result.contents);
    },

    /**
     * Saves contents from the past as the working copy, over the one that there is, which the history keeps.
     *
     * @param ifMatch the expected version of the item; not checked when undefined
     * @param from.detail what they are, for the audit log
     * @param from.requireParents throws ApiError 409 that names a deleted parent
     * @throws ApiError as `save`
     */
    async restore(
      id: number,
      contents: Contents,
      ifMatch: number | undefined,
      context: RequestContext,
      from: { readonly detail: string; readonly requireParents: (tx: Transaction) => Promise<void> },
    ): Promise<void> {
      await transact(store, context, async (tx) => {
        const item = await readItemOrThrow(id, tx);
        if (ifMatch !== undefined && ifMatch !== item.version) throw staleVersion(label.toLowerCase());
        await from.requireParents(tx);
        const row = await readRow(id, tx.session);
        const body = { baseVersion: item.version, contents };
        await saveInTransaction(tx, id, { item, row }, body, 'restored', from.detail);
      });
    },

    /**
     * Publishes a working copy, which ends it.
     *
     * @param overwrite the version of the item that the user has seen; by default the base of the working copy
     * @throws ApiError 400 as a save of the item, 404 without a working copy, 409 for a stale version, or when the contents
     * of the item are others than in the version that was seen (`newer_version`)
     */
    async publish(
      id: number,
      { overwrite }: { readonly overwrite?: number | undefined },
      ifMatch: number | undefined,
      context: RequestContext,
    ): Promise<Item> {
      return commit(store, context, async (tx) => {
        const published = await publishInTransaction(tx, id, { overwrite, ifMatch });
        const { item, title, changedFields: fields } = published;
        tx.audit(definition, { action: 'working-copy-published', id, title, fields });
        return item;
      });
    },

    /** @throws ApiError 404 without a working copy, 409 for a stale version */
    async discard(
      id: number,
      ifMatch: number | undefined,
      context: RequestContext,
    ): Promise<{ message: string }> {
      await transact(store, context, async (tx) => {
        const { title } = await readItemOrThrow(id, tx);
        const row = await readRow(id, tx.session);
        if (!isOpen(row)) throw noWorkingCopy();
        checkVersion(row, ifMatch);
        await requireUnscheduled(connection, tx, { ...definition, id }, 'ends');
        await end(tx, id, title, row, 'discarded');
        tx.audit(definition, { action: 'working-copy-discarded', id, title });
      });
      return { message: 'The changes were discarded' };
    },

    /** Reads a working copy; null without one. */
    readInTransaction: ({ session }: Transaction, id: number) =>
      readWorkingCopy<Contents>(connection, options, id, session),
    replaceInTransaction,

    /**
     * Saves an item as part of a transaction. With the status alone, publishing publishes its working copy instead, and
     * unpublishing makes that the contents of the draft; other fields are saved over it, so that it stays in the history.
     */
    async saveItemInTransaction(
      tx: Transaction,
      id: number,
      { isPublished, patch, saveAsDraft, savePatch }: ItemSave<Contents, Item>,
    ): Promise<Item> {
      const { status, ...fields } = patch;
      const hasFields = Object.values(fields).some((value) => value !== undefined);
      // No other save concerns the working copy.
      const concernsCopy = isPublished && (status === 'draft' || (status !== undefined && !hasFields));
      const copy = concernsCopy ? await readWorkingCopy<Contents>(connection, options, id, tx.session) : null;
      if (!copy) return savePatch(null);
      if (status !== 'draft') return (await publishInTransaction(tx, id)).item;
      const draft = await saveAsDraft(copy.contents);
      const saved = hasFields ? await savePatch(draft) : draft;
      await replaceInTransaction(tx, id, 'unpublished');
      const { version } = await readItemOrThrow(id, tx);
      const became = { copy: copy.version, draft: hasFields ? 0 : version };
      await moveReviewToDraft(connection, tx, { definition, id }, became);
      return saved;
    },
  };
}
