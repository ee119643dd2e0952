import { quizEvent, quizzes } from '@khmer-learning/contracts';
import { commentThreadSource, workingCopySource } from '@khmer-learning/item-kit';
import { entitySource, type PresentStateSource } from '@khmer-learning/service-kit';
import { toQuizState } from './quizzes/quiz.kind.ts';
import type { QuizRow } from './quizzes/quiz.queries.ts';

/** Everything that quizzes publishes. */
export function quizzesSources(): readonly PresentStateSource[] {
  return [
    entitySource<QuizRow, typeof quizEvent>('quizzes', quizEvent, toQuizState),
    workingCopySource(quizzes),
    commentThreadSource('quizzes'),
  ];
}
