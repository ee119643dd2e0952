import { findChangedQuizzes, toCandidates } from '@khmer-learning/console-kit';
import type { ApiClient } from '@khmer-learning/console-sdk';
import { mainLessons } from '@khmer-learning/contracts';

/** Finds what changed in a main lesson: its lessons, and the quizzes of all its lessons. Throws like `ApiClient.call`. */
export async function findChangesOfMainLesson(api: ApiClient, id: number, signal: AbortSignal) {
  const lessons = await api.call(mainLessons.lessons, { params: { id } }, { signal });
  const quizzes = await findChangedQuizzes(
    api,
    lessons.map((lesson) => lesson.id),
    signal,
  );
  return [...toCandidates('lesson', lessons), ...quizzes];
}
