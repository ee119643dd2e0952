import { randomUUID } from 'node:crypto';
import {
  headerNames,
  type Quiz,
  type quizzes as quizEndpoints,
  type ResponseOf,
  type v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import { eventually, type TestPrincipal } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

let quizzes: TestQuizzes;
let other: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  other = await startQuizzes({ share: quizzes });
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildMainLessonEvent(2, 1, { free: false, price: 499 }),
    buildMainLessonEvent(3, 1, { status: 'draft' }),
    buildLessonEvent(1, 1, {}),
    buildLessonEvent(2, 1, { mainLessonId: 2 }),
    buildLessonEvent(3, 1, { mainLessonId: 3 }),
    buildLessonEvent(4, 1, {}),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(async () => {
  await other.close();
  await quizzes.close();
});

const questions = [1, 2, 3, 4].map((n) => ({
  question: `Question ${n}`,
  options: ['right', 'wrong'],
  correctAnswer: 'right',
}));
/** Answers to one question per letter, right, wrong or none: `rw-r`. */
const answers = (letters: string) => ({
  answers: [...letters].flatMap((letter, index) =>
    letter === '-' ? [] : [{ questionId: index + 1, selectedAnswer: letter === 'r' ? 'right' : 'wrong' }],
  ),
});
const submit = (id: number, body: Record<string, unknown>, to = quizzes) =>
  to.call<ResponseOf<typeof v1QuizzesSubmit>>('POST', `/api/v1/quizzes/${id}/submit`, body, { as: 'app' });
const analytics = async (id: number) =>
  (await quizzes.call<ResponseOf<typeof quizEndpoints.analytics>>('GET', `/api/quizzes/${id}/analytics`))
    .body;
const activeQuiz = (change: Record<string, unknown> = {}) =>
  quizzes.createQuiz({ lessonId: 1, status: 'active', questions, ...change });

it('answers with the score and every question', async () => {
  const { id } = await activeQuiz();
  const { status, body } = await submit(id, answers('rrrw'));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    data: { quizId: id, totalQuestions: 4, correctAnswers: 3, score: 75, passed: true },
  });
  expect(body.data.results[3]).toEqual({
    questionId: 4,
    question: 'Question 4',
    userAnswer: 'wrong',
    correctAnswer: 'right',
    isCorrect: false,
    almost: false,
  });
});

it('returns no correct answer for an unanswered question', async () => {
  const { id } = await activeQuiz();
  const blank = questions.map((_, index) => ({ questionId: index + 1, selectedAnswer: ' \u200B' }));
  for (const given of [[], [{ questionId: 99, selectedAnswer: 'right' }], blank]) {
    const { body } = await submit(id, { answers: given });
    expect(body.data).toMatchObject({ totalQuestions: 4, correctAnswers: 0, score: 0 });
    expect(body.data.results.map(({ userAnswer, correctAnswer }) => [userAnswer, correctAnswer])).toEqual(
      Array(4).fill([null, null]),
    );
  }
  const { body } = await submit(id, answers('-w'));
  expect(body.data.results.map(({ correctAnswer }) => correctAnswer)).toEqual([null, 'right', null, null]);
  expect(await analytics(id)).toMatchObject({ completions: 4, completionRate: 0 });
});

it('counts results for the whole quiz and by question', async () => {
  const { id } = await activeQuiz();
  expect(await analytics(id)).toEqual({
    completions: 0,
    completionRate: null,
    averageScore: null,
    questions: questions.map(({ question }, index) => ({
      questionId: index + 1,
      question,
      answers: 0,
      rightShare: null,
    })),
  });
  for (const letters of ['rrrr', 'rww-', 'r---']) await submit(id, answers(letters));
  const figures = { completions: 3, completionRate: 33.33, averageScore: 50 };
  expect(await analytics(id)).toEqual({
    ...figures,
    questions: [
      { questionId: 1, question: 'Question 1', answers: 3, rightShare: 100 },
      { questionId: 2, question: 'Question 2', answers: 2, rightShare: 50 },
      { questionId: 3, question: 'Question 3', answers: 2, rightShare: 50 },
      { questionId: 4, question: 'Question 4', answers: 1, rightShare: 100 },
    ],
  });
  const { body } = await quizzes.call<Quiz>('GET', `/api/quizzes/${id}`);
  expect(body).toMatchObject({ analytics: figures, version: 1 });
  const [listed] = (await quizzes.call<Quiz[]>('GET', '/api/quizzes?limit=1')).body;
  expect(listed).toEqual({ ...body, mainLessonId: 1 });
});

