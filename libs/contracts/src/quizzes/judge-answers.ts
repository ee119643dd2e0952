import {
  type AnswerVerdict,
  answerKey,
  createAnswerComparison,
  trimInvisible,
} from '@khmer-learning/khmer-text';
import { formatOrder, formatPairs, type Quiz, quizLimits } from './quiz.ts';

type Question = Quiz['questions'][number];

/** Judges an answer to a question of the quiz; pairs and an order as text (`formatPairs`, `formatOrder`). */
export type AnswerJudge = (question: Question, answer: string) => AnswerVerdict;

/** The right answer to a question as text. */
export function correctAnswerOf({ kind, correctAnswer, pairs = [], parts = [] }: Question): string {
  if (kind === 'matching') return formatPairs(pairs);
  return kind === 'ordering' ? formatOrder(parts) : correctAnswer;
}

/**
 * Creates the judge of answers to the questions of a quiz, each of which has an id of its own. An option is compared without leading and trailing spaces, a typed
 * answer by `createAnswerComparison`: its other taught words are those of the quiz. Pairs are right in any order, all of them
 * together; parts when they give the same text.
 *
 * @returns the judge; it remembers the accepted answers, so it is for one version of the quiz
 */
export function createAnswerJudge(questions: Quiz['questions']): AnswerJudge {
  const compare = createAnswerComparison(questions.flatMap(answerTexts));

  return (question, answer) => {
    const { kind = 'choice', options, correctAnswer, acceptedAnswers = [] } = question;
    const isRight = (right: boolean) => (right ? 'right' : 'wrong');
    if (kind === 'matching') return isRight(pairsKey(answer) === pairsKey(correctAnswerOf(question)));
    if (kind === 'ordering') return isRight(answerKey(answer) === answerKey(correctAnswerOf(question)));
    if (kind === 'choice' || (kind === 'listening' && options.length > 0))
      return isRight(trimInvisible(answer) === trimInvisible(correctAnswer));
    return compare(answer, [correctAnswer, ...acceptedAnswers]);
  };
}

/** The score of right answers among all questions, in whole percent (0 without questions), and whether it is a pass. */
export function scoreOf(
  right: number,
  questions: number,
): { readonly score: number; readonly passed: boolean } {
  const score = questions === 0 ? 0 : Math.round((right / questions) * 100);
  return { score, passed: score >= quizLimits.passScore };
}

const pairsKey = (text: string) => text.split('\n').map(answerKey).sort().join('\n');

function answerTexts({ options, correctAnswer, acceptedAnswers = [], pairs = [], parts = [] }: Question) {
  const sides = pairs.flatMap(({ left, right }) => [left, right]);
  return [...options, correctAnswer, ...acceptedAnswers, ...sides, ...parts];
}
