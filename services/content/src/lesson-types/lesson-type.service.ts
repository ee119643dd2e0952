import {
  type BodyOf,
  type LessonSummary,
  type LessonType,
  lessonTypeEvent,
  lessonTypeMessages,
  type lessonTypesCreate,
  type lessonTypesDelete,
  type lessonTypesList,
  type lessonTypesListLessons,
  type lessonTypesRestoreDeleted,
  lessonTypesUpdate,
  messages,
  type QueryOf,
  type ResponseOf,
  type StateOf,
  surrogateKeys,
  uploadedFileNamePattern,
} from '@khmer-learning/contracts';
import {
  auditInputForRestoration,
  auditInputForUpdate,
  createHistory,
  type History,
  type RestorableItem,
} from '@khmer-learning/item-kit';
import {
  ApiError,
  commit,
  conflict,
  findPage,
  isUnchanged,
  type JobDefinition,
  type JobRow,
  nextId,
  notFound,
  pageOf,
  type RequestContext,
  type SearchFields,
  type ServiceContext,
  searchCondition,
  searchFields,
  staleVersion,
  type Transaction,
  validateInput,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  cascadeAuditDetail,
  deleteParentWithLessons,
  replaceLessonImages,
  restoreParentWithLessons,
} from '../lessons/cascades/lesson.cascade.ts';
import type { LessonService } from '../lessons/lesson.service.ts';
import { defaultLessonImage, normaliseTitle, resolveIconUrl } from '../parents/lesson-type.parents.ts';
import { omitUndefined } from '../store/omit-undefined.ts';
import { acquireExclusiveParentLock, createParentLocks, deleteParentLocks } from '../store/parent-locks.ts';
import { lessonTypeIndexes, lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

/** A lesson type without search fields. */
export type LessonTypeRow = Omit<StoredLessonType, keyof SearchFields | 'titleKey'>;

const lessonTypeRowProjection = { searchKeys: 0, searchText: 0, titleKey: 0 } as const;
const duplicateKeyErrorCode = 11_000;
const systemContext: RequestContext = { actor: null, requestId: null };

/** The console's operations on lesson types. Those that take an id answer 404 when it does not exist. */
export interface LessonTypeService {
  /** Lists lesson types, newest first, in one page of `maxUnpagedRows`. */
  list(query: QueryOf<typeof lessonTypesList>): Promise<LessonType[]>;
  /** Lists the lessons of a type, newest first. */
  lessons(id: number, query: QueryOf<typeof lessonTypesListLessons>): Promise<LessonSummary[]>;
  /** @throws ApiError 409 when another lesson type has this title */
  create(body: BodyOf<typeof lessonTypesCreate>, context: RequestContext): Promise<LessonType>;
  /**
   * Updates a lesson type; a new title also changes the default image of its lessons, of many in the background.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 409 when the version is stale, another lesson type has this title, or lessons still get the image of
   * the present title
   */
  update(
    id: number,
    patch: BodyOf<typeof lessonTypesUpdate>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<LessonType>;
  /** Reads a lesson type as it was at a version. */
  getVersion(id: number, version: number): Promise<LessonType>;
  /**
   * Saves the contents of an earlier version as a new one.
   *
   * @throws ApiError as `update`
   */
  restoreVersion(
    id: number,
    version: number,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<LessonType>;
  /**
   * Restores a deleted lesson type. Its lessons follow in the background; the response has their number.
   *
   * @throws ApiError 404 when it cannot be restored, 409 while it is still being deleted or when another lesson type
   * has its title
   */
  restoreDeleted(id: number, context: RequestContext): Promise<ResponseOf<typeof lessonTypesRestoreDeleted>>;
  /** Deletes a lesson type with its lessons; the response has the number of lessons. */
  remove(id: number, context: RequestContext): Promise<ResponseOf<typeof lessonTypesDelete>>;
}

/** Creates the history of lesson types. */
export function createLessonTypeHistory(store: ServiceContext): History {
  return createHistory(store, {
    definition: lessonTypeEvent,
    label: 'Lesson type',
    async readPresent(id) {
      const found = await lessonTypesOf(store.connection)
        .findById(id, lessonTypeRowProjection)
        .lean<LessonTypeRow>();
      return found ? { version: found.version, state: toLessonTypeState(found) } : undefined;
    },
  });
}

/**
 * Creates the service for lesson types.
 *
 * @param wake.cascadeJob see `deleteParentWithLessons`
 * @param wake.restorationJob wakes `lessonRestorationJob`
 * @param wake.imageUpdateJob wakes `lessonImageUpdateJob`
 */
export function createLessonTypeService(
  store: ServiceContext,
  lessons: LessonService,
  history: History,
  wake: {
    readonly cascadeJob: () => void;
    readonly restorationJob: () => void;
    readonly imageUpdateJob: () => void;
  },
): LessonTypeService {
  const { connection } = store;

  /** `restoredFrom` is the earlier version whose contents the patch has; undefined for an update. */
  async function save(
    id: number,
    patch: BodyOf<typeof lessonTypesUpdate>,
    ifMatch: number | undefined,
    context: RequestContext,
    restoredFrom?: number,
  ): Promise<LessonType> {
    if (patch.title !== undefined) await updateImages(store, id, context);
    const updated = commit(store, context, async (tx) => {
      const { session } = tx;
      const current = await lessonTypesOf(connection)
        .findById(id, lessonTypeRowProjection, { session })
        .lean<LessonTypeRow>();
      if (!current) throw notFound('Lesson type');
      if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('lesson type');
      const next: LessonTypeRow = {
        ...current,
        ...omitUndefined(patch),
        version: current.version + 1,
        updatedAt: new Date(),
      };
      requireIconFile(next);
      const [before, state] = [toLessonTypeState(current), toLessonTypeState(next)];
      if (isUnchanged(before, state)) return current;
      const image = { former: defaultLessonImage(current), now: defaultLessonImage(next) };
      tx.emitChanged(lessonTypeEvent, {
        id,
        version: next.version,
        before,
        isRestored: restoredFrom !== undefined,
        state,
        surrogateKeys: [surrogateKeys.lessonType(id), surrogateKeys.lessonTypes],
      });
      tx.audit(lessonTypeEvent, {
        ...(restoredFrom === undefined
          ? auditInputForUpdate(before, state)
          : auditInputForRestoration(before, state, restoredFrom)),
        id,
        title: next.title,
      });
      if (image.former !== image.now) {
        // Lessons that still have the image of the title before would keep it.
        if (current.formerImage !== null) throw conflict(lessonTypeMessages.imagesPending);
        await acquireExclusiveParentLock(connection, 'lesson-type', id, session);
        const { done } = await replaceLessonImages(connection, id, image, tx);
        if (!done) {
          next.formerImage = image.former;
          next.renamedBy = { actor: context.actor, requestId: context.requestId };
        }
      }
      const { modifiedCount } = await lessonTypesOf(connection).updateOne(
        { _id: id, version: current.version },
        { $set: { ...next, ...toTitleFields(next.title) } },
        { session },
      );
      if (modifiedCount !== 1) throw staleVersion('lesson type');
      return next;
    });
    const row = await rejectDuplicateTitle(updated);
    if (row.formerImage !== null) wake.imageUpdateJob();
    return toLessonType(row);
  }

  return {
    async list({ search }) {
      const where = searchCondition(search);
      const hint = where.searchKeys ? lessonTypeIndexes.words : lessonTypeIndexes.newest;
      const query = { where, hint, sort: { _id: -1 } } as const;
      const { rows } = await findPage<StoredLessonType, LessonTypeRow>(
        store,
        lessonTypesOf(connection),
        query,
        undefined,
        lessonTypeRowProjection,
      );
      return rows.map(toLessonType);
    },

    async lessons(id, query) {
      if (!(await lessonTypesOf(connection).exists({ _id: id }))) throw notFound('Lesson type');
      return lessons.listSummaries({ lessonTypeId: id }, pageOf(query));
    },

    async create(body, context) {
      const id = await nextId(connection, 'lesson-type');
      const created = await commit(store, context, async (tx) => {
        const row = await insertLessonType(connection, id, body, tx);
        tx.audit(lessonTypeEvent, { action: 'created', id, title: row.title });
        return row;
      });
      return toLessonType(created);
    },

    update: (id, patch, ifMatch, context) => save(id, patch, ifMatch, context),

    async getVersion(id, version) {
      const state = lessonTypeEvent.state.parse(await history.readState(id, version));
      return { ...state, version, iconUrl: resolveIconUrl(state) };
    },

    async restoreVersion(id, version, ifMatch, context) {
      const patch = validateInput(lessonTypesUpdate.body, await history.readState(id, version));
      return save(id, patch, ifMatch, context, version);
    },

    async restoreDeleted(id, context) {
      const { row, lessons } = await restoreParentWithLessons(
        { store, wakeRestorationJob: wake.restorationJob },
        context,
        { lessonTypeId: id },
        { definition: lessonTypeEvent, label: 'Lesson type', history, insert: insertRestoredLessonType },
      );
      return { ...toLessonType(row), restored: { lessons } };
    },

    async remove(id, context) {
      const deleted = await deleteParentWithLessons(
        { store, wakeCascadeJob: wake.cascadeJob },
        context,
        { lessonTypeId: id },
        async (tx, count) => {
          const title = await removeLessonType(connection, id, tx);
          tx.audit(lessonTypeEvent, { action: 'deleted', id, title, ...cascadeAuditDetail(count) });
        },
      );
      return { message: messages.lessonType.deleted, deleted: { lessons: deleted } };
    },
  };
}

/**
 * Inserts a new lesson type as part of a transaction.
 *
 * @param id from the counter `lesson-type`
 * @throws ApiError 409 when another lesson type has the same title
 */
export async function insertLessonType(
  connection: Connection,
  id: number,
  { title, icon, iconMode }: BodyOf<typeof lessonTypesCreate>,
  tx: Transaction,
): Promise<LessonTypeRow> {
  const now = new Date();
  const row: LessonTypeRow = {
    _id: id,
    title,
    icon,
    iconMode,
    formerImage: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const stored: StoredLessonType = { ...row, ...toTitleFields(title) };
  await rejectDuplicateTitle(
    lessonTypesOf(connection).insertMany([stored], { session: tx.session, lean: true }),
  );
  await createParentLocks(connection, 'lesson-type', id, tx.session);
  // A list filtered by a type without lessons is as empty as one filtered by an unknown type.
  tx.emitChanged(lessonTypeEvent, {
    id,
    version: 1,
    before: null,
    state: toLessonTypeState(row),
    surrogateKeys: [],
  });
  return row;
}

/**
 * Inserts a deleted lesson type again, with the version after its deletion.
 *
 * @throws ApiError 409 when another lesson type has the same title
 */
async function insertRestoredLessonType(
  connection: Connection,
  { id, version, state }: RestorableItem,
  tx: Transaction,
): Promise<LessonTypeRow> {
  const { id: _id, createdAt, updatedAt: _updatedAt, ...fields } = lessonTypeEvent.state.parse(state);
  const row: LessonTypeRow = {
    ...fields,
    _id,
    formerImage: null,
    version: version + 1,
    createdAt: new Date(createdAt),
    updatedAt: new Date(),
  };
  const stored: StoredLessonType = { ...row, ...toTitleFields(row.title) };
  await rejectDuplicateTitle(
    lessonTypesOf(connection).insertMany([stored], { session: tx.session, lean: true }),
  );
  await createParentLocks(connection, 'lesson-type', id, tx.session);
  tx.emitChanged(lessonTypeEvent, {
    id,
    version: row.version,
    before: null,
    isRestored: true,
    state: toLessonTypeState(row),
    surrogateKeys: [surrogateKeys.lessonType(id), surrogateKeys.lessonTypes],
  });
  return row;
}

/**
 * Deletes a lesson type as part of a transaction. It must have no lessons.
 *
 * @returns its title
 * @throws ApiError 404 when it does not exist
 */
export async function removeLessonType(connection: Connection, id: number, tx: Transaction): Promise<string> {
  const removed = await lessonTypesOf(connection)
    .findOneAndDelete({ _id: id }, { session: tx.session, projection: lessonTypeRowProjection })
    .lean<LessonTypeRow>();
  if (!removed) throw notFound('Lesson type');
  await deleteParentLocks(connection, 'lesson-type', id, tx.session);
  // Hides lessons in any number of main lessons at once: without surrogate keys, it purges every list.
  tx.emitDeleted(lessonTypeEvent, {
    id,
    version: removed.version + 1,
    before: toLessonTypeState(removed),
  });
  return removed.title;
}

/** Gives the lessons of a renamed lesson type their new image if they are too many for the transaction that renames it. */
export function lessonImageUpdateJob(
  store: ServiceContext,
): JobDefinition<JobRow & Pick<StoredLessonType, '_id' | 'renamedBy'>> {
  return {
    name: 'images of a renamed lesson type',
    collection: 'lesson_types',
    dueFilter: () => ({ formerImage: { $type: 'string' } }) as object,
    run: ({ row: { _id: id, renamedBy = systemContext } }, { runBatches }) =>
      runBatches(() => updateImages(store, id, renamedBy)),
  };
}

/**
 * Gives lessons that still have the former image the current default image, as many as one transaction may change.
 *
 * @returns whether no others are left
 */
function updateImages(
  store: ServiceContext,
  id: number,
  { actor, requestId }: RequestContext,
): Promise<boolean> {
  const { connection } = store;
  return commit(store, { actor, requestId }, async (tx) => {
    const { session } = tx;
    const current = await lessonTypesOf(connection).findById(id, lessonTypeRowProjection, { session }).lean();
    if (!current || current.formerImage === null) return true;
    const image = { former: current.formerImage, now: defaultLessonImage(current) };
    const { done } = await replaceLessonImages(connection, id, image, tx);
    if (done)
      await lessonTypesOf(connection).updateOne(
        { _id: id },
        { $set: { formerImage: null }, $unset: { heldUntil: 1, failures: 1, renamedBy: 1 } },
        { session },
      );
    return done;
  });
}

/** Maps a duplicate key to 409. Only the unique index detects two concurrent writes of the same title. */
async function rejectDuplicateTitle<T>(insertion: Promise<T>): Promise<T> {
  return insertion.catch((error: unknown) => {
    throw (error as { code?: unknown }).code === duplicateKeyErrorCode
      ? conflict(lessonTypeMessages.titleTaken)
      : error;
  });
}

/** In `file` mode the icon must be a file name. Checked on the merged row: a patch may hold only one of the two. */
function requireIconFile({ icon, iconMode }: LessonTypeRow): void {
  if (iconMode !== 'file' || uploadedFileNamePattern.test(icon)) return;
  const message = lessonTypeMessages.iconFile;
  throw new ApiError(400, message, { issues: [{ path: 'icon', message }] });
}

function toTitleFields(title: string): SearchFields & Pick<StoredLessonType, 'titleKey'> {
  return { ...searchFields([title]), titleKey: normaliseTitle(title) };
}

/** The state of a lesson type in its event. */
export function toLessonTypeState(row: LessonTypeRow): StateOf<typeof lessonTypeEvent> {
  const { _id, title, icon, iconMode, createdAt, updatedAt } = row;
  return {
    id: _id,
    title,
    icon,
    iconMode,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toLessonType(row: LessonTypeRow): LessonType {
  return { ...toLessonTypeState(row), version: row.version, iconUrl: resolveIconUrl(row) };
}
