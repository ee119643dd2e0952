import {
  type AnswerJudge,
  correctAnswerOf,
  createAnswerJudge,
  type Quiz,
  type quizzes,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { type AnswerVerdict, answerKey, trimInvisible } from '@khmer-learning/khmer-text';

type QuestionStatistics = ResponseOf<typeof quizzes.questionStatistics>;
type Question = Quiz['questions'][number];
type FirstAnswers = Readonly<Record<string, { readonly answer: string }>>;

/** Statistics of a quiz's questions, from first tries. Answers are compared with the options and right answers of today. */
export function computeQuestionStatistics(
  questions: Quiz['questions'],
  learners: readonly FirstAnswers[],
): QuestionStatistics {
  const judge = rememberVerdicts(createAnswerJudge(questions));
  const isRight = (question: Question, answer: string | undefined) =>
    answer !== undefined && judge(question, answer) === 'right';
  return {
    learners: learners.length,
    questions: questions.map((question) => {
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

const round = (value: number) => Math.round(value * 100) / 100;
