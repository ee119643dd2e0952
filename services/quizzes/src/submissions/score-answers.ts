import {
  type AnswerJudge,
  type BodyOf,
  correctAnswerOf,
  createAnswerJudge,
  formatOrder,
  formatPairs,
  type Quiz,
  type ResponseOf,
  scoreOf,
  type v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { createEventLoopYielder } from '@khmer-learning/service-kit';
import { hasKind } from '../public/question-kinds.ts';

export type SubmittedAnswers = BodyOf<typeof v1QuizzesSubmit>['answers'];
export type SubmissionResult = ResponseOf<typeof v1QuizzesSubmit>['data'];
/** The kinds of questions that are scored; undefined for all. */
type ScoredKinds = BodyOf<typeof v1QuizzesSubmit>['kinds'];

export interface QuizAnswers {
  readonly quizId: number;
  readonly answers: SubmittedAnswers;
  readonly kinds: ScoredKinds;
}

export function answerText({ selectedAnswer, pairs, order }: SubmittedAnswers[number]): string {
  if (pairs) return formatPairs(pairs);
  return order ? formatOrder(order) : (selectedAnswer ?? '');
}

/**
 * Scores answers against a quiz. A question without an answer, or with a blank
 * one, is wrong, and its correct answer is not returned. Of several answers to one question the last counts. Answers
 * to unknown questions are ignored. An answer that is almost right is not right. It yields to other calls between questions.
 *
 * @param kinds scores only the questions that the quiz has for these kinds
 * @param judge that of this version of the quiz
 */
export async function scoreAnswers(
  { _id: quizId, questions }: { readonly _id: number; readonly questions: Quiz['questions'] },
  answers: SubmittedAnswers,
  kinds?: ScoredKinds,
  judge: AnswerJudge = createAnswerJudge(questions),
): Promise<SubmissionResult> {
  const yieldToOthers = createEventLoopYielder();
  const given = new Map(answers.map((answer) => [answer.questionId, answerText(answer)]));
  const results: SubmissionResult['results'] = [];
  for (const one of questions.filter(hasKind(kinds))) {
    const { id: questionId, question } = one;
    const userAnswer = given.get(questionId);
    if (userAnswer === undefined || isBlank(userAnswer)) {
      const nothing = { userAnswer: null, correctAnswer: null, isCorrect: false, almost: false };
      results.push({ questionId, question, ...nothing });
      continue;
    }
    const verdict = judge(one, userAnswer);
    results.push({
      ...{ questionId, question, userAnswer, correctAnswer: correctAnswerOf(one) },
      ...{ isCorrect: verdict === 'right', almost: verdict === 'almost' },
    });
    await yieldToOthers();
  }
  const correctAnswers = results.filter(({ isCorrect }) => isCorrect).length;
  return {
    quizId,
    totalQuestions: results.length,
    correctAnswers,
    ...scoreOf(correctAnswers, results.length),
    results,
  };
}
