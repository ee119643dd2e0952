import { type BodyOf, quizLimits, quizMessages, type quizzesCreate } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { StoredQuiz } from './quiz.model.ts';

type GivenQuestion = BodyOf<typeof quizzesCreate>['questions'][number];

/**
 * Questions as they are stored: each with an id of its own. One keeps the id it comes with; without one, with one that
 * leaves no room for others, or when an earlier question has it, it gets the next that no question of this quiz has had.
 *
 * @param lastQuestionId the highest id given so far, 0 for a new quiz
 * @throws ApiError 413 when all of them together are too large
 */
export function storedQuestions(
  given: readonly GivenQuestion[],
  lastQuestionId: number,
): Pick<StoredQuiz, 'questions' | 'questionCount' | 'lastQuestionId'> {
  const taken = new Set<number>();
  const largest = Math.max(quizLimits.questionId, lastQuestionId);
  const brought = given.map(({ id = 0 }) => (id <= largest ? id : 0));
  let last = Math.max(lastQuestionId, ...brought);
  const questions = given.map(({ id, question, options, correctAnswer }) => {
    const kept = id !== undefined && id <= largest && !taken.has(id) ? id : undefined;
    if (kept === undefined) last += 1;
    taken.add(kept ?? last);
    return { id: kept ?? last, question, options, correctAnswer };
  });
  if (Buffer.byteLength(JSON.stringify(questions)) > quizLimits.bytes) {
    const message = quizMessages.tooLarge;
    throw new ApiError(413, message, { issues: [{ path: 'questions', message }] });
  }
  return { questions, questionCount: questions.length, lastQuestionId: last };
}
