import type { CommentThread } from '@khmer-learning/contracts';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  question,
  startQuizzes,
  type TestQuizzes,
} from './quizzes.test-kit.ts';

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

it('keeps a comment on a question that is worded anew and moved, and not on one that takes its place', async () => {
  const other = { ...question, question: 'And this one?' };
  const { id } = await quizzes.createQuiz({ questions: [question, other] });
  const path = `/api/quizzes/${id}`;
  const { body: quiz } = await quizzes.call<{ questions: (typeof question & { id: number })[] }>('GET', path);
  const [first, second] = quiz.questions;
  const thread = await quizzes.call<CommentThread>('POST', `${path}/comments`, {
    text: 'Too hard',
    anchor: { section: question.question },
  });
  expect(thread.status).toBe(201);
  const anchor = async () =>
    (await quizzes.call<{ threads: CommentThread[] }>('GET', `${path}/comments`)).body.threads[0]?.anchor;
  const save = (questions: object[]) => quizzes.call('PATCH', path, buildQuizBody({ questions }));
  expect(await save([second ?? {}, { ...first, question: 'Worded anew?' }])).toMatchObject({ status: 200 });
  const kept = { section: ['Worded anew?', question.question] };
  expect(await anchor()).toEqual(kept);
  expect(await save([second ?? {}, { ...question, question: 'In its place?' }])).toMatchObject({
    status: 200,
  });
  expect(await anchor()).toEqual(kept);
});
