import {
  type BodyOf,
  type Lesson,
  type LessonSummary,
  lessonEvent,
  type lessonsCreate,
  type lessonsList,
  type lessonsMove,
  type lessonsUpdate,
  messages,
  type QueryOf,
} from '@khmer-learning/contracts';
import {
  type RequestContext,
  commit,
  auditInputForUpdate,
  type ServiceContext,
  isUnchanged,
  notFound,
  type Page,
  pageOf,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import {
  defaultImage,
  holdLessonTypes,
  lessonTypeFilter,
  readLessonTypes,
} from '../lesson-types/lesson-type.parents.ts';
import { holdMainLessons } from '../main-lessons/main-lesson.parents.ts';
import { given } from '../store/given.ts';
import { lessonState, toLesson, toLessonSummary } from './lesson.answers.ts';
import { createLessonCopies } from './lesson.copies.ts';
import { createLessonCreation, lessonSearch, parentMissing } from './lesson.creation.ts';
import { type LessonFilter, type LessonOrder, visibilitiesOf } from './lesson.filters.ts';
import { lessonsOf, type StoredLesson, statusOf, type Visibility, visibilityOf } from './lesson.model.ts';
import { createLessonMoves, lastPosition } from './lesson.places.ts';
import {
  countLessons,
  type FullLesson,
  readFullLessons,
  readLesson,
  readLightLessons,
  readToChange,
} from './lesson.queries.ts';
import { storedSections } from './lesson-sections.ts';
import { readNotSwept } from './lesson-sweep.model.ts';

type LessonPatch = BodyOf<typeof lessonsUpdate>;

/** Lessons as the console works with them. */
export interface LessonService {
  list(query: QueryOf<typeof lessonsList>): Promise<{ lessons: (LessonSummary | Lesson)[]; total: number }>;
  /** The lessons of a parent, without sections; the newest first unless told. */
  listLight(filter: LessonFilter, page: Page | undefined, order?: LessonOrder): Promise<LessonSummary[]>;
  get(id: number): Promise<Lesson>;
  create(body: BodyOf<typeof lessonsCreate>, context: RequestContext): Promise<Lesson>;
  /** @param ifMatch the version the caller has seen; any when undefined */
  update(
    id: number,
    patch: LessonPatch,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Lesson>;
  /** @param ifMatch the version the caller has seen; any when undefined */
  move(
    id: number,
    body: BodyOf<typeof lessonsMove>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<LessonSummary>;
  /** Makes a draft of its own from a lesson, right after it. */
  duplicate(id: number, context: RequestContext): Promise<Lesson>;
  remove(id: number, context: RequestContext): Promise<{ message: string }>;
  /** `update` as a part of a unit of work. @param patch with its sections as they are stored */
  updateIn(tx: Transaction, id: number, patch: LessonPatch, ifMatch: number | undefined): Promise<Lesson>;
  /** `remove` as a part of a unit of work. */
  removeIn(tx: Transaction, id: number): Promise<void>;
}

export function createLessonService(store: ServiceContext): LessonService {
  const { connection } = store;
  const createLesson = createLessonCreation(store);

  /** What the lesson takes from its parents after the patch. Held, where the patch relies on them. */
  async function parentsAfter(current: FullLesson, patch: LessonPatch, session: ClientSession) {
    const { mainLessonId = current.mainLessonId, lessonTypeId = current.lessonTypeId } = patch;
    const status = patch.status ?? statusOf(current.visibility);

    let visibility: Visibility = current.visibility;
    if (mainLessonId !== current.mainLessonId || status !== statusOf(current.visibility)) {
      // The one it leaves too: a lesson of a main lesson that is gone cannot be saved from going with it.
      const parents = [...new Set([mainLessonId, current.mainLessonId])];
      const held = await holdMainLessons(connection, parents, session);
      const mainLesson = held.get(mainLessonId);
      if (!held.has(current.mainLessonId)) throw notFound('Lesson');
      if (!mainLesson) throw parentMissing('mainLessonId');
      visibility = visibilityOf(status, mainLesson.status);
    }

    const typeChanges = lessonTypeId !== current.lessonTypeId;
    const read = typeChanges ? holdLessonTypes : readLessonTypes;
    const types = await read(connection, [...new Set([lessonTypeId, current.lessonTypeId])], session);
    const lessonType = types.get(lessonTypeId);
    if (!types.has(current.lessonTypeId)) throw notFound('Lesson');
    if (!lessonType) throw parentMissing('lessonTypeId');
    const image = patch.image || (typeChanges ? defaultImage(lessonType) : current.image);
    return { mainLessonId, lessonTypeId, visibility, image, lessonType };
  }

  async function listLight(
    filter: LessonFilter,
    page: Page | undefined,
    order?: LessonOrder,
  ): Promise<LessonSummary[]> {
    const rows = await readLightLessons(store, filter, page, order);
    return rows.map(({ lesson, lessonType }) => toLessonSummary(lesson, lessonType));
  }

  async function write(tx: Transaction, id: number, patch: LessonPatch, ifMatch: number | undefined) {
    const { session } = tx;
    const current = await readToChange(connection, id, session);
    if (!current) throw notFound('Lesson');
    if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('lesson');
    const { lessonType, ...fromParents } = await parentsAfter(current, patch, session);
    const { title, description, level, sections } = patch;
    const movesAway = fromParents.mainLessonId !== current.mainLessonId;
    const changes = {
      ...given({ title, description, level, sections }),
      ...fromParents,
      ...(movesAway ? { position: await lastPosition(connection, session) } : {}),
      version: current.version + 1,
      updatedAt: new Date(),
    };
    const next: FullLesson = { ...current, ...changes };
    if (isUnchanged(lessonState(current), lessonState(next))) return { current, next: current, lessonType };
    const found = title ?? description ?? sections;
    const { modifiedCount } = await lessonsOf(connection).updateOne(
      { _id: id, version: current.version },
      { $set: { ...changes, ...(found ? lessonSearch(next) : {}) } },
      { session },
    );
    if (modifiedCount !== 1) throw staleVersion('lesson');
    tx.emitChanged(lessonEvent, { id, version: next.version, state: lessonState(next) });
    return { current, next, lessonType };
  }

  async function take(tx: Transaction, id: number): Promise<Pick<StoredLesson, 'version' | 'title'>> {
    const present = await readNotSwept(connection, tx.session);
    const gone = await lessonsOf(connection)
      .findOneAndDelete(
        { _id: id, ...present },
        { session: tx.session, projection: { version: 1, title: 1 } },
      )
      .lean<Pick<StoredLesson, 'version' | 'title'>>();
    if (!gone) throw notFound('Lesson');
    tx.emitDeleted(lessonEvent, { id, version: gone.version + 1 });
    return gone;
  }

  return {
    listLight,
    move: createLessonMoves(store),
    duplicate: createLessonCopies(store),

    async list(query) {
      const { level, type, status, search, mainLessonId } = query;
      const lessonTypeId = await lessonTypeFilter(connection, type, query.lessonTypeId);
      if (lessonTypeId === 'none') return { lessons: [], total: 0 };
      const filter = { visibility: visibilitiesOf(status), level, search, mainLessonId, lessonTypeId };
      const page = pageOf(query);
      if (!page) {
        const lessons = await listLight(filter, undefined);
        return { lessons, total: lessons.length };
      }
      const [rows, total] = await Promise.all([
        readFullLessons(connection, filter, page),
        countLessons(store, filter),
      ]);
      return { lessons: rows.map(({ lesson, lessonType }) => toLesson(lesson, lessonType)), total };
    },

    async get(id) {
      const found = await readLesson(connection, id);
      if (!found) throw notFound('Lesson');
      return toLesson(found.lesson, found.lessonType);
    },

    async create(body, context) {
      const { lesson, lessonType } = await createLesson(body, context);
      return toLesson(lesson, lessonType);
    },

    async update(id, patch, ifMatch, context) {
      const stored = patch.sections ? { ...patch, sections: storedSections(patch.sections) } : patch;
      return commit(store, context, async (tx) => {
        const { current, next, lessonType } = await write(tx, id, stored, ifMatch);
        if (next !== current) {
          const note = auditInputForUpdate(lessonState(current), lessonState(next));
          tx.audit(lessonEvent, { ...note, id, title: next.title });
        }
        return toLesson(next, lessonType);
      });
    },

    async updateIn(tx, id, patch, ifMatch) {
      const { next, lessonType } = await write(tx, id, patch, ifMatch);
      return toLesson(next, lessonType);
    },

    async remove(id, context) {
      await commit(store, context, async (tx) => {
        const { title } = await take(tx, id);
        tx.audit(lessonEvent, { action: 'deleted', id, title });
      });
      return { message: messages.lesson.deleted };
    },

    async removeIn(tx, id) {
      await take(tx, id);
    },
  };
}
