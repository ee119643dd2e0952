import type { EventOf, HiddenBy, lessonEvent, mainLessonEvent } from '@khmer-learning/contracts';
import { lockRow, lockRows, syncReplicas } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import {
  type LessonReplica,
  lessonReplicasOf,
  type MainLessonReplica,
  mainLessonReplicasOf,
} from './lesson-replica.model.ts';
import { lessonTitleKey } from './lesson-title-key.ts';

/** The fields of a lesson that its quizzes need. */
export interface QuizLesson {
  readonly mainLessonId: number;
  /** Whether the lesson and its main lesson are published. */
  readonly isPublic: boolean;
  /** The places of the main lesson in the catalogue and of the lesson in it; 0 until the main lesson is known. */
  readonly mainLessonPosition: number;
  readonly lessonPosition: number;
}

function toQuizLesson(lesson: LessonReplica, mainLesson: MainLessonReplica | null | undefined): QuizLesson {
  const isPublic = lesson.status === 'published' && mainLesson?.status === 'published';
  return {
    mainLessonId: lesson.mainLessonId,
    isPublic,
    mainLessonPosition: mainLesson?.position ?? 0,
    lessonPosition: lesson.position,
  };
}

/** Locks a lesson against deletion and a change of its visibility until the transaction ends; undefined without it. */
export async function lockLesson(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<QuizLesson | undefined> {
  const lesson = await lockRow(lessonReplicasOf(connection), id, session);
  if (!lesson) return undefined;
  const mainLesson = await lockRow(mainLessonReplicasOf(connection), lesson.mainLessonId, session);
  return toQuizLesson(lesson, mainLesson);
}

export async function lessonReplicaExists(connection: Connection, id: number): Promise<boolean> {
  return (await lessonReplicasOf(connection).exists({ _id: id })) !== null;
}

/** Reads lessons by id; unknown lessons are left out. */
export async function readQuizLessons(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, QuizLesson>> {
  const lessons = await lessonReplicasOf(connection)
    .find({ _id: { $in: ids } })
    .session(session)
    .lean();
  const mainLessons = await mainLessonReplicasOf(connection)
    .find({ _id: { $in: [...new Set(lessons.map((lesson) => lesson.mainLessonId))] } })
    .session(session)
    .lean();
  const byId = new Map(mainLessons.map((mainLesson) => [mainLesson._id, mainLesson]));
  return new Map(lessons.map((lesson) => [lesson._id, toQuizLesson(lesson, byId.get(lesson.mainLessonId))]));
}

/** Finds the ids of the lessons with this title key: at most two, which is enough to see that it is ambiguous. */
export async function findLessonIdsByTitle(connection: Connection, titleKey: string): Promise<number[]> {
  const found = await lessonReplicasOf(connection).find({ titleKey }, { _id: 1 }).limit(2).lean();
  return found.map(({ _id }) => _id);
}

export async function lessonHasTitle(connection: Connection, id: number, titleKey: string): Promise<boolean> {
  return (await lessonReplicasOf(connection).exists({ _id: id, titleKey })) !== null;
}

export async function mainLessonReplicaExists(connection: Connection, id: number): Promise<boolean> {
  return (await mainLessonReplicasOf(connection).exists({ _id: id })) !== null;
}

/** Reads the titles of lessons, by id; unknown lessons are left out. */
export async function readLessonTitles(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const lessons = await lessonReplicasOf(connection)
    .find({ _id: { $in: ids } }, { title: 1 })
    .session(session)
    .lean();
  return new Map(lessons.map((lesson) => [lesson._id, lesson.title]));
}

/** What the response for a quiz says about its lesson. */
interface QuizLessonInfo {
  readonly title: string;
  /** The draft that hides the quiz from learners: the lesson or its main lesson. */
  readonly hiddenBy: HiddenBy | undefined;
}

/** Reads what responses say about lessons, by id; unknown lessons are left out. */
export async function readQuizLessonInfos(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, QuizLessonInfo>> {
  const lessons = await lessonReplicasOf(connection)
    .find({ _id: { $in: ids } }, { title: 1, status: 1, mainLessonId: 1 })
    .lean();
  const mainLessonIds = [...new Set(lessons.map(({ mainLessonId }) => mainLessonId))];
  const drafts = await mainLessonReplicasOf(connection)
    .find({ _id: { $in: mainLessonIds }, status: 'draft' }, { _id: 1 })
    .lean();
  const draftIds = new Set(drafts.map(({ _id }) => _id));
  return new Map(
    lessons.map(({ _id, title, status, mainLessonId }) => {
      const lesson = status === 'draft' ? ({ entity: 'lesson', id: _id } as const) : undefined;
      const mainLesson = draftIds.has(mainLessonId)
        ? ({ entity: 'main-lesson', id: mainLessonId } as const)
        : undefined;
      return [_id, { title, hiddenBy: lesson ?? mainLesson }];
    }),
  );
}

/** Returns those of the main lessons that are free. An unknown one counts as paid. */
export async function filterFreeMainLessonIds(
  connection: Connection,
  ids: readonly number[],
): Promise<Set<number>> {
  const free = await mainLessonReplicasOf(connection)
    .find({ _id: { $in: ids }, free: true }, { _id: 1 })
    .lean();
  return new Set(free.map((mainLesson) => mainLesson._id));
}

/** A lesson or main lesson whose quizzes must follow a change of it. */
export interface PlaceChange {
  /** The field of the quizzes that has its id. */
  readonly field: 'lessonId' | 'mainLessonId';
  readonly id: number;
  /** Whether more has changed than the order: who may see or open its quizzes. */
  readonly hides: boolean;
}

/** Compares events with the replicas, before these are updated. Deleted lessons are left out: their quizzes are deleted. */
export async function findPlaceChanges(
  connection: Connection,
  events: {
    readonly lessons: readonly EventOf<typeof lessonEvent>[];
    readonly mainLessons: readonly EventOf<typeof mainLessonEvent>[];
  },
  session: ClientSession,
): Promise<PlaceChange[]> {
  const idsOf = (of: readonly { entityId: string }[]) => of.map(({ entityId }) => Number(entityId));
  const lessons = await lessonReplicasOf(connection)
    .find({ _id: { $in: idsOf(events.lessons) } }, null, { session })
    .lean();
  const mainLessons = await mainLessonReplicasOf(connection)
    .find({ _id: { $in: idsOf(events.mainLessons) } }, null, { session })
    .lean();
  const lessonsById = new Map(lessons.map((lesson) => [lesson._id, lesson]));
  const mainLessonsById = new Map(mainLessons.map((mainLesson) => [mainLesson._id, mainLesson]));
  const changes: PlaceChange[] = [];
  for (const { state } of events.lessons) {
    if (!state) continue;
    const { id, status, mainLessonId, position = id } = state;
    const former = lessonsById.get(id);
    const hides = former?.status !== status || former.mainLessonId !== mainLessonId;
    if (hides || former.position !== position) changes.push({ field: 'lessonId', id, hides });
  }
  for (const { entityId, state } of events.mainLessons) {
    const id = Number(entityId);
    const former = mainLessonsById.get(id);
    const hides = !state || former?.status !== state.status;
    if (hides || former.position !== (state.position ?? id))
      changes.push({ field: 'mainLessonId', id, hides });
  }
  return changes;
}

/** Updates the replicas of main lessons from events and deletes those of deleted main lessons. */
export function replicateMainLessons(
  connection: Connection,
  events: readonly EventOf<typeof mainLessonEvent>[],
  session: ClientSession,
): Promise<void> {
  const replicas = mainLessonReplicasOf(connection);
  return syncReplicas(replicas, events, session, ({ id, status, free, position = id }) => ({
    status,
    free,
    position,
  }));
}

/**
 * Updates the replicas of lessons from events and deletes those of deleted lessons. Locks their main lessons: another
 * instance may handle an event of one at the same time, and one of the two must see what the other wrote. A main lesson
 * whose own event has not arrived yet is stored as a paid draft.
 */
export async function replicateLessons(
  connection: Connection,
  events: readonly EventOf<typeof lessonEvent>[],
  session: ClientSession,
): Promise<void> {
  await syncReplicas(
    lessonReplicasOf(connection),
    events,
    session,
    ({ id, mainLessonId, title, status, position = id }) => ({
      ...{ mainLessonId, title, titleKey: lessonTitleKey(title), status, position },
    }),
  );
  const mainLessonIds = new Set(events.flatMap(({ state }) => (state ? [state.mainLessonId] : [])));
  const unknownMainLesson = (id: number) => ({ status: 'draft' as const, free: false, position: id });
  await lockRows(mainLessonReplicasOf(connection), [...mainLessonIds], session, {
    insert: unknownMainLesson,
  });
}