it('keeps the figures when the quiz is edited or moved', async () => {
  const { id, questions: stored } = await activeQuiz();
  await submit(id, answers('rrww'));
  await quizzes.call('PATCH', `/api/quizzes/${id}`, {
    lessonId: 4,
    questions: [stored[2], stored[0], questions[0]],
  });
  expect(await analytics(id)).toMatchObject({
    completions: 1,
    averageScore: 50,
    questions: [
      { questionId: 3, answers: 1, rightShare: 0 },
      { questionId: 1, answers: 1, rightShare: 100 },
      { questionId: 5, answers: 0, rightShare: null },
    ],
  });
  const stored1 = quizzes.service.connection.collection<{ _id: number }>('analytics');
  expect(await stored1.findOne({ _id: id })).toMatchObject({ lessonId: 4, completions: 1 });
});

it('counts exactly 1,000 of 1,000 submissions at once, on two instances, while the quiz is edited', async () => {
  const { id } = await activeQuiz();
  const scores = ['rrrr', 'rrrw', 'rrw-', 'w---'];
  const submitting = Array.from({ length: 1_000 }, (_, n) =>
    submit(id, answers(scores[n % 4] ?? ''), n % 2 ? quizzes : other),
  );
  const editing = ['One', 'Two', 'Three'].map((title) =>
    quizzes.call('PATCH', `/api/quizzes/${id}`, { title }),
  );
  const statuses = (await Promise.all(submitting)).map(({ status }) => status);
  expect(statuses).toEqual(Array(1_000).fill(200));
  for (const { status } of await Promise.all(editing)) expect(status).toBe(200);
  expect(await analytics(id)).toEqual({
    completions: 1_000,
    completionRate: 50,
    averageScore: 56.25,
    questions: [
      { questionId: 1, question: 'Question 1', answers: 1_000, rightShare: 75 },
      { questionId: 2, question: 'Question 2', answers: 750, rightShare: 100 },
      { questionId: 3, question: 'Question 3', answers: 750, rightShare: 66.67 },
      { questionId: 4, question: 'Question 4', answers: 500, rightShare: 50 },
    ],
  });
});

it('keeps submissions of different quizzes apart, also of some that cannot be submitted', async () => {
  const open = await Promise.all([activeQuiz(), activeQuiz(), activeQuiz()]);
  const all = Array.from({ length: 120 }, (_, n) => (n % 4 === 3 ? 999_999 : (open[n % 4]?.id ?? 0)));
  const sent = await Promise.all(all.map((id) => submit(id, answers('rrrr'))));
  expect(sent.map(({ status }) => status)).toEqual(all.map((id) => (id === 999_999 ? 404 : 200)));
  for (const { id } of open) expect((await analytics(id)).completions).toBe(30);
});

it('answers 404 once the quiz is deleted, and leaves no figures', async () => {
  const { id } = await activeQuiz();
  const submitting = Array.from({ length: 60 }, () => submit(id, answers('rrrr')));
  await eventually(async () => expect((await analytics(id)).completions).toBeGreaterThan(0));
  expect((await quizzes.call('DELETE', `/api/quizzes/${id}`)).status).toBe(200);
  for (const { status } of await Promise.all(submitting)) expect([200, 404]).toContain(status);
  expect((await submit(id, answers('r'))).status).toBe(404);
  const rows = quizzes.service.connection.collection<{ _id: number }>('analytics');
  expect(await rows.findOne({ _id: id })).toBe(null);
});

it('answers 404 for drafts and for quizzes of hidden lessons', async () => {
  const draft = await activeQuiz({ status: 'draft' });
  const hidden = await activeQuiz({ lessonId: 3 });
  for (const id of [draft.id, hidden.id, 999_999])
    expect(await submit(id, answers('r'))).toMatchObject({
      status: 404,
      body: { success: false, error: 'Quiz not found' },
    });
});

it('neither accepts nor reveals answers of a locked quiz', async () => {
  const { id } = await activeQuiz({ lessonId: 2 });
  expect(await submit(id, answers('rrrr'))).toMatchObject({
    status: 403,
    body: { success: false, error: 'This quiz belongs to a paid main lesson' },
  });
  expect((await analytics(id)).completions).toBe(0);
});

it.each([
  [{}, 'Answers are required'],
  [{ answers: 'right' }, 'Answers are required'],
  [{ answers: ['right'] }, 'Every answer needs a questionId and a selectedAnswer'],
  [{ answers: [{ selectedAnswer: 'right' }] }, 'questionId must be a whole number'],
  [{ answers: [{ questionId: 1.5, selectedAnswer: 'right' }] }, 'questionId must be a whole number'],
  [{ answers: [{ questionId: { $gt: 0 }, selectedAnswer: 'right' }] }, 'questionId must be a whole number'],
  [
    { answers: [{ questionId: 1 }] },
    'selectedAnswer must be a string, or the answer must have pairs or order',
  ],
  [{ answers: [{ questionId: 1, selectedAnswer: { $ne: '' } }] }, 'selectedAnswer must be a string'],
  [
    { answers: [{ questionId: 1, selectedAnswer: 'x'.repeat(501) }] },
    'selectedAnswer must be at most 500 characters',
  ],
  [answers('r'.repeat(201)), 'Answers must be at most 200'],
])('refuses %#', async (body, error) => {
  const { id } = await activeQuiz();
  expect(await submit(id, body)).toMatchObject({ status: 400, body: { success: false, error } });
});

