import {
  type AnswerJudge,
  correctAnswerOf,
  createAnswerJudge,
  type Quiz,
  quizLimits,
  type quizzesQuestionStatistics,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { type AnswerVerdict, answerKey, trimInvisible } from '@khmer-learning/khmer-text';

type QuestionStatistics = ResponseOf<typeof quizzesQuestionStatistics>;
type Question = Quiz['questions'][number];
/** The first answers of one learner, by question id. */
type FirstAnswers = Readonly<Record<string, { readonly answer: string }>>;

/**
 * Statistics of a quiz's current questions, from the first tries of learners. Answers are compared with the options and
 * correct answers of today.
 *
 * @param learners the first answers of each learner
 */
export function computeQuestionStatistics(
  questions: Quiz['questions'],
  learners: readonly FirstAnswers[],
): QuestionStatistics {
  const judge = rememberVerdicts(createAnswerJudge(questions));
  const isRight = (question: Question, answer: string | undefined) =>
    answer !== undefined && judge(question, answer) === 'right';
  // Only learners who answered every question have comparable scores.
  const complete = learners.filter((answers) => questions.every(({ id }) => answers[id] !== undefined));
  const scores = complete.map((answers) =>
    questions.map((question) => (isRight(question, answers[question.id]?.answer) ? 1 : 0)),
  );
  return {
    learners: learners.length,
    completeLearners: complete.length,
    questions: questions.map((question, index) => {
      const given = learners.flatMap((answers) => answers[question.id]?.answer ?? []).map(trimInvisible);
      const right = given.filter((answer) => isRight(question, answer)).length;
      const options =
        question.options.length > 0 && question.kind !== 'typed'
          ? question.options.map((option) => ({
              option,
              isCorrect: isRight(question, option),
              picks: given.filter((answer) => answer === trimInvisible(option)).length,
            }))
          : [
              { option: correctAnswerOf(question), isCorrect: true, picks: right },
              ...mostFrequent(given.filter((answer) => !isRight(question, answer))),
            ];
      return {
        questionId: question.id,
        kind: question.kind ?? 'choice',
        question: question.question,
        tries: given.length,
        rightShare: given.length === 0 ? null : round((right / given.length) * 100),
        almost: given.filter((answer) => judge(question, answer) === 'almost').length,
        options,
        otherPicks: given.length - options.reduce((sum, { picks }) => sum + picks, 0),
        discrimination: discrimination(scores, index),
      };
    }),
  };
}

/** Many learners give the same answer. */
function rememberVerdicts(judge: AnswerJudge): AnswerJudge {
  const known = new Map<Question, Map<string, AnswerVerdict>>();
  return (question, answer) => {
    const verdicts = known.get(question) ?? new Map<string, AnswerVerdict>();
    known.set(question, verdicts);
    const verdict = verdicts.get(answer) ?? judge(question, answer);
    verdicts.set(answer, verdict);
    return verdict;
  };
}

/** Wrong answers of one question that are listed. */
const maxWrongAnswers = 10;

/** The most frequent wrong answers; those that look the same are counted together. */
function mostFrequent(answers: readonly string[]): QuestionStatistics['questions'][number]['options'] {
  const counts = new Map<string, { option: string; picks: number }>();
  for (const answer of answers) {
    const key = answerKey(answer);
    const { option, picks } = counts.get(key) ?? { option: answer, picks: 0 };
    counts.set(key, { option, picks: picks + 1 });
  }
  return [...counts.values()]
    .sort((one, other) => other.picks - one.picks)
    .slice(0, maxWrongAnswers)
    .map((wrong) => ({ ...wrong, isCorrect: false }));
}

/**
 * The discrimination of an item: the point-biserial correlation of its score (0 or 1) with the score on the remaining
 * items, -1 to 1, rounded to two decimals. The item is left out of the score because it would correlate with itself.
 * Source: Crocker and Algina, Introduction to Classical and Modern Test Theory (1986), chapter 14, item-total
 * correlation, with the correction of Henrysson (1963). The correlation coefficient is that of Pearson.
 *
 * @param scores per learner, the scores of all items
 * @returns null for fewer than 30 learners, and when all have the same score on the item or on the remaining ones: the
 *   correlation is not defined then. A quiz with one question has no remaining items
 */
function discrimination(scores: readonly (readonly number[])[], item: number): number | null {
  if (scores.length < quizLimits.discriminationLearners) return null;
  const pairs = scores.map((all) => {
    const score = all[item] ?? 0;
    return { score, rest: all.reduce((sum, one) => sum + one, 0) - score };
  });
  const meanScore = mean(pairs.map(({ score }) => score));
  const meanRest = mean(pairs.map(({ rest }) => rest));
  const covariance = mean(pairs.map(({ score, rest }) => (score - meanScore) * (rest - meanRest)));
  const scoreVariance = mean(pairs.map(({ score }) => (score - meanScore) ** 2));
  const restVariance = mean(pairs.map(({ rest }) => (rest - meanRest) ** 2));
  // Rounding errors can make a variance of 0 slightly larger.
  if (scoreVariance < 1e-9 || restVariance < 1e-9) return null;
  return round(covariance / Math.sqrt(scoreVariance * restVariance));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (value: number) => Math.round(value * 100) / 100;
