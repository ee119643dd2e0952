import { type QueryOf, type QuizContents, quizzes, type transfers } from '@khmer-learning/contracts';
import { readWorkingCopy } from '@khmer-learning/item-kit';
import { inBatches, notFound } from '@khmer-learning/service-kit';
import { headingOf, jsonChunks } from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { mainLessonReplicaExists, readLessonTitles } from '../lessons/lesson-replicas.ts';
import { streamQuizzes } from '../quizzes/quiz.bulk-queries.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { type QuizCells, quizColumns, toQuestionCells } from './quiz-table.ts';

export const quizzesFileFormat = { format: 'khmer-learning/quizzes', version: 1 } as const;

/** A quiz, or what it has in its working copy, whose new questions have no ids yet. */
type ExportedQuiz = Omit<QuizRow, 'questions'> & Pick<QuizContents, 'questions'>;

/** Quizzes whose lessons are read in one query. */
const exportBatchSize = 100;

export type ExportedQuizzes = ReturnType<Awaited<ReturnType<typeof exportedQuizzes>>>;

/**
 * Finds the quizzes of an export, which the answer reads from the start, each time it is called: all by ascending id, or those of
 * one main lesson by lesson.
 * @param query.workingCopies whether quizzes with a working copy have its contents
 * @throws ApiError 404 when the main lesson does not exist
 */
export async function exportedQuizzes(
  connection: Connection,
  { mainLessonId, workingCopies }: Omit<QueryOf<typeof transfers.quizzes.export>, 'format'>,
) {
  if (mainLessonId !== undefined && !(await mainLessonReplicaExists(connection, mainLessonId)))
    throw notFound('Main lesson');

  async function* read(): AsyncGenerator<ExportedQuiz> {
    for await (const quiz of streamQuizzes(connection, mainLessonId)) {
      const isReworked = workingCopies === 'true';
      const copy = isReworked ? await readWorkingCopy<QuizContents>(connection, quizzes, quiz._id) : null;
      yield { ...quiz, ...copy?.contents };
    }
  }

  return async function* () {
    for await (const batch of inBatches(read(), exportBatchSize)) {
      const ids = batch.flatMap(({ lessonId }) => lessonId ?? []);
      const titles = await readLessonTitles(connection, ids);
      for (const { _id: id, createdAt, lessonId, isPractice = false, ...quiz } of batch) {
        const { title, description, status, questions } = quiz;
        yield {
          ...{ id, createdAt: createdAt.toISOString() },
          lesson: lessonId === null ? null : { id: lessonId, title: titles.get(lessonId) ?? '' },
          ...{ title, description, status, isPractice, questions },
        };
      }
    }
  };
}

export const quizzesFile = (quizzes: ExportedQuizzes): AsyncIterable<string> =>
  jsonChunks({ ...quizzesFileFormat, exportedAt: new Date().toISOString() }, { quizzes });

/** The rows of a table of quizzes, with its heading: one for each question. */
export async function* quizRows(quizzes: ExportedQuizzes): AsyncGenerator<string[]> {
  yield headingOf(quizColumns);
  for await (const { id, lesson, title: quiz, description, isPractice, questions } of quizzes)
    for (const [at, question] of questions.entries()) {
      const cells: QuizCells = {
        ...{ quizId: String(id), lessonId: String(lesson?.id ?? ''), lesson: lesson?.title ?? '', quiz },
        // Long, and once is enough: an empty cell changes nothing.
        ...{ description: at === 0 ? description : '', practice: isPractice ? 'yes' : 'no' },
        ...{ questionId: String(question.id ?? ''), ...toQuestionCells(question) },
      };
      yield quizColumns.map(({ name }) => cells[name]);
    }
}
