import type { QuestionKind } from '@khmer-learning/contracts';

/** The names of the kinds of questions. */
export const questionKindLabels: Record<QuestionKind, string> = {
  choice: 'Choice',
  typed: 'Typed answer',
  listening: 'Listening',
  matching: 'Matching',
  ordering: 'Ordering words',
};
