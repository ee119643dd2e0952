import {
  type Analytics,
  analyticsGet,
  type EntityEvent,
  eventOwners,
  learnerProgressEvent,
  lessonEvent,
  mainLessonEvent,
  purchaseEvent,
  quizResultsEvent,
} from '@khmer-learning/contracts';
import {
  createInternalTokenSigner,
  loadConfig,
  localInternalPrivateKey,
  openService,
  type Service,
} from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildLessonState,
  buildMainLessonState,
  buildPurchaseState,
  createQueryProfiler,
  createServiceCaller,
  eventually,
  isScanOrSort,
  publishEvents,
  publishStreamIsFilled,
  type ServiceCaller,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { buildApp, type StatsApp } from './app.ts';
import { statsConfigSchema } from './config.ts';
import { projectionModels } from './projection/projection.model.ts';
import { rebuildProjection } from './projection/rebuild-projection.ts';

const now = new Date('2026-11-15T03:00:00Z');
let service: Service;
let stats: StatsApp;
let call: ServiceCaller;

beforeEach(async () => {
  service = openService({
    name: 'stats',
    config: loadConfig(statsConfigSchema, await testServiceSettings('stats')),
  });
  stats = buildApp(service, { now: () => now });
  call = createServiceCaller(stats.app, 'stats', createInternalTokenSigner(localInternalPrivateKey));
  await service.prepare(() => stats.start());
});
afterEach(async () => {
  await stats.app.close();
  await stats.stop();
  await service.close();
});

const analytics = async (query = '', as: 'admin' | 'teacher' = 'admin'): Promise<Analytics> => {
  const { status, body } = await call<Analytics>('GET', `${analyticsGet.path}${query}`, undefined, { as });
  expect(status).toBe(200);
  return body;
};
const publish = (...events: readonly EntityEvent[]) => publishEvents(service.nats, events);

const progress = (
  userId: number,
  version: number,
  days: readonly string[],
  lessons: readonly number[] = [],
) =>
  buildEntityEvent(learnerProgressEvent, userId, version, {
    userId,
    firstDay: days[0] ?? '2026-01-01',
    days: days.map((day) => ({ day, lessonsFinished: 1, answers: 3, lessonsOpened: 2 })),
    lessons: lessons.map((lessonId, place) => ({ lessonId, isFinished: place === 0 })),
    firstAnswers: [],
  });
type Question = { word: string | null; tries: number; right: number };
const results = (quizId: number, version: number, day: string, questions: readonly Question[]) =>
  buildEntityEvent(quizResultsEvent, quizId, version, {
    quizId,
    days: [{ day, tries: 4, passed: 3, scores: [0, 0, 0, 0, 1, 0, 0, 1, 0, 2] }],
    questions: questions.map(({ word, tries, right }, place) => ({
      questionId: place + 1,
      question: `Question ${place + 1}`,
      ...{ word, tries, right },
      instead: tries > right ? [{ answer: 'Boat', picks: tries - right }] : [],
    })),
  });

