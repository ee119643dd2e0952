import {
  type BodyOf,
  type Quiz,
  quizLimits,
  type ResponseOf,
  type v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import { isBlank, trimInvisible } from '@khmer-learning/khmer-text';

export type SubmittedAnswers = BodyOf<typeof v1QuizzesSubmit>['answers'];
export type SubmissionResult = ResponseOf<typeof v1QuizzesSubmit>['data'];

/**
 * Scores answers against a quiz (decisions, API keys and `/api/v1`). A question without an answer, or with a blank
 * one, is wrong, and its correct answer is not returned. Of several answers to one question the last counts. Answers
 * to unknown questions are ignored, and so are leading and trailing spaces, as they are in options.
 */
export function scoreAnswers(
  { _id: quizId, questions }: { readonly _id: number; readonly questions: Quiz['questions'] },
  answers: SubmittedAnswers,
): SubmissionResult {
  const selectedAnswers = new Map(
    answers.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer]),
  );
  const results = questions.map(({ id, question, correctAnswer }) => {
    const userAnswer = selectedAnswers.get(id);
    if (userAnswer === undefined || isBlank(userAnswer))
      return { questionId: id, question, userAnswer: null, correctAnswer: null, isCorrect: false };
    const isCorrect = trimInvisible(userAnswer) === trimInvisible(correctAnswer);
    return { questionId: id, question, userAnswer, correctAnswer, isCorrect };
  });
  const correctAnswers = results.filter(({ isCorrect }) => isCorrect).length;
  const percentage = Math.round((correctAnswers / results.length) * 100);
  return {
    quizId,
    totalQuestions: results.length,
    correctAnswers,
    score: percentage,
    passed: percentage >= quizLimits.passScore,
    results,
  };
}
