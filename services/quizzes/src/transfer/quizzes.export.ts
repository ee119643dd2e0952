import { type QueryOf, type QuizContents, quizzes, type quizzesExport } from '@khmer-learning/contracts';
import { readWorkingCopy } from '@khmer-learning/item-kit';
import { notFound } from '@khmer-learning/service-kit';
import { jsonChunks } from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { mainLessonReplicaExists, readLessonTitles } from '../lessons/lesson-replicas.ts';
import { streamQuizzes } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';

/** The first fields of a quizzes file, which identify the format. */
export const quizzesFileFormat = { format: 'khmer-learning/quizzes', version: 1 } as const;

/** A quiz, or what it has in its working copy, whose new questions have no ids yet. */
type ExportedQuiz = Omit<QuizRow, 'questions'> & Pick<QuizContents, 'questions'>;

/** Quizzes whose lessons are read in one query. */
const exportBatchSize = 100;

/**
 * Streams a quizzes file (JSON): all quizzes by ascending id, or those of one main lesson by lesson.
 *
 * @param query.workingCopies whether quizzes with a working copy have its contents
 * @throws ApiError 404 when the main lesson does not exist
 */
export async function streamQuizzesFile(
  connection: Connection,
  { mainLessonId, workingCopies }: QueryOf<typeof quizzesExport>,
): Promise<AsyncIterable<string>> {
  if (mainLessonId !== undefined && !(await mainLessonReplicaExists(connection, mainLessonId)))
    throw notFound('Main lesson');
  return jsonChunks(
    { ...quizzesFileFormat, exportedAt: new Date().toISOString() },
    { quizzes: toExportedQuizzes(connection, mainLessonId, workingCopies === 'true') },
  );
}

async function* toExportedQuizzes(
  connection: Connection,
  mainLessonId: number | undefined,
  isReworked: boolean,
) {
  let pending: ExportedQuiz[] = [];
  for await (const quiz of streamQuizzes(connection, mainLessonId)) {
    const copy = isReworked ? await readWorkingCopy<QuizContents>(connection, quizzes, quiz._id) : null;
    pending.push({ ...quiz, ...copy?.contents });
    if (pending.length < exportBatchSize) continue;
    yield* await withLessonTitles(connection, pending);
    pending = [];
  }
  yield* await withLessonTitles(connection, pending);
}

async function withLessonTitles(connection: Connection, quizzes: readonly ExportedQuiz[]) {
  const ids = quizzes.flatMap(({ lessonId }) => lessonId ?? []);
  const titles = await readLessonTitles(connection, ids);
  return quizzes.map(
    ({ _id: id, createdAt, lessonId, title, description, status, isPractice, questions }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lesson: lessonId === null ? null : { id: lessonId, title: titles.get(lessonId) ?? '' },
      title,
      description,
      status,
      isPractice: isPractice ?? false,
      questions,
    }),
  );
}