it('shows a period beside the one before, what is hard, and money for admins alone', async () => {
  await publish(
    buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState({ id: 1, title: 'First Words' })),
    ...[11, 12].map((id) =>
      buildEntityEvent(lessonEvent, id, 1, buildLessonState({ id, mainLessonId: 1, title: `Lesson ${id}` })),
    ),
    buildEntityEvent(
      purchaseEvent,
      1,
      1,
      buildPurchaseState({
        mainLessonId: 1,
        purchaseAmount: 999,
        refundedAmount: 500,
        paymentStatus: 'partially_refunded',
        purchaseDate: '2026-11-14T03:00:00.000Z',
      }),
    ),
    // Access that was granted is no sale.
    buildEntityEvent(
      purchaseEvent,
      2,
      1,
      buildPurchaseState({
        ...{ id: 2, mainLessonId: 1, purchaseAmount: 0, paymentMethod: 'granted' },
        purchaseDate: '2026-11-14T03:00:00.000Z',
      }),
    ),
    // Before the period, at its beginning, and after the period before.
    progress(41, 1, ['2026-11-02', '2026-11-09'], [11, 12]),
    ...[42, 43, 44, 45, 46].map((id) => progress(id, 1, ['2026-11-15'], [11, 12])),
    results(7, 1, '2026-11-15', [
      { word: 'ទឹក', tries: 10, right: 2 },
      { word: 'River', tries: 4, right: 0 },
    ]),
    results(8, 1, '2026-11-15', [{ word: 'ទឹក', tries: 10, right: 8 }]),
  );
  const query = '?from=2026-11-09&to=2026-11-15';
  await eventually(async () => {
    const found = await analytics(query);
    expect([found.totals.tries, found.totals.newLearners]).toEqual([8, 5]);
  });
  const found = await analytics(query);
  expect(found.totals).toEqual({
    newLearners: 5,
    lessonsOpened: 12,
    lessonsFinished: 6,
    answers: 18,
    tries: 8,
    passed: 6,
  });
  expect(found.totalsBefore).toMatchObject({ newLearners: 1, lessonsOpened: 2, tries: 0 });
  expect(found.days).toHaveLength(7);
  expect(found.days.map(({ activeLearners }) => activeLearners)).toEqual([1, 0, 0, 0, 0, 0, 5]);
  expect(found.weeks).toEqual([{ monday: '2026-11-09', activeLearners: 6 }]);
  expect(found.scores).toEqual([0, 0, 0, 0, 2, 0, 0, 2, 0, 4]);
  expect(found.courses).toEqual([
    expect.objectContaining({
      ...{ id: 1, title: 'First Words', learners: 6, finishedShare: 50 },
      ...{ purchases: 1, revenue: 499, refunded: 500 },
    }),
  ]);
  expect(found.purchasesPer100).toBe(16.7);
  expect(found.months).toEqual([{ month: '2026-11', purchases: 1, revenue: 499, refunded: 500 }]);
  expect(found.stops).toEqual([{ id: 12, title: 'Lesson 12', opened: 6, finished: 0 }]);
  // Too few have tried River.
  expect(found.words).toEqual([
    { word: 'ទឹក', questions: 2, tries: 20, right: 10, instead: [{ answer: 'Boat', picks: 10 }] },
  ]);
  expect(found.questions.map(({ quizId, right }) => [quizId, right])).toEqual([
    [7, 2],
    [8, 8],
  ]);

  const teachers = await analytics(query, 'teacher');
  expect(teachers).not.toHaveProperty('months');
  expect(teachers).not.toHaveProperty('purchasesPer100');
  expect(JSON.stringify(teachers.courses)).not.toMatch(/revenue|refunded|purchases/);
  for (const wrong of [
    '?from=2026-11-09',
    '?from=2026-11-09&to=2026-11-08',
    '?from=2025-01-01&to=2026-11-08',
  ])
    expect((await call('GET', `${analyticsGet.path}${wrong}`)).status).toBe(400);
});

it('ends with the same figures when it is rebuilt after any events, and reads them from indexes', async () => {
  const day = fc.integer({ min: 1, max: 15 }).map((number) => `2026-11-${String(number).padStart(2, '0')}`);
  const question = fc
    .record({
      word: fc.constantFrom('ទឹក', 'ត្រី', 'River', null),
      tries: fc.integer({ min: 3, max: 30 }),
      wrong: fc.nat(20),
    })
    .map(({ word, tries, wrong }) => ({ word, tries, right: Math.max(0, tries - wrong) }));
  const anyEvent = (version: number) =>
    fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 5 }), fc.uniqueArray(day, { minLength: 1 }), fc.subarray([1, 2, 3]))
        .map(([id, days, lessons]) => progress(id, version, days.sort(), lessons)),
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), day, fc.array(question, { maxLength: 4 }))
        .map(([id, on, questions]) => results(id, version, on, questions)),
      fc.integer({ min: 1, max: 4 }).map((id) => buildEntityEvent(quizResultsEvent, id, version, null)),
    );
  const [events = []] = fc.sample(
    fc.tuple(...Array.from({ length: depth(40, 200) }, (_, n) => anyEvent(n + 1))),
    {
      numRuns: 1,
      seed: 20_261_127,
    },
  );
  await publish(...events);
  await publish(results(9, 1, '2026-11-10', [{ word: 'ទឹក', tries: 20, right: 3 }]));
  // The last one, on a day of its own.
  await publish(progress(99, 1, ['2026-10-20']));
  await eventually(async () => expect((await analytics()).days[3]?.activeLearners).toBe(1));
  const before = await analytics();
  expect(before.words.length).toBeGreaterThan(0);

  const other = openService({ name: 'stats', config: service.config });
  const models = projectionModels(other.connection);
  await other.prepare();
  await models.counters.updateMany({}, { $inc: { value: 7 } });
  await models.words.deleteMany({});
  await publishStreamIsFilled(service.nats, ...eventOwners);
  await rebuildProjection(other, models, { handOverMs: 5_000 });
  await other.close();
  expect(await analytics()).toEqual(before);

  const profile = await createQueryProfiler(service.connection, [
    'entities',
    'figures',
    'questions',
    'words',
  ]);
  const reads = await profile.captureReads(() => analytics());
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(isScanOrSort)).toEqual([]);
  await profile.stop();
});
