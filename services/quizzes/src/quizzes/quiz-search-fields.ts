import { hasStaleQuestionRecording } from '@khmer-learning/contracts';
import { staleRecordingsKey, type TitledSearchFields, titledSearchFields } from '@khmer-learning/service-kit';
import type { StoredQuiz } from './quiz.model.ts';

/** By which texts of its questions a quiz is found: what learners see. Typed answers are none: whoever may search could try them. */
export function searchedTexts(
  questions: readonly Pick<StoredQuiz['questions'][number], 'question' | 'options' | 'pairs' | 'parts'>[],
): string[] {
  return questions.flatMap(({ question, options, pairs = [], parts = [] }) => [
    question,
    ...options,
    ...pairs.flatMap(({ left, right }) => [left, right]),
    ...parts,
  ]);
}

export const quizTexts = (
  quiz: Pick<StoredQuiz, 'title' | 'description'> & {
    readonly questions: Parameters<typeof searchedTexts>[0];
  },
): string[] => [quiz.title, quiz.description, ...searchedTexts(quiz.questions)];

/** The search fields of a quiz. Every write of its texts must store them too. */
export function quizSearchFields(
  quiz: Pick<StoredQuiz, 'title' | 'description'> & {
    readonly questions: readonly Omit<StoredQuiz['questions'][number], 'id'>[];
  },
): TitledSearchFields {
  const fields = titledSearchFields(quiz, searchedTexts(quiz.questions));
  if (hasStaleQuestionRecording(quiz.questions)) fields.searchKeys.push(staleRecordingsKey);
  return fields;
}
