import { quizResultsEvent } from '@khmer-learning/contracts';
import { periodicJobsOf } from '@khmer-learning/service-kit';
import { eventually, fetchLastEvent } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const runJob = () =>
  periodicJobsOf(quizzes.service.connection).updateOne(
    { _id: 'quiz results' },
    { $set: { dueAt: new Date(0) } },
  );
const lastEvent = (id: number) => fetchLastEvent(quizzes.service.nats, quizResultsEvent, id);

it('are published some time after submissions: by day, and what was answered instead; they end with the quiz', async () => {
  const { id } = await quizzes.createQuiz({
    lessonId: 1,
    status: 'active',
    questions: ['River', 'Boat'].map((correctAnswer) => ({
      question: `What is ${correctAnswer}?`,
      options: ['River', 'Boat', 'Fish'],
      correctAnswer,
    })),
  });
  const submit = (answers: readonly string[], as: 'app' | 'learner') =>
    quizzes.call(
      'POST',
      `/api/v1/quizzes/${id}/submit`,
      { answers: answers.map((selectedAnswer, place) => ({ questionId: place + 1, selectedAnswer })) },
      { as },
    );
  await submit(['River', 'Boat'], 'app');
  await submit(['Fish', 'Boat'], 'learner');
  await runJob();
  await eventually(async () =>
    expect(await lastEvent(id)).toMatchObject({
      state: {
        quizId: id,
        days: [{ tries: 2, passed: 1, scores: [0, 0, 0, 0, 0, 1, 0, 0, 0, 1] }],
        questions: [
          { questionId: 1, word: 'River', tries: 1, right: 0, instead: [{ answer: 'Fish', picks: 1 }] },
          { questionId: 2, word: 'Boat', tries: 1, right: 1, instead: [] },
        ],
      },
    }),
  );
  await quizzes.call('DELETE', `/api/quizzes/${id}`);
  await runJob();
  await eventually(async () => expect(await lastEvent(id)).toMatchObject({ type: 'deleted', state: null }));
});
