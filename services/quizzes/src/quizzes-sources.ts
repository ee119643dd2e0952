import { quizEvent } from '@khmer-learning/contracts';
import { entitySource, type PresentStateSource, workingCopySource } from '@khmer-learning/service-kit';
import { toQuizState } from './quizzes/quiz.mappers.ts';
import type { QuizRow } from './quizzes/quiz.queries.ts';
import { quizWorkingCopies } from './quizzes/quiz.working-copies.ts';

/** Everything that quizzes publishes. */
export function quizzesSources(): readonly PresentStateSource[] {
  return [
    entitySource<QuizRow, typeof quizEvent>('quizzes', quizEvent, toQuizState),
    workingCopySource(quizWorkingCopies),
  ];
}
