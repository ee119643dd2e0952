import { jsonChunks, notFound } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonTitles, mainLessonIsKnown } from '../lessons/lesson-copies.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { streamQuizzes } from '../quizzes/quiz.reading.ts';

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
  if (mainLessonId !== undefined && !(await mainLessonIsKnown(connection, mainLessonId)))
    throw notFound('Main lesson');
  return jsonChunks(
    { ...quizzesFormat, exportedAt: new Date().toISOString() },
    { quizzes: exportedQuizzes(connection, mainLessonId) },
  );
}

async function* exportedQuizzes(connection: Connection, mainLessonId: number | undefined) {
  let waiting: QuizRow[] = [];
  for await (const quiz of streamQuizzes(connection, mainLessonId)) {
    waiting.push(quiz);
    if (waiting.length < quizzesAtOnce) continue;
    yield* await withLessons(connection, waiting);
    waiting = [];
  }
  yield* await withLessons(connection, waiting);
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
