import type { ClientSession, Connection } from 'mongoose';
import { quizIndexes, quizRowProjection, quizzesOf } from './quiz.model.ts';
import type { QuizRow } from './quiz.queries.ts';

const streamBatchSize = 100;

/** Streams all quizzes by ascending id, or those of one main lesson by lesson. */
export function streamQuizzes(
  connection: Connection,
  mainLessonId: number | undefined,
): AsyncIterable<QuizRow> {
  const where = mainLessonId === undefined ? {} : { mainLessonId };
  const hint = mainLessonId === undefined ? quizIndexes.newest : quizIndexes.mainLesson;
  return quizzesOf(connection)
    .find(where, quizRowProjection)
    .hint(hint)
    .batchSize(streamBatchSize)
    .lean<QuizRow>()
    .cursor();
}

/** Reads quizzes by id; ids that do not exist are left out. */
export async function readQuizzesById(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, QuizRow>> {
  const found = await quizzesOf(connection)
    .find({ _id: { $in: ids } }, quizRowProjection)
    .session(session)
    .lean<QuizRow[]>();
  return new Map(found.map((quiz) => [quiz._id, quiz]));
}

/** Most quizzes of a lesson whose titles are compared. */
const maxOfLesson = 10_000;

export function readQuizTitlesOfLesson(
  connection: Connection,
  lessonId: number,
): Promise<Pick<QuizRow, '_id' | 'title'>[]> {
  return quizzesOf(connection)
    .find({ lessonId }, { title: 1 })
    .hint(quizIndexes.lesson)
    .limit(maxOfLesson)
    .lean<Pick<QuizRow, '_id' | 'title'>[]>();
}
