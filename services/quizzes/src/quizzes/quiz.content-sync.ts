import { type EventOf, type lessonEvent, quizEvent } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { readQuizLessons } from '../lessons/lesson-replicas.ts';
import { deleteAnalytics } from '../submissions/analytics.ts';
import { quizSummaryProjection, quizzesOf, toLessonFields } from './quiz.model.ts';
import type { QuizSummaryRow } from './quiz.queries.ts';
import { quizDeletionKeys } from './quiz.surrogate-keys.ts';

/** Deletes the quizzes of deleted lessons, each with a tombstone event. */
export async function deleteQuizzesOfLessons(
  connection: Connection,
  lessons: readonly EventOf<typeof lessonEvent>[],
  tx: Transaction,
): Promise<void> {
  if (lessons.length === 0) return;
  const causes = new Map(lessons.map((event) => [Number(event.entityId), event]));
  const quizzes = await quizzesOf(connection)
    .find({ lessonId: { $in: [...causes.keys()] } }, quizSummaryProjection, { session: tx.session })
    .lean<QuizSummaryRow[]>();
  if (quizzes.length === 0) return;
  const ids = quizzes.map((quiz) => quiz._id);
  await deleteAnalytics(connection, ids, tx.session);
  await quizzesOf(connection).deleteMany({ _id: { $in: ids } }, { session: tx.session });
  for (const quiz of quizzes) {
    const deleted = { id: quiz._id, version: quiz.version + 1, surrogateKeys: quizDeletionKeys(quiz) };
    tx.emitDeleted(quizEvent, deleted, causes.get(quiz.lessonId ?? 0));
  }
}

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