describe('with an Idempotency-Key', () => {
  const submitWith = (
    key: string,
    id: number,
    body: Record<string, unknown>,
    { to = quizzes, as = 'app' }: { to?: TestQuizzes; as?: TestPrincipal } = {},
  ) =>
    to.call<ResponseOf<typeof v1QuizzesSubmit>>('POST', `/api/v1/quizzes/${id}/submit`, body, {
      as,
      headers: { [headerNames.idempotencyKey]: key },
    });
  const keys = () =>
    quizzes.service.connection.collection<{ _id: string; createdAt: Date }>('submission_keys');

  it('a repetition gets the same answer and counts once, also after the quiz was edited or deleted', async () => {
    const { id } = await activeQuiz();
    const key = randomUUID();
    const first = await submitWith(key, id, answers('rrw-'));
    expect(first).toMatchObject({ status: 200, body: { data: { correctAnswers: 2, score: 50 } } });
    await quizzes.call('PATCH', `/api/quizzes/${id}`, {
      questions: questions.map((question) => ({ ...question, correctAnswer: 'wrong' })),
    });
    // With and without the quotes of a structured header.
    for (const text of [key, `"${key}"`])
      expect((await submitWith(text, id, answers('rrw-'))).body).toEqual(first.body);
    expect((await analytics(id)).completions).toBe(1);
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    expect((await submitWith(key, id, answers('rrw-'))).body).toEqual(first.body);
  });

  it('many repetitions at once, on two instances, count once for each key', async () => {
    const { id } = await activeQuiz();
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        submitWith(ids[n % 20] ?? '', id, answers('rrrr'), { to: n % 3 ? quizzes : other }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect((await analytics(id)).completions).toBe(20);
  });

  it('other answers or another quiz with the same key get 422', async () => {
    const [one, two] = [await activeQuiz(), await activeQuiz()];
    const key = randomUUID();
    await submitWith(key, one.id, answers('rrrr'));
    for (const answer of [
      await submitWith(key, one.id, answers('rrrw')),
      await submitWith(key, two.id, answers('rrrr')),
    ])
      expect(answer).toMatchObject({
        status: 422,
        body: { success: false, code: 'idempotency_key_reused' },
      });
    expect((await analytics(one.id)).completions).toBe(1);
    expect((await analytics(two.id)).completions).toBe(0);
  });

  it('a key is of its caller: a learner and the app without a token do not share it', async () => {
    const { id } = await activeQuiz();
    const key = randomUUID();
    await submitWith(key, id, answers('rrrr'));
    const answer = await submitWith(key, id, answers('wwww'), { as: 'learner' });
    expect(answer).toMatchObject({ status: 200, body: { data: { score: 0 } } });
    expect((await analytics(id)).completions).toBe(2);
  });

  it('an error keeps no key', async () => {
    const { id } = await activeQuiz({ status: 'draft' });
    const key = randomUUID();
    expect((await submitWith(key, id, answers('rrrr'))).status).toBe(404);
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { status: 'active' });
    expect((await submitWith(key, id, answers('rrrr'))).status).toBe(200);
  });

  it.each(['', '""', 'x'.repeat(256), 'two words', 'one, two'])('refuses the key %j', async (key) => {
    const { id } = await activeQuiz();
    expect(await submitWith(key, id, answers('rrrr'))).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key must have 1 to 255 visible ASCII characters' },
    });
    expect((await analytics(id)).completions).toBe(0);
  });

  it('is kept for a day, and the oldest are deleted beyond 50,000', async () => {
    const indexes = await keys().indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 86_400 }),
    );
    const old = Array.from({ length: 50_000 }, (_, n) => ({
      _id: `old-${n}`,
      createdAt: new Date(Date.now() - 3_600_000 + n),
    }));
    await keys().insertMany(old);
    const { id } = await activeQuiz();
    const key = randomUUID();
    await submitWith(key, id, answers('rrrr'));
    expect(await keys().countDocuments()).toBeLessThanOrEqual(50_000);
    expect(await keys().findOne({ _id: 'old-0' })).toBeNull();
    await submitWith(key, id, answers('rrrr'));
    expect((await analytics(id)).completions).toBe(1);
  });
});
