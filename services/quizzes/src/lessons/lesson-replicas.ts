import type { EventOf, lessonEvent, mainLessonEvent } from '@khmer-learning/contracts';
import { syncReplicas } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import {
  freeMainLessonIndex,
  type LessonReplica,
  lessonReplicasOf,
  type MainLessonReplica,
  mainLessonReplicasOf,
} from './lesson-replica.model.ts';

/** What a quiz takes from its lesson. */
export interface QuizLesson {
  readonly mainLessonId: number;
  /** Whether the lesson and its main lesson are published. */
  readonly isPublic: boolean;
}

function toQuizLesson(lesson: LessonReplica, mainLesson: MainLessonReplica | null | undefined): QuizLesson {
  const isPublic = lesson.status === 'published' && mainLesson?.status === 'published';
  return { mainLessonId: lesson.mainLessonId, isPublic };
}

/**
 * Reads a lesson on which a write relies: until that write's transaction ends, none that deletes the lesson or
 * changes who may see it can commit. MongoDB refuses the second of two transactions that write one document,
 * so both sides write the copies, and the later one starts again and sees the other's work.
 *
 * @returns undefined when there is no such lesson
 */
export async function lockLesson(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<QuizLesson | undefined> {
  const lockUpdate = { $inc: { holds: 1 } };
  const lesson = await lessonReplicasOf(connection)
    .findOneAndUpdate({ _id: id }, lockUpdate, { session })
    .lean();
  if (!lesson) return undefined;
  const mainLesson = await mainLessonReplicasOf(connection)
    .findOneAndUpdate({ _id: lesson.mainLessonId }, lockUpdate, { session })
    .lean();
  return toQuizLesson(lesson, mainLesson);
}

export async function lessonReplicaExists(connection: Connection, id: number): Promise<boolean> {
  return (await lessonReplicasOf(connection).exists({ _id: id })) !== null;
}

/** What quizzes take from their lessons, by id; lessons that are not known are left out. */
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

/** The lessons with a title. */
export async function findLessonIdsByTitle(connection: Connection, title: string): Promise<number[]> {
  const found = await lessonReplicasOf(connection).find({ title }, { _id: 1 }).lean();
  return found.map(({ _id }) => _id);
}

export async function mainLessonReplicaExists(connection: Connection, id: number): Promise<boolean> {
  return (await mainLessonReplicasOf(connection).exists({ _id: id })) !== null;
}

/** The titles of lessons, by id. */
export async function readLessonTitles(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const lessons = await lessonReplicasOf(connection)
    .find({ _id: { $in: ids } }, { title: 1 })
    .lean();
  return new Map(lessons.map((lesson) => [lesson._id, lesson.title]));
}

/** Which of these main lessons are free. One that is not known is not. */
export async function filterFreeMainLessonIds(
  connection: Connection,
  ids: readonly number[],
): Promise<Set<number>> {
  const free = await mainLessonReplicasOf(connection)
    .find({ _id: { $in: ids }, free: true }, { _id: 1 })
    .lean();
  return new Set(free.map((mainLesson) => mainLesson._id));
}

/** The ids of all main lessons that are free. */
export async function readFreeMainLessonIds(connection: Connection): Promise<number[]> {
  const free = await mainLessonReplicasOf(connection)
    .find({ free: true }, { _id: 1 })
    .hint(freeMainLessonIndex)
    .lean();
  return free.map(({ _id }) => _id);
}

/** Takes main lessons as they are now; those that are gone are forgotten. */
export function replicateMainLessons(
  connection: Connection,
  events: readonly EventOf<typeof mainLessonEvent>[],
  session: ClientSession,
): Promise<void> {
  const replicas = mainLessonReplicasOf(connection);
  return syncReplicas(replicas, events, session, ({ status, free }) => ({ status, free }));
}

/**
 * Takes lessons as they are now; those that are gone are forgotten. A main lesson of which nothing has been
 * heard yet is kept as a paid draft: there is then something to hold when a quiz arrives before it.
 */
export async function replicateLessons(
  connection: Connection,
  events: readonly EventOf<typeof lessonEvent>[],
  session: ClientSession,
): Promise<void> {
  await syncReplicas(lessonReplicasOf(connection), events, session, ({ mainLessonId, title, status }) => ({
    mainLessonId,
    title,
    status,
  }));
  const mainLessonIds = new Set(events.flatMap(({ state }) => (state ? [state.mainLessonId] : [])));
  if (mainLessonIds.size === 0) return;
  await mainLessonReplicasOf(connection).bulkWrite(
    [...mainLessonIds].map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { status: 'draft' as const, free: false } },
        upsert: true,
      },
    })),
    { session },
  );
}
