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
import { quizzesOf, type StoredQuiz } from '../quizzes/quiz.model.ts';
import { firstTriesOf, type StoredFirstTries } from './first-try.model.ts';

type NamedQuiz = Pick<StoredQuiz, '_id' | 'title' | 'questions'>;

/** A page of the quizzes that a learner has tried, the last one first, with what was wrong. Deleted quizzes are left out. */
export async function readLearnerAnswers(
  connection: Connection,
  learnerId: number,
  query: QueryOf<typeof learnerAnswers>,
): Promise<ResponseOf<typeof learnerAnswers>> {
  const { limit, offset } = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
  const model = firstTriesOf(connection);
  const [tries, counted] = await Promise.all([
    model.find({ learnerId }).sort({ updatedAt: -1 }).skip(offset).limit(limit).lean<StoredFirstTries[]>(),
    model.countDocuments({ learnerId }, { limit: maxExactTotal + 1 }),
  ]);
  const quizzes = await quizzesOf(connection)
    .find({ _id: { $in: tries.map(({ quizId }) => quizId) } }, { title: 1, questions: 1 })
    .lean<NamedQuiz[]>();
  const byId = new Map(quizzes.map((quiz) => [quiz._id, quiz]));
  return {
    quizzes: tries.flatMap(({ quizId, answers }) => {
      const quiz = byId.get(quizId);
      return quiz ? [judgeTries(quiz, answers)] : [];
    }),
    total: Math.min(counted, maxExactTotal),
    ...(counted > maxExactTotal ? { isMinimum: true as const } : {}),
  };
}

function judgeTries(
  { _id: quizId, title, questions }: NamedQuiz,
  answers: StoredFirstTries['answers'],
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
