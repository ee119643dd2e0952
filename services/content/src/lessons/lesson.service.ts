import {
  type BodyOf,
  defaultLessonTypeIcon,
  type Lesson,
  type LessonContents,
  type LessonSummary,
  type ListTotal,
  lessonEvent,
  type lessonsCreate,
  type lessonsList,
  type lessonsMove,
  lessonsUpdate,
  type lessonsWorkingCopyPublish,
  messages,
  type QueryOf,
} from '@khmer-learning/contracts';
import {
  auditInputForRestoration,
  auditInputForUpdate,
  forgetDeletedItems,
  type History,
  type WorkingCopies,
} from '@khmer-learning/item-kit';
import {
  changedFields,
  commit,
  isUnchanged,
  listOrder,
  notFound,
  type Page,
  pageOf,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type Transaction,
  validateInput,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import {
  defaultLessonImage,
  lockLessonTypes,
  type ParentLessonType,
  readParentLessonTypes,
  resolveLessonTypeId,
} from '../parents/lesson-type.parents.ts';
import { lockMainLessons } from '../parents/main-lesson.parents.ts';
import { omitUndefined } from '../store/omit-undefined.ts';
import { toLesson, toLessonState, toLessonSummary, toLessonTypeRef } from './model/lesson.mappers.ts';
import {
  lessonRowProjection,
  lessonSortIndexes,
  lessonsOf,
  resolveVisibility,
  statusFromVisibility,
  type Visibility,
} from './model/lesson.model.ts';
import { lessonChangeKeys, lessonDeletionKeys } from './model/lesson.surrogate-keys.ts';
import { readNotOrphanedCondition } from './model/lesson-cascade.model.ts';
import { type LessonFilter, type LessonOrder, visibilitiesForStatus } from './reads/lesson.filters.ts';
import {
  type LessonRow,
  type LessonWithType,
  readLesson,
  readLessonPage,
  readLessonPageWithSections,
  readLessonSummaries,
} from './reads/lesson.queries.ts';
import { createLessonInserter, lessonSearchFields, parentNotFound } from './writes/lesson.creation.ts';
import { createLessonDuplicator } from './writes/lesson.duplication.ts';
import { allocateEndPosition, createLessonMover } from './writes/lesson.ordering.ts';
import { insertRestoredLesson, requireParents } from './writes/lesson.restoration.ts';
import { createLessonWorkingCopies, withExistingParents } from './writes/lesson.working-copies.ts';
import { sanitizeSections } from './writes/sanitize-sections.ts';

type LessonPatch = BodyOf<typeof lessonsUpdate>;

/** A lesson before and after a save. */
interface SavedLesson {
  readonly current: LessonRow;
  readonly next: LessonRow;
  readonly lessonType: ParentLessonType;
}

/** Stands for the lesson type of an earlier version that does not exist anymore. */
const deletedLessonType = {
  title: 'Deleted lesson type',
  icon: defaultLessonTypeIcon,
  iconMode: 'raw',
} as const;

/** The console's operations on lessons. Those that take an id throw ApiError 404 when it does not exist. */
export interface LessonService {
  /** Lists lessons, newest first: a page, with sections unless the query refuses them, or all of them without sections. */
  list(query: QueryOf<typeof lessonsList>): Promise<{ lessons: (LessonSummary | Lesson)[] } & ListTotal>;
  /** Lists the lessons of a parent, without sections, newest first by default. */
  listSummaries(filter: LessonFilter, page: Page | undefined, order?: LessonOrder): Promise<LessonSummary[]>;
  get(id: number): Promise<Lesson>;
  /** @throws ApiError 400 when a parent does not exist, 413 when the sections are too large */
  create(body: BodyOf<typeof lessonsCreate>, context: RequestContext): Promise<Lesson>;
  /**
   * Updates a lesson. With the status alone, publishing publishes its working copy, and unpublishing makes that the contents
   * of the draft.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 and 413 as `create`, 409 when the version is stale
   */
  update(
    id: number,
    patch: LessonPatch,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Lesson>;
  /**
   * Moves a lesson right after another one of its main lesson.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 when `afterId` is not a sibling, 409 when the version is stale
   */
  move(
    id: number,
    body: BodyOf<typeof lessonsMove>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<LessonSummary>;
  /** Copies a lesson as a draft, right after the original. */
  duplicate(id: number, context: RequestContext): Promise<Lesson>;
  remove(id: number, context: RequestContext): Promise<{ message: string }>;
  /** Reads a lesson as it was at a version, with its lesson type of today. */
  getVersion(id: number, version: number): Promise<Lesson>;
  /**
   * Saves the contents of an earlier version as a new one.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 and 413 as `create`, 409 when the version is stale or a parent of that version was deleted
   */
  restoreVersion(
    id: number,
    version: number,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Lesson>;
  /** @throws ApiError 404 when it cannot be restored, 409 when a parent was deleted */
  restoreDeleted(id: number, context: RequestContext): Promise<Lesson>;
  readonly workingCopies: WorkingCopies<LessonContents, SavedLesson>;
  /** Publishes the working copy of a lesson. @throws ApiError as `workingCopies.publish` */
  publishWorkingCopy(
    id: number,
    body: BodyOf<typeof lessonsWorkingCopyPublish>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Lesson>;
  /** `update` as part of a transaction, without an audit record. @param patch with sanitised sections */
  updateInTransaction(
    tx: Transaction,
    id: number,
    patch: LessonPatch,
    ifMatch: number | undefined,
  ): Promise<Lesson>;
  /** `remove` as part of a transaction, without an audit record. */
  removeInTransaction(tx: Transaction, id: number): Promise<void>;
}

/** Creates the service for lessons. */
export function createLessonService(store: ServiceContext, history: History): LessonService {
  const { connection } = store;
  const workingCopies = createLessonWorkingCopies<SavedLesson>(store, async (tx, id, contents) => {
    const saved = await applyPatch(tx, id, { ...contents, status: 'published' }, undefined);
    const fields = changedFields(toLessonState(saved.current), toLessonState(saved.next));
    return { item: saved, title: saved.next.title, changedFields: fields };
  });

  /** The fields that depend on the parents, after the patch. Locks the parents when the patch depends on them. */
  async function resolveParents(
    { lesson: current, lessonType: currentType }: LessonWithType<LessonRow>,
    patch: LessonPatch,
    session: ClientSession,
  ) {
    const { mainLessonId = current.mainLessonId, lessonTypeId = current.lessonTypeId } = patch;
    const status = patch.status ?? statusFromVisibility(current.visibility);

    let visibility: Visibility = current.visibility;
    if (mainLessonId !== current.mainLessonId || status !== statusFromVisibility(current.visibility)) {
      // The former main lesson is locked too: a lesson of a deleted one must not escape the deletion by moving.
      const parents = [...new Set([mainLessonId, current.mainLessonId])];
      const locked = await lockMainLessons(connection, parents, session);
      const mainLesson = locked.get(mainLessonId);
      if (!locked.has(current.mainLessonId)) throw notFound('Lesson');
      if (!mainLesson) throw parentNotFound('mainLessonId');
      visibility = resolveVisibility(status, mainLesson.status);
    }

    const unchanged = { mainLessonId, lessonTypeId, visibility, image: patch.image || current.image };
    if (lessonTypeId === current.lessonTypeId) return { ...unchanged, lessonType: currentType };
    const types = await lockLessonTypes(connection, [lessonTypeId, current.lessonTypeId], session);
    const lessonType = types.get(lessonTypeId);
    if (!types.has(current.lessonTypeId)) throw notFound('Lesson');
    if (!lessonType) throw parentNotFound('lessonTypeId');
    return { ...unchanged, image: patch.image || defaultLessonImage(lessonType), lessonType };
  }

  async function listSummaries(
    filter: LessonFilter,
    page: Page | undefined,
    order?: LessonOrder,
  ): Promise<LessonSummary[]> {
    const rows = await readLessonSummaries(store, filter, page, order);
    return workingCopies.withInfos(rows.map(({ lesson, lessonType }) => toLessonSummary(lesson, lessonType)));
  }

  async function applyPatch(
    tx: Transaction,
    id: number,
    patch: LessonPatch,
    ifMatch: number | undefined,
    isRestored = false,
  ): Promise<SavedLesson> {
    const { session } = tx;
    const found = await readLesson(connection, id, session);
    if (!found) throw notFound('Lesson');
    const current = found.lesson;
    if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('lesson');
    return workingCopies.saveItemInTransaction(tx, id, {
      isPublished: statusFromVisibility(current.visibility) === 'published',
      patch,
      saveAsDraft: async (contents) => {
        const existing = await withExistingParents(connection, contents, current, session);
        return saveLesson(tx, found, { ...existing, status: 'draft' });
      },
      savePatch: async (draft) => ({
        ...(await saveLesson(tx, draft ? { ...draft, lesson: draft.next } : found, patch, isRestored)),
        current,
      }),
    });
  }

  async function saveLesson(
    tx: Transaction,
    found: LessonWithType<LessonRow>,
    patch: LessonPatch,
    isRestored = false,
  ): Promise<SavedLesson> {
    const { session } = tx;
    const current = found.lesson;
    const { _id: id } = current;
    const { lessonType, ...fromParents } = await resolveParents(found, patch, session);
    const { title, description, level, sections } = patch;
    const changesMainLesson = fromParents.mainLessonId !== current.mainLessonId;
    const changes = {
      ...omitUndefined({ title, description, level, sections }),
      ...fromParents,
      ...(changesMainLesson ? { position: await allocateEndPosition(connection, session) } : {}),
      version: current.version + 1,
      updatedAt: new Date(),
    };
    const next: LessonRow = { ...current, ...changes };
    if (isUnchanged(toLessonState(current), toLessonState(next)))
      return { current, next: current, lessonType };
    const searched = title ?? description ?? sections;
    const { modifiedCount } = await lessonsOf(connection).updateOne(
      { _id: id, version: current.version },
      { $set: { ...changes, ...(searched ? lessonSearchFields(next) : {}) } },
      { session },
    );
    if (modifiedCount !== 1) throw staleVersion('lesson');
    tx.emitChanged(lessonEvent, {
      id,
      version: next.version,
      before: toLessonState(current),
      isRestored,
      state: toLessonState(next),
      surrogateKeys: lessonChangeKeys(current, next),
    });
    return { current, next, lessonType };
  }

  async function deleteLesson(tx: Transaction, id: number): Promise<LessonRow> {
    const notOrphaned = await readNotOrphanedCondition(connection, tx.session);
    const removed = await lessonsOf(connection)
      .findOneAndDelete({ _id: id, ...notOrphaned }, { session: tx.session, projection: lessonRowProjection })
      .lean<LessonRow>();
    if (!removed) throw notFound('Lesson');
    tx.emitDeleted(lessonEvent, {
      id,
      version: removed.version + 1,
      before: toLessonState(removed),
      surrogateKeys: lessonDeletionKeys(removed),
    });
    return removed;
  }

  return {
    workingCopies,
    listSummaries,
    create: createLessonInserter(store),
    move: createLessonMover(store),
    duplicate: createLessonDuplicator(store),

    async list(query) {
      const { level, type, status, search, mainLessonId } = query;
      const lessonTypeId = await resolveLessonTypeId(connection, type, query.lessonTypeId);
      if (lessonTypeId === 'none') return { lessons: [], total: 0 };
      const filter = {
        ...{ level, search, mainLessonId, lessonTypeId },
        visibility: visibilitiesForStatus(status),
        hasStaleRecording: query.recordings === 'stale',
      };
      const sorted = listOrder(lessonSortIndexes, query.sort);
      const page = pageOf(query);
      if (!page || query.sections === 'false') {
        const { rows, total, totalIsEstimate } = await readLessonPage(store, filter, page, 'newest', sorted);
        const summaries = rows.map(({ lesson, lessonType }) => toLessonSummary(lesson, lessonType));
        return {
          lessons: await workingCopies.withInfos(summaries),
          total,
          totalIsEstimate,
        };
      }
      const { rows, total, totalIsEstimate } = await readLessonPageWithSections(store, filter, page, sorted);
      const lessons = rows.map(({ lesson, lessonType }) => toLesson(lesson, lessonType));
      return { lessons: await workingCopies.withInfos(lessons), total, totalIsEstimate };
    },

    async get(id) {
      const found = await readLesson(connection, id, null);
      if (!found) throw notFound('Lesson');
      const lesson = toLesson(found.lesson, found.lessonType);
      const [withInfo = lesson] = await workingCopies.withInfos([lesson]);
      return withInfo;
    },

    async publishWorkingCopy(id, body, ifMatch, context) {
      const { next, lessonType } = await workingCopies.publish(id, body, ifMatch, context);
      return toLesson(next, lessonType);
    },

    async update(id, patch, ifMatch, context) {
      const stored = patch.sections ? { ...patch, sections: sanitizeSections(patch.sections) } : patch;
      return commit(store, context, async (tx) => {
        const { current, next, lessonType } = await applyPatch(tx, id, stored, ifMatch);
        if (next !== current) {
          const note = auditInputForUpdate(toLessonState(current), toLessonState(next));
          tx.audit(lessonEvent, { ...note, id, title: next.title });
        }
        return toLesson(next, lessonType);
      });
    },

    async getVersion(id, version) {
      const { position = id, ...state } = lessonEvent.state.parse(await history.readState(id, version));
      const { lessonTypeId } = state;
      const lessonType = (await readParentLessonTypes(connection, [lessonTypeId])).get(lessonTypeId);
      return {
        ...state,
        position,
        version,
        lessonType: toLessonTypeRef(lessonType ?? { _id: lessonTypeId, ...deletedLessonType }),
      };
    },

    async restoreVersion(id, version, ifMatch, context) {
      const { body } = lessonsUpdate;
      const patch = validateInput(body, await history.readState(id, version));
      const stored = patch.sections ? { ...patch, sections: sanitizeSections(patch.sections) } : patch;
      return commit(store, context, async (tx) => {
        const { mainLessonId = 0, lessonTypeId = 0 } = patch;
        await requireParents(connection, { mainLessonId, lessonTypeId }, tx.session);
        const { current, next, lessonType } = await applyPatch(tx, id, stored, ifMatch, true);
        if (next !== current) {
          const note = auditInputForRestoration(toLessonState(current), toLessonState(next), version);
          tx.audit(lessonEvent, { ...note, id, title: next.title });
        }
        return toLesson(next, lessonType);
      });
    },

    async restoreDeleted(id, context) {
      return commit(store, context, async (tx) => {
        const item = await history.readDeleted(id, tx.session);
        const { lesson, lessonType } = await insertRestoredLesson(connection, item, tx);
        await forgetDeletedItems(connection, lessonEvent, [id], tx.session);
        tx.audit(lessonEvent, { action: 'restored', id, title: lesson.title });
        return toLesson(lesson, lessonType);
      });
    },

    async updateInTransaction(tx, id, patch, ifMatch) {
      const { next, lessonType } = await applyPatch(tx, id, patch, ifMatch);
      return toLesson(next, lessonType);
    },

    async remove(id, context) {
      await commit(store, context, async (tx) => {
        const { title } = await deleteLesson(tx, id);
        tx.audit(lessonEvent, { action: 'deleted', id, title });
      });
      return { message: messages.lesson.deleted };
    },

    async removeInTransaction(tx, id) {
      await deleteLesson(tx, id);
    },
  };
}
