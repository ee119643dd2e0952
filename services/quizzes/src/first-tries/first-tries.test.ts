import {
  headerNames,
  type learnerAnswers,
  learnerProgressEvent,
  type quizzes as quizEndpoints,
  type ResponseOf,
  userEvent,
} from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  createQueryProfiler,
  eventually,
  isScanOrSort,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

let quizzes: TestQuizzes;
let quizId: number;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());
beforeEach(async () => {
  const { id } = await quizzes.createQuiz({
    lessonId: 1,
    status: 'active',
    questions: ['River', 'Boat'].map((correctAnswer) => ({
      question: `What is ${correctAnswer}?`,
      options: ['River', 'Boat', 'Fish'],
      correctAnswer,
    })),
  });
  quizId = id;
});

type Statistics = ResponseOf<typeof quizEndpoints.questionStatistics>;
const statistics = async () =>
  (await quizzes.call<Statistics>('GET', `/api/quizzes/${quizId}/question-statistics`)).body;
/** Per question: tries, picks of each option, other answers. */
const picks = async () =>
  (await statistics()).questions.map(({ tries, options, otherPicks }) => [
    tries,
    ...options.map((one) => one.picks),
    otherPicks,
  ]);
const submit = (
  answers: readonly string[],
  headers: Record<string, string> = {},
  as: 'app' | 'learner' = 'learner',
) =>
  quizzes.call(
    'POST',
    `/api/v1/quizzes/${quizId}/submit`,
    {
      answers: answers.flatMap((selectedAnswer, index) =>
        selectedAnswer === '' ? [] : [{ questionId: index + 1, selectedAnswer }],
      ),
    },
    { as, headers },
  );
/** The event of a learner's progress with the first answers to questions 1, 2, …; long ago by default. */
const progress = (userId: number, version: number, answers: readonly string[], year = 2020) =>
  buildEntityEvent(learnerProgressEvent, userId, version, {
    userId,
    days: [],
    firstAnswers: answers.map((answer, index) => ({
      quizId,
      questionId: index + 1,
      answer,
      at: new Date(Date.UTC(year, 4, 4)).toISOString(),
    })),
  });

it('are the first answers of a learner’s submissions, not those without a learner', async () => {
  await submit(['River', 'River'], {}, 'app');
  await submit(['Fish', '']);
  await submit(['River', 'Boat'], { [headerNames.idempotencyKey]: `tries-${quizId}` });
  expect(await picks()).toEqual([
    [1, 0, 0, 1, 0],
    [1, 0, 1, 0, 0],
  ]);
  expect(await statistics()).toMatchObject({
    learners: 1,
    questions: [
      { questionId: 1, rightShare: 0 },
      { questionId: 2, rightShare: 100 },
    ],
  });
});

it('are also the first answers of progress: the earlier one counts, each once', async () => {
  // User 3 is the learner of `submit`.
  await submit(['River', 'Boat']);
  await quizzes.publish(
    progress(3, quizId, ['Fish', 'Fish', 'no such question']),
    progress(71, quizId, ['Fish', 'Boat']),
    progress(72, quizId, ['an old option']),
  );
  const expected = [
    [3, 0, 0, 2, 1],
    [2, 0, 1, 1, 0],
  ];
  await eventually(async () => expect(await picks()).toEqual(expected));
  await quizzes.publish(
    // Later than the first answers: they change nothing. The same answer once more does not count again.
    progress(71, quizId + 1, ['River', 'River'], 2100),
    progress(72, quizId + 1, ['an old option']),
    progress(73, quizId, ['River']),
  );
  await eventually(async () => expect((await statistics()).learners).toBe(4));
  expect(await picks()).toEqual([
    [4, 1, 0, 2, 1],
    [2, 0, 1, 1, 0],
  ]);
});

it('follow an edit of the quiz: answers count for the options of today', async () => {
  await submit(['Fish', 'Boat']);
  const { questions } = (await quizzes.call<{ questions: { id: number }[] }>('GET', `/api/quizzes/${quizId}`))
    .body;
  await quizzes.call('PATCH', `/api/quizzes/${quizId}`, {
    questions: [{ ...questions[0], options: ['River', 'Fish'], correctAnswer: 'Fish' }],
  });
  expect((await statistics()).questions).toMatchObject([
    { questionId: 1, rightShare: 100, options: [{ picks: 0 }, { picks: 1 }], otherPicks: 0 },
  ]);
});

it('are deleted with the learner’s account', async () => {
  await quizzes.publish(progress(81, 1, ['River', 'Boat']), progress(82, 1, ['Fish', 'Fish']));
  await eventually(async () => expect((await statistics()).learners).toBe(2));
  await quizzes.publish(
    buildEntityEvent(learnerProgressEvent, 81, 2, null),
    buildEntityEvent(userEvent, 81, 2, null),
  );
  await eventually(async () => expect((await statistics()).learners).toBe(1));
  expect(await picks()).toEqual([
    [1, 0, 0, 1, 0],
    [1, 0, 0, 1, 0],
  ]);
});

it('are for staff, and only of quizzes that there are', async () => {
  const path = `/api/quizzes/${quizId}/question-statistics`;
  for (const as of ['learner', 'app', 'nobody'] as const)
    expect((await quizzes.call('GET', path, undefined, { as })).status).toBe(401);
  expect((await quizzes.call('GET', path, undefined, { as: 'student' })).status).toBe(403);
  expect((await quizzes.call('GET', '/api/quizzes/999999/question-statistics')).status).toBe(404);
});

it('are read from an index', async () => {
  await submit(['River', 'Boat']);
  const profile = await createQueryProfiler(quizzes.service.connection, ['first_tries']);
  const reads = await profile.captureReads(statistics);
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(isScanOrSort)).toEqual([]);
  await profile.stop();
});

it('of one learner are shown by quiz, with what was chosen instead', async () => {
  await submit(['Fish', 'Boat']);
  await submit(['River', 'Boat']);
  const read = async (query = '') =>
    (await quizzes.call<ResponseOf<typeof learnerAnswers>>('GET', `/api/learners/3/answers${query}`)).body;
  const [tried] = (await read('?limit=1')).quizzes;
  expect(tried).toMatchObject({
    ...{ quizId, questions: 2, answered: 2, right: 1 },
    wrong: [{ questionId: 1, question: 'What is River?', answer: 'Fish', correctAnswer: 'River' }],
  });
  expect((await quizzes.call('GET', '/api/learners/4711/answers')).body).toEqual({ quizzes: [], total: 0 });
  const profile = await createQueryProfiler(quizzes.service.connection, ['first_tries', 'quizzes']);
  const reads = await profile.captureReads(() => read().then(() => undefined));
  await profile.stop();
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
});
