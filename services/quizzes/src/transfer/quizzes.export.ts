import { jsonPieces, notFound } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonTitles } from '../lessons/lesson-copies.ts';
import { mainLessonCopiesOf } from '../lessons/lesson-copy.model.ts';
import { quizIndexes, quizzesOf, rowProjection } from '../quizzes/quiz.model.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';

/** What the first fields of a file of quizzes say. */
export const quizzesFormat = { format: 'khmer-learning/quizzes', version: 1 } as const;

/** Quizzes whose lessons are looked up together. */
const quizzesAtOnce = 100;

/**
 * A file of quizzes: all of them, the oldest first, or those of one main lesson, by lesson.
 *
 * @throws ApiError 404 when there is no such main lesson
 */
export async function quizzesFile(
  connection: Connection,
  mainLessonId: number | undefined,
): Promise<AsyncIterable<string>> {
  if (mainLessonId !== undefined && !(await mainLessonCopiesOf(connection).exists({ _id: mainLessonId })))
    throw notFound('Main lesson');
  return jsonPieces(
    { ...quizzesFormat, exportedAt: new Date().toISOString() },
    { quizzes: exportedQuizzes(connection, mainLessonId) },
  );
}

async function* exportedQuizzes(connection: Connection, mainLessonId: number | undefined) {
  let waiting: QuizRow[] = [];
  for await (const quiz of read(connection, mainLessonId)) {
    waiting.push(quiz);
    if (waiting.length < quizzesAtOnce) continue;
    yield* await withLessons(connection, waiting);
    waiting = [];
  }
  yield* await withLessons(connection, waiting);
}

function read(connection: Connection, mainLessonId: number | undefined): AsyncIterable<QuizRow> {
  const where = mainLessonId === undefined ? {} : { mainLessonId };
  const hint = mainLessonId === undefined ? quizIndexes.newest : quizIndexes.mainLesson;
  return quizzesOf(connection)
    .find(where, rowProjection)
    .hint(hint)
    .batchSize(quizzesAtOnce)
    .lean<QuizRow>()
    .cursor();
}

async function withLessons(connection: Connection, quizzes: readonly QuizRow[]) {
  const ids = quizzes.flatMap(({ lessonId }) => lessonId ?? []);
  const titles = await lessonTitles(connection, ids);
  return quizzes.map(({ _id: id, createdAt, lessonId, title, description, status, questions }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lesson: lessonId === null ? null : { id: lessonId, title: titles.get(lessonId) ?? '' },
    title,
    description,
    status,
    questions,
  }));
}
