import type { ClientSession, Connection } from 'mongoose';
import { readQuizLessons } from '../lessons/lesson-replicas.ts';
import { quizzesOf, toLessonFields } from './quiz.model.ts';

/**
 * Updates main lesson, visibility and place in the curriculum of the quizzes whose lesson or main lesson has changed.
 * They are not part of a quiz's state: there is no new version and no event.
 */
export async function updateQuizPlaces(
  connection: Connection,
  changed: { readonly lessonIds: readonly number[]; readonly mainLessonIds: readonly number[] },
  session: ClientSession,
): Promise<void> {
  const lessonIds: number[] = await quizzesOf(connection)
    .distinct('lessonId', {
      $or: [{ lessonId: { $in: changed.lessonIds } }, { mainLessonId: { $in: changed.mainLessonIds } }],
    })
    .session(session);
  if (lessonIds.length === 0) return;
  const lessons = await readQuizLessons(connection, lessonIds, session);
  await quizzesOf(connection).bulkWrite(
    [...lessons].map(([lessonId, lesson]) => ({
      updateMany: { filter: { lessonId }, update: { $set: toLessonFields(lesson) } },
    })),
    { session },
  );
}
