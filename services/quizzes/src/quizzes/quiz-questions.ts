import { type BodyOf, quizLimits, quizMessages, type quizzesCreate } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { StoredQuiz } from './quiz.model.ts';

type GivenQuestion = BodyOf<typeof quizzesCreate>['questions'][number];

/**
 * Questions as they are stored: each with an id of its own. One keeps the id it comes with; without one, or
 * when an earlier question has it, it gets the next that no question of this quiz has had.
 *
 * @param lastQuestionId the highest id given so far, 0 for a new quiz
 * @throws ApiError 413 when all of them together are too large
 */
export function storedQuestions(
  given: readonly GivenQuestion[],
  lastQuestionId: number,
): Pick<StoredQuiz, 'questions' | 'questionCount' | 'lastQuestionId'> {
  const taken = new Set<number>();
  let last = Math.max(lastQuestionId, ...given.map(({ id }) => id ?? 0));
  const questions = given.map(({ id, question, options, correctAnswer }) => {
    const kept = id !== undefined && !taken.has(id) ? id : undefined;
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
