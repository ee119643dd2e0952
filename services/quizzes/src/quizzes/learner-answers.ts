import {
  correctAnswerOf,
  createAnswerJudge,
  defaultPageSize,
  type LearnerQuiz,
  type learnerAnswers,
  maxExactTotal,
  type QueryOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { pageOf } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { readTriesOf } from '../first-tries/first-tries.ts';
import { quizzesOf, type StoredQuiz } from './quiz.model.ts';

type Tries = Awaited<ReturnType<typeof readTriesOf>>['tries'];
type NamedQuiz = Pick<StoredQuiz, '_id' | 'title' | 'questions'>;

/** A page of the quizzes that a learner has tried, the last one first, with what was wrong. Deleted quizzes are left out. */
export async function readLearnerAnswers(
  connection: Connection,
  learnerId: number,
  query: QueryOf<typeof learnerAnswers>,
): Promise<ResponseOf<typeof learnerAnswers>> {
  const { limit, offset } = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
  const { tries, counted } = await readTriesOf(connection, learnerId, { limit, offset });
  const quizzes = await quizzesOf(connection)
    .find({ _id: { $in: tries.map(({ quizId }) => quizId) } }, { title: 1, questions: 1 })
    .lean<NamedQuiz[]>();
  const byId = new Map(quizzes.map((quiz) => [quiz._id, quiz]));
  return {
    // Answers may arrive later than they were given.
    quizzes: tries
      .flatMap(({ quizId, answers }) => {
        const quiz = byId.get(quizId);
        return quiz ? [judgeTries(quiz, answers)] : [];
      })
      .sort((one, other) => other.lastAnsweredAt.localeCompare(one.lastAnsweredAt)),
    total: Math.min(counted, maxExactTotal),
    ...(counted > maxExactTotal ? { isMinimum: true as const } : {}),
  };
}

function judgeTries(
  { _id: quizId, title, questions }: NamedQuiz,
  answers: Tries[number]['answers'],
): LearnerQuiz {
  const judge = createAnswerJudge(questions);
  const answered = questions.flatMap((question) => {
    const first = answers[question.id];
    return first
      ? [{ question, answer: first.answer, isRight: judge(question, first.answer) === 'right' }]
      : [];
  });
  const times = Object.values(answers).map(({ at }) => at.getTime());
  return {
    quizId,
    title,
    questions: questions.length,
    answered: answered.length,
    right: answered.filter(({ isRight }) => isRight).length,
    lastAnsweredAt: new Date(Math.max(...times)).toISOString(),
    wrong: answered.flatMap(({ question, answer, isRight }) =>
      isRight
        ? []
        : [
            {
              questionId: question.id,
              question: question.question,
              answer,
              correctAnswer: correctAnswerOf(question),
            },
          ],
    ),
  };
}
