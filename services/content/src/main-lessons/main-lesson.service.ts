import {
  type BodyOf,
  hasPriceWhenPaid,
  type LessonSummary,
  type MainLesson,
  type MainLessonContents,
  mainLessonEvent,
  mainLessonMessages,
  type mainLessonsCreate,
  type mainLessonsDelete,
  type mainLessonsList,
  type mainLessonsListLessons,
  type mainLessonsMove,
  type mainLessonsRestoreDeleted,
  mainLessonsUpdate,
  type mainLessonsWorkingCopyPublish,
  messages,
  type QueryOf,
  type ResponseOf,
  uploadUrl,
} from '@khmer-learning/contracts';
import {
  auditInputForRestoration,
  auditInputForUpdate,
  createHistory,
  type History,
  type RestorableItem,
  type WorkingCopies,
} from '@khmer-learning/item-kit';
import {
  ApiError,
  changedFields,
  commit,
  isUnchanged,
  listOrder,
  nextId,
  notFound,
  pageOf,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
  validateInput,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  cascadeAuditDetail,
  deleteParentWithLessons,
  restoreParentWithLessons,
} from '../lessons/cascades/lesson.cascade.ts';
import { startVisibilityUpdate } from '../lessons/cascades/lesson.visibility.ts';
import type { LessonService } from '../lessons/lesson.service.ts';
import { omitUndefined } from '../store/omit-undefined.ts';
import { acquireExclusiveParentLock, createParentLocks, deleteParentLocks } from '../store/parent-locks.ts';
import { toMainLesson, toMainLessonState } from './main-lesson.mappers.ts';
import { mainLessonSortIndexes, mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';

import { createMainLessonMover } from './main-lesson.ordering.ts';
import {
  type MainLessonRow,
  mainLessonRowProjection,
  mainLessonSearchFields,
  readMainLessonPage,
} from './main-lesson.queries.ts';
import { mainLessonChangeKeys } from './main-lesson.surrogate-keys.ts';
import { createMainLessonWorkingCopies } from './main-lesson.working-copies.ts';

type MainLessonPatch = BodyOf<typeof mainLessonsUpdate>;

/** A main lesson before and after a save. */
interface SavedMainLesson {
  readonly current: MainLessonRow;
  readonly next: MainLessonRow;
  /** Whether all its lessons are shown or hidden already; otherwise `lessonVisibilityJob` continues. */
  readonly isSettled: boolean;
}

/** The console's operations on main lessons. Those that take an id throw ApiError 404 when it does not exist. */
export interface MainLessonService {
  /** Lists a page of main lessons with the total, or all of them without `limit` and `offset`. */
  list(query: QueryOf<typeof mainLessonsList>): Promise<ResponseOf<typeof mainLessonsList>>;
  /** Lists the lessons of a main lesson, by position. */
  lessons(id: number, query: QueryOf<typeof mainLessonsListLessons>): Promise<LessonSummary[]>;
  get(id: number): Promise<MainLesson>;
  create(body: BodyOf<typeof mainLessonsCreate>, context: RequestContext): Promise<MainLesson>;
  /**
   * Updates a main lesson; a new status also shows or hides its lessons. With the status alone, publishing publishes its
   * working copy, and unpublishing makes that the contents of the draft.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 when it is paid and has no price, 409 when the version is stale
   */
  update(
    id: number,
    patch: BodyOf<typeof mainLessonsUpdate>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<MainLesson>;
  /**
   * Moves a main lesson right after another one.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 when `afterId` is not a sibling, 409 when the version is stale
   */
  move(
    id: number,
    body: BodyOf<typeof mainLessonsMove>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<MainLesson>;
  /** Reads a main lesson as it was at a version. */
  getVersion(id: number, version: number): Promise<MainLesson>;
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
  ): Promise<MainLesson>;
  /**
   * Restores a deleted main lesson. Its lessons follow in the background; the response has their number.
   *
   * @throws ApiError 404 when it cannot be restored, 409 while it is still being deleted
   */
  restoreDeleted(id: number, context: RequestContext): Promise<ResponseOf<typeof mainLessonsRestoreDeleted>>;
  readonly workingCopies: WorkingCopies<MainLessonContents, SavedMainLesson>;
  /** Publishes the working copy of a main lesson. @throws ApiError as `workingCopies.publish` */
  publishWorkingCopy(
    id: number,
    body: BodyOf<typeof mainLessonsWorkingCopyPublish>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<MainLesson>;
  /**
   * `update` as part of a transaction, without an audit record. `lessonVisibilityJob` notices by itself, a little later,
   * what is left to show or hide.
   */
  updateInTransaction(
    tx: Transaction,
    id: number,
    patch: MainLessonPatch,
    ifMatch: number | undefined,
  ): Promise<MainLesson>;
  /** Deletes a main lesson with its lessons; the response has the number of lessons. */
  remove(id: number, context: RequestContext): Promise<ResponseOf<typeof mainLessonsDelete>>;
}

/** Creates the history of main lessons. */
export function createMainLessonHistory(store: ServiceContext): History {
  return createHistory(store, {
    definition: mainLessonEvent,
    label: 'Main lesson',
    async readPresent(id) {
      const found = await mainLessonsOf(store.connection)
        .findById(id, mainLessonRowProjection)
        .lean<MainLessonRow>();
      return found ? { version: found.version, state: toMainLessonState(found) } : undefined;
    },
  });
}

/**
 * Creates the service for main lessons.
 *
 * @param wake.cascadeJob see `deleteParentWithLessons`
 * @param wake.restorationJob wakes `lessonRestorationJob`
 * @param wake.visibilityJob wakes `lessonVisibilityJob`
 */
export function createMainLessonService(
  store: ServiceContext,
  lessons: LessonService,
  history: History,
  wake: Readonly<Record<'cascadeJob' | 'restorationJob' | 'visibilityJob', () => void>>,
): MainLessonService {
  const { connection } = store;

  const workingCopies = createMainLessonWorkingCopies<SavedMainLesson>(store, async (tx, id, contents) => {
    const saved = await applyPatch(tx, id, { ...contents, status: 'published' }, undefined);
    const fields = changedFields(toMainLessonState(saved.current), toMainLessonState(saved.next));
    return { item: saved, title: saved.next.title, changedFields: fields };
  });

  async function applyPatch(
    tx: Transaction,
    id: number,
    patch: MainLessonPatch,
    ifMatch: number | undefined,
    isRestored = false,
  ): Promise<SavedMainLesson> {
    const current = await mainLessonsOf(connection)
      .findById(id, mainLessonRowProjection, { session: tx.session })
      .lean<MainLessonRow>();
    if (!current) throw notFound('Main lesson');
    if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('main lesson');
    return workingCopies.saveItemInTransaction(tx, id, {
      isPublished: current.status === 'published',
      patch,
      saveAsDraft: (contents) => saveMainLesson(tx, current, { ...contents, status: 'draft' }),
      savePatch: async (draft) => {
        const saved = await saveMainLesson(tx, draft?.next ?? current, patch, isRestored);
        return { ...saved, current, isSettled: saved.isSettled && draft?.isSettled !== false };
      },
    });
  }

  async function saveMainLesson(
    tx: Transaction,
    current: MainLessonRow,
    patch: MainLessonPatch,
    isRestored = false,
  ): Promise<SavedMainLesson> {
    const { session } = tx;
    const { _id: id } = current;
    const next: MainLessonRow = {
      ...current,
      ...omitUndefined(patch),
      version: current.version + 1,
      updatedAt: new Date(),
    };
    if (next.free) next.price = null;
    requirePrice(next);
    const [before, state] = [toMainLessonState(current), toMainLessonState(next)];
    if (isUnchanged(before, state)) return { current, next: current, isSettled: true };
    const { modifiedCount } = await mainLessonsOf(connection).updateOne(
      { _id: id, version: current.version },
      { $set: { ...next, ...mainLessonSearchFields(next) } },
      { session },
    );
    if (modifiedCount !== 1) throw staleVersion('main lesson');
    let isSettled = true;
    if (next.status !== current.status) {
      await acquireExclusiveParentLock(connection, 'main-lesson', id, session);
      isSettled = await startVisibilityUpdate(connection, id, next.status, session);
    }
    tx.emitChanged(mainLessonEvent, {
      id,
      version: next.version,
      before,
      isRestored,
      state,
      surrogateKeys: mainLessonChangeKeys(current, next),
    });
    return { current, next, isSettled };
  }

  /** `restoredFrom` is the earlier version whose contents the patch has; undefined for an update. */
  async function save(
    id: number,
    patch: MainLessonPatch,
    ifMatch: number | undefined,
    context: RequestContext,
    restoredFrom?: number,
  ): Promise<MainLesson> {
    const { next, isSettled } = await commit(store, context, async (tx) => {
      const saved = await applyPatch(tx, id, patch, ifMatch, restoredFrom !== undefined);
      const { current, next } = saved;
      if (next !== current) {
        const [before, after] = [toMainLessonState(current), toMainLessonState(next)];
        const note =
          restoredFrom === undefined
            ? auditInputForUpdate(before, after)
            : auditInputForRestoration(before, after, restoredFrom);
        tx.audit(mainLessonEvent, { ...note, id, title: next.title });
      }
      return saved;
    });
    if (!isSettled) wake.visibilityJob();
    return toMainLesson(next);
  }

  async function readOrThrow(id: number): Promise<MainLessonRow> {
    const found = await mainLessonsOf(connection).findById(id, mainLessonRowProjection).lean<MainLessonRow>();
    if (!found) throw notFound('Main lesson');
    return found;
  }

  return {
    workingCopies,
    move: createMainLessonMover(store),

    async list(query) {
      const page = pageOf(query);
      const sorted = listOrder(mainLessonSortIndexes, query.sort);
      const found = await readMainLessonPage(store, query, page, query.order, sorted);
      const { rows, total, totalIsEstimate } = found;
      const mainLessons = await workingCopies.withInfos(rows.map(toMainLesson));
      return { mainLessons, total, totalIsEstimate };
    },

    async lessons(id, query) {
      await readOrThrow(id);
      return lessons.listSummaries({ mainLessonId: id }, pageOf(query), 'place');
    },

    async get(id) {
      const mainLesson = toMainLesson(await readOrThrow(id));
      const [withInfo = mainLesson] = await workingCopies.withInfos([mainLesson]);
      return withInfo;
    },

    async publishWorkingCopy(id, body, ifMatch, context) {
      const { next } = await workingCopies.publish(id, body, ifMatch, context);
      return toMainLesson(next);
    },

    async updateInTransaction(tx, id, patch, ifMatch) {
      return toMainLesson((await applyPatch(tx, id, patch, ifMatch)).next);
    },

    async create(body, context) {
      const id = await nextId(connection, 'main-lesson');
      const created = await commit(store, context, async (tx) => {
        const row = await insertMainLesson(connection, id, body, tx);
        tx.audit(mainLessonEvent, { action: 'created', id, title: row.title });
        return row;
      });
      return toMainLesson(created);
    },

    update: (id, patch, ifMatch, context) => save(id, patch, ifMatch, context),

    async getVersion(id, version) {
      const { position = id, ...state } = mainLessonEvent.state.parse(await history.readState(id, version));
      return { ...state, position, version, imageCoverUrl: uploadUrl(state.imageCover) };
    },

    async restoreVersion(id, version, ifMatch, context) {
      const patch = validateInput(mainLessonsUpdate.body, await history.readState(id, version));
      return save(id, patch, ifMatch, context, version);
    },

    async restoreDeleted(id, context) {
      const { row, lessons } = await restoreParentWithLessons(
        { store, wakeRestorationJob: wake.restorationJob },
        context,
        { mainLessonId: id },
        { definition: mainLessonEvent, label: 'Main lesson', history, insert: insertRestoredMainLesson },
      );
      return { ...toMainLesson(row), restored: { lessons } };
    },

    async remove(id, context) {
      const deleted = await deleteParentWithLessons(
        { store, wakeCascadeJob: wake.cascadeJob },
        context,
        { mainLessonId: id },
        async (tx, count) => {
          const title = await removeMainLesson(connection, id, tx);
          tx.audit(mainLessonEvent, { action: 'deleted', id, title, ...cascadeAuditDetail(count) });
        },
      );
      return { message: messages.mainLesson.deleted, deleted: { lessons: deleted } };
    },
  };
}

/**
 * Inserts a new main lesson, last in the catalogue, as part of a transaction.
 *
 * @param id from the counter `main-lesson`
 */
export async function insertMainLesson(
  connection: Connection,
  id: number,
  { title, description, imageCover, free, price, status }: BodyOf<typeof mainLessonsCreate>,
  tx: Transaction,
): Promise<MainLessonRow> {
  const now = new Date();
  const row: MainLessonRow = {
    _id: id,
    title,
    description,
    imageCover,
    free,
    price: free ? null : (price ?? null),
    status,
    position: id,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const stored: StoredMainLesson = { ...row, ...mainLessonSearchFields(row) };
  await mainLessonsOf(connection).insertMany([stored], { session: tx.session, lean: true });
  await createParentLocks(connection, 'main-lesson', id, tx.session);
  const surrogateKeys = mainLessonChangeKeys(null, row);
  tx.emitChanged(mainLessonEvent, {
    id,
    version: 1,
    before: null,
    state: toMainLessonState(row),
    surrogateKeys,
  });
  return row;
}

/** Inserts a deleted main lesson again, with the version after its deletion, at its former position. */
async function insertRestoredMainLesson(
  connection: Connection,
  { id, version, state }: RestorableItem,
  tx: Transaction,
): Promise<MainLessonRow> {
  const { id: _id, createdAt, position = id, ...fields } = mainLessonEvent.state.parse(state);
  const row: MainLessonRow = {
    ...fields,
    _id,
    position,
    version: version + 1,
    createdAt: new Date(createdAt),
    updatedAt: new Date(),
  };
  const stored: StoredMainLesson = { ...row, ...mainLessonSearchFields(row) };
  await mainLessonsOf(connection).insertMany([stored], { session: tx.session, lean: true });
  await createParentLocks(connection, 'main-lesson', id, tx.session);
  tx.emitChanged(mainLessonEvent, {
    id,
    version: row.version,
    before: null,
    isRestored: true,
    state: toMainLessonState(row),
    surrogateKeys: mainLessonChangeKeys(null, row),
  });
  return row;
}

/**
 * Deletes a main lesson as part of a transaction. It must have no lessons.
 *
 * @returns its title
 * @throws ApiError 404 when it does not exist
 */
export async function removeMainLesson(connection: Connection, id: number, tx: Transaction): Promise<string> {
  const removed = await mainLessonsOf(connection)
    .findOneAndDelete({ _id: id }, { session: tx.session, projection: mainLessonRowProjection })
    .lean<MainLessonRow>();
  if (!removed) throw notFound('Main lesson');
  await deleteParentLocks(connection, 'main-lesson', id, tx.session);
  tx.emitDeleted(mainLessonEvent, {
    id,
    version: removed.version + 1,
    before: toMainLessonState(removed),
    surrogateKeys: mainLessonChangeKeys(removed, null),
  });
  return removed.title;
}

/** A paid main lesson needs a price. Checked on the merged row: a patch may hold only one of the two. */
function requirePrice(mainLesson: MainLessonRow): void {
  if (hasPriceWhenPaid(mainLesson)) return;
  const message = mainLessonMessages.price;
  throw new ApiError(400, message, { issues: [{ path: 'price', message }] });
}
