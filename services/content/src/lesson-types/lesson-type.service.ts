import {
  type BodyOf,
  type LessonSummary,
  type LessonType,
  lessonTypeEvent,
  lessonTypeMessages,
  type lessonTypesCreate,
  type lessonTypesDelete,
  type lessonTypesListLessons,
  type lessonTypesList,
  type lessonTypesUpdate,
  messages,
  type QueryOf,
  type ResponseOf,
  type StateOf,
  uploadedFileNamePattern,
} from '@khmer-learning/contracts';
import {
  ApiError,
  type RequestContext,
  commit,
  auditInputForUpdate,
  conflict,
  type ServiceContext,
  isUnchanged,
  type JobDefinition,
  type JobRow,
  type JobContext,
  nextId,
  notFound,
  pageOf,
  type SearchFields,
  searchCondition,
  searchFields,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { cascadeDetail, deleteWithLessons, renameImages } from '../lessons/lesson.cascade.ts';
import type { LessonService } from '../lessons/lesson.service.ts';
import { given } from '../store/given.ts';
import { closeLanes, openLanes, takeAllLanes } from '../store/parent-lanes.ts';
import { lessonTypeIndexes, lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';
import { defaultImage, iconUrl, titleKey } from './lesson-type.parents.ts';

/** A lesson type as it is read for an answer. */
type LessonTypeRow = Omit<StoredLessonType, keyof SearchFields | 'titleKey'>;

const rowProjection = { searchKeys: 0, searchText: 0, titleKey: 0 } as const;
const duplicateKey = 11_000;

/** Lesson types as the console works with them. */
export interface LessonTypeService {
  list(query: QueryOf<typeof lessonTypesList>): Promise<LessonType[]>;
  /** The lessons of a type. */
  lessons(id: number, query: QueryOf<typeof lessonTypesListLessons>): Promise<LessonSummary[]>;
  create(body: BodyOf<typeof lessonTypesCreate>, context: RequestContext): Promise<LessonType>;
  /** @param ifMatch the version the caller has seen; any when undefined */
  update(
    id: number,
    patch: BodyOf<typeof lessonTypesUpdate>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<LessonType>;
  remove(id: number, context: RequestContext): Promise<ResponseOf<typeof lessonTypesDelete>>;
}

/** @param wakeSweeps see `deleteWithLessons` */
export function createLessonTypeService(
  store: ServiceContext,
  lessons: LessonService,
  wakeSweeps: () => void,
): LessonTypeService {
  const { connection } = store;

  return {
    async list({ search }) {
      const where = searchCondition(search);
      const rows = await lessonTypesOf(connection)
        .find(where, rowProjection)
        .sort({ _id: -1 })
        .hint(where.searchKeys ? lessonTypeIndexes.words : lessonTypeIndexes.newest)
        .lean<LessonTypeRow[]>();
      return rows.map(toLessonType);
    },

    async lessons(id, query) {
      if (!(await lessonTypesOf(connection).exists({ _id: id }))) throw notFound('Lesson type');
      return lessons.listLight({ lessonTypeId: id }, pageOf(query));
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

    async update(id, patch, ifMatch, context) {
      await finishRename(store, id, context);
      const updated = commit(store, context, async (tx) => {
        const { session } = tx;
        const current = await lessonTypesOf(connection)
          .findById(id, rowProjection, { session })
          .lean<LessonTypeRow>();
        if (!current) throw notFound('Lesson type');
        if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('lesson type');
        const next: LessonTypeRow = {
          ...current,
          ...given(patch),
          version: current.version + 1,
          updatedAt: new Date(),
        };
        requireIconFile(next);
        if (isUnchanged(toState(current), toState(next))) return current;
        const image = { former: defaultImage(current), now: defaultImage(next) };
        tx.emitChanged(lessonTypeEvent, { id, version: next.version, state: toState(next) });
        tx.audit(lessonTypeEvent, { ...auditInputForUpdate(toState(current), toState(next)), id, title: next.title });
        if (image.former !== image.now) {
          await takeAllLanes(connection, 'lesson-type', id, session);
          const { done } = await renameImages(connection, id, image, tx);
          next.formerImage = done ? null : image.former;
        }
        const { modifiedCount } = await lessonTypesOf(connection).updateOne(
          { _id: id, version: current.version },
          { $set: { ...next, ...titleFields(next.title) } },
          { session },
        );
        if (modifiedCount !== 1) throw staleVersion('lesson type');
        return next;
      });
      const row = await titleIsFree(updated);
      await finishRename(store, id, context);
      return toLessonType(row);
    },

    async remove(id, context) {
      const deleted = await deleteWithLessons(
        { store, wakeSweeps },
        context,
        { lessonTypeId: id },
        async (tx, count) => {
          const title = await removeLessonType(connection, id, tx);
          tx.audit(lessonTypeEvent, { action: 'deleted', id, title, ...cascadeDetail(count) });
        },
      );
      return { message: messages.lessonType.deleted, deleted: { lessons: deleted } };
    },
  };
}

/**
 * Stores a new lesson type within a unit of work.
 *
 * @param id from the counter `lesson-type`
 * @throws ApiError 409 when another type has its title
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
  const stored: StoredLessonType = { ...row, ...titleFields(title) };
  await titleIsFree(lessonTypesOf(connection).insertMany([stored], { session: tx.session, lean: true }));
  await openLanes(connection, 'lesson-type', id, tx.session);
  tx.emitChanged(lessonTypeEvent, { id, version: 1, state: toState(row) });
  return row;
}

/**
 * Deletes a lesson type that has no lessons within a unit of work.
 *
 * @returns its title
 * @throws ApiError 404 when there is none
 */
export async function removeLessonType(connection: Connection, id: number, tx: Transaction): Promise<string> {
  const gone = await lessonTypesOf(connection)
    .findOneAndDelete({ _id: id }, { session: tx.session, projection: { version: 1, title: 1 } })
    .lean<Pick<LessonTypeRow, 'version' | 'title'>>();
  if (!gone) throw notFound('Lesson type');
  await closeLanes(connection, 'lesson-type', id, tx.session);
  tx.emitDeleted(lessonTypeEvent, { id, version: gone.version + 1 });
  return gone.title;
}

/** Requests finish their own changes of a title, unless their process ends: after so long somebody else does. */
const requestsTurnMs = 5_000;

/** Goes on with changes of titles that were stopped before all lessons had their new image. */
export function renameJob(store: ServiceContext): JobDefinition<JobRow & { _id: number }> {
  return {
    name: 'images of a renamed lesson type',
    collection: 'lesson_types',
    dueFilter: () => ({
      formerImage: { $type: 'string' },
      updatedAt: { $lt: new Date(Date.now() - requestsTurnMs) },
    }),
    run: ({ row }, { signal, runBatch }) =>
      finishRename(store, row._id, { actor: null, requestId: null }, { signal, runBatch }),
  };
}

/** Gives the lessons left with a former image the one of today. */
async function finishRename(
  store: ServiceContext,
  id: number,
  { actor, requestId }: RequestContext,
  run?: JobContext,
): Promise<void> {
  const { connection } = store;
  const step = () =>
    commit(store, { actor, requestId }, async (tx) => {
      const { session } = tx;
      const current = await lessonTypesOf(connection).findById(id, rowProjection, { session }).lean();
      if (!current || current.formerImage === null) return true;
      const image = { former: current.formerImage, now: defaultImage(current) };
      const { done } = await renameImages(connection, id, image, tx);
      if (done) await lessonTypesOf(connection).updateOne({ _id: id }, { formerImage: null }, { session });
      return done;
    });
  for (let done = false; !done && !run?.signal.aborted; ) done = await (run ? run.runBatch(step) : step());
}

/** Only the unique index can tell, when two people choose one title at once. */
async function titleIsFree<T>(written: Promise<T>): Promise<T> {
  return written.catch((error: unknown) => {
    throw (error as { code?: unknown }).code === duplicateKey
      ? conflict(lessonTypeMessages.titleTaken)
      : error;
  });
}

/** A file icon needs a file's name, whichever half of the two was stored before. */
function requireIconFile({ icon, iconMode }: LessonTypeRow): void {
  if (iconMode !== 'file' || uploadedFileNamePattern.test(icon)) return;
  const message = lessonTypeMessages.iconFile;
  throw new ApiError(400, message, { issues: [{ path: 'icon', message }] });
}

function titleFields(title: string): SearchFields & Pick<StoredLessonType, 'titleKey'> {
  return { ...searchFields([title]), titleKey: titleKey(title) };
}

function toState(row: LessonTypeRow): StateOf<typeof lessonTypeEvent> {
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
  return { ...toState(row), version: row.version, iconUrl: iconUrl(row) };
}
