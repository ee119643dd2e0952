import { ApiError } from '@khmer-learning/service-kit';
import { freeMainLessons } from '../lessons/lesson-copies.ts';
import { findPublicQuizzes, type QuizRow } from '../quizzes/quiz.queries.ts';
import type { QuizStore } from '../store/quiz-store.ts';

/** A public quiz with its questions, or the refusal of one that is locked. */
export type OpenQuiz = { readonly value: QuizRow } | { readonly error: ApiError };

/** Public quizzes as whoever asks may open them, by id. */
export async function readOpenQuizzes(
  store: QuizStore,
  ids: readonly number[],
): Promise<Map<number, OpenQuiz>> {
  const quizzes = await findPublicQuizzes(store, ids);
  const mainLessonIds = new Set([...quizzes.values()].flatMap(({ mainLessonId }) => mainLessonId ?? []));
  const free = await freeMainLessons(store.connection, [...mainLessonIds]);
  return new Map(
    [...quizzes].map(([id, quiz]) => [id, isLocked(quiz, free) ? { error: locked() } : { value: quiz }]),
  );
}

/** Whether a reader does not get the questions: those of paid main lessons are for who owns them. */
function isLocked({ mainLessonId }: QuizRow, free: ReadonlySet<number>): boolean {
  return mainLessonId !== null && !free.has(mainLessonId);
}

function locked(): ApiError {
  return new ApiError(403, 'This quiz belongs to a paid main lesson');
}
