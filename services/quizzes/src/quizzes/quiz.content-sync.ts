import type { ClientSession, Connection } from 'mongoose';
import { readQuizLessons } from '../lessons/lesson-replicas.ts';
import { quizIndexes, quizzesOf, toLessonFields } from './quiz.model.ts';

/** Most quizzes of a main lesson read at once. */
const maxReadAtOnce = 500;

/**
 * Updates main lesson, visibility and place in the curriculum of the quizzes whose lesson or main lesson has changed.
 * They are not part of a quiz's state: there is no new version and no event.
 */
export async function updateQuizPlaces(
  connection: Connection,
  changed: { readonly lessonIds: readonly number[]; readonly mainLessonIds: readonly number[] },
  session: ClientSession,
): Promise<void> {
  // At most a batch of events. Most lessons have no quiz.
  const withQuizzes = await quizzesOf(connection)
    .distinct('lessonId', { lessonId: { $in: changed.lessonIds } })
    .session(session);
  await updatePlacesOfLessons(connection, withQuizzes, session);
  if (changed.mainLessonIds.length === 0) return;
  for (let after = 0, isFull = true; isFull; ) {
    const quizzes = await quizzesOf(connection)
      .find(
        { mainLessonId: { $in: changed.mainLessonIds }, lessonId: { $gt: after } },
        { lessonId: 1 },
        { session, limit: maxReadAtOnce },
      )
      .sort({ lessonId: 1 })
      .hint(quizIndexes.mainLesson)
      .lean();
    const lessonIds = quizzes.flatMap(({ lessonId }) => lessonId ?? []);
    await updatePlacesOfLessons(connection, [...new Set(lessonIds)], session);
    after = lessonIds.at(-1) ?? after;
    isFull = quizzes.length === maxReadAtOnce;
  }
}

async function updatePlacesOfLessons(
  connection: Connection,
  lessonIds: readonly number[],
  session: ClientSession,
): Promise<void> {
  if (lessonIds.length === 0) return;
  const lessons = await readQuizLessons(connection, lessonIds, session);
  if (lessons.size === 0) return;
  await quizzesOf(connection).bulkWrite(
    [...lessons].map(([lessonId, lesson]) => ({
      updateMany: { filter: { lessonId }, update: { $set: toLessonFields(lesson) } },
    })),
    { session },
  );
}
