import { randomInt } from 'node:crypto';
import {
  contentReviewEvent,
  type DashboardStats,
  dashboardStatsGet,
  type EntityEvent,
  eventOwners,
  headerNames,
  learnerProgressEvent,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  purchaseEvent,
  quizEvent,
  quizReviewEvent,
  type StateOf,
  streamNames,
  userEvent,
} from '@khmer-learning/contracts';
import {
  createInternalTokenSigner,
  formatEventReference,
  loadConfig,
  localInternalPrivateKey,
  openService,
  type Service,
  transact,
} from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildLessonState,
  buildMainLessonState,
  buildPurchaseState,
  createQueryProfiler,
  createServiceCaller,
  eventually,
  publishEvents,
  publishStreamIsFilled,
  type ServiceCaller,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import { buildApp, type StatsApp } from './app.ts';
import { statsConfigSchema } from './config.ts';
import { projectionModels } from './projection/projection.model.ts';
import { createProjector } from './projection/projection.ts';
import { rebuildProjection } from './projection/rebuild-projection.ts';

const today = new Date('2026-11-15T03:00:00Z');
const thisMonth = '2026-11-02T03:00:00.000Z';
const lastMonth = '2026-10-02T03:00:00.000Z';
/** Shorter than in production, longer than an instance takes to notice that a rebuilt projection is in use. */
const handOverMs = 5_000;

const noReviews = { mainLessonReviews: 0, lessonReviews: 0, quizReviews: 0 };

let now: Date;
let service: Service;
let stats: StatsApp;
let call: ServiceCaller;
let stopInstances: (() => Promise<void>)[];

/** Starts an instance of the service. */
async function startInstance(config: Service['config']) {
  const service = openService({ name: 'stats', config });
  const stats = buildApp(service, { now: () => now });
  const call = createServiceCaller(stats.app, 'stats', createInternalTokenSigner(localInternalPrivateKey));
  stopInstances.push(async () => {
    await stats.app.close();
    await stats.stop();
    await service.close();
  });
  await service.prepare(() => stats.start());
  await eventually(async () =>
    expect((await stats.app.inject('/readyz')).json()).toMatchObject({ ready: true }),
  );
  return { service, stats, call };
}

beforeEach(async () => {
  now = today;
  stopInstances = [];
  const config = loadConfig(statsConfigSchema, await testServiceSettings('stats'));
  ({ service, stats, call } = await startInstance(config));
});

afterEach(async () => {
  for (const stop of stopInstances) await stop();
});

const user = (change: Partial<StateOf<typeof userEvent>> = {}): StateOf<typeof userEvent> => ({
  id: 1,
  email: 'sok@example.com',
  firstName: 'Sok',
  lastName: 'Dara',
  role: 'student',
  isActive: true,
  registrationType: 'authenication',
  createdAt: thisMonth,
  updatedAt: thisMonth,
  ...change,
});

const quiz = (change: Partial<StateOf<typeof quizEvent>> = {}): StateOf<typeof quizEvent> => ({
  id: 1,
  lessonId: 1,
  title: 'Greetings quiz',
  description: 'What did you learn?',
  status: 'active',
  questions: [],
  createdAt: thisMonth,
  updatedAt: thisMonth,
  ...change,
});

const publish = (...events: readonly EntityEvent[]) => publishEvents(service.nats, events);

async function figures(after?: string, instance: ServiceCaller = call): Promise<DashboardStats> {
  const headers = after ? { [headerNames.after]: after } : {};
  const { status, body } = await instance<DashboardStats>('GET', dashboardStatsGet.path, undefined, {
    headers,
    as: 'admin',
  });
  expect(status).toBe(200);
  return body;
}

const zeros = Array(30).fill(0);

it('shows zeros and nothing recent on a new system', async () => {
  expect(await figures()).toEqual({
    totalMainLessons: 0,
    mainLessonsGrowth: 0,
    premiumMainLessons: 0,
    avgPrice: 0,
    freeMainLessons: 0,
    totalLessons: 0,
    lessonsGrowth: 0,
    totalQuizzes: 0,
    quizzesGrowth: 0,
    totalUsers: 0,
    usersGrowth: 0,
    totalActiveUsers: 0,
    activeUsersGrowth: 0,
    totalPurchaseHistoryComplete: 0,
    purchasesGrowth: 0,
    lessonsByType: [],
    learningByDay: expect.any(Array),
    figuresByDay: {
      totalMainLessons: zeros,
      premiumMainLessons: zeros,
      freeMainLessons: zeros,
      totalLessons: zeros,
      totalQuizzes: zeros,
      totalUsers: zeros,
      totalActiveUsers: zeros,
      totalPurchaseHistoryComplete: zeros,
    },
    attention: {
      oldMainLessonDrafts: 0,
      oldLessonDrafts: 0,
      oldQuizDrafts: 0,
      staleLessonRecordings: 0,
      staleQuizRecordings: 0,
      ...noReviews,
      failedPayments: 0,
      pendingRefunds: 0,
    },
    recent: { mainLessons: [], lessons: [], quizzes: [] },
  });
  const { body: teachers } = await call<DashboardStats>('GET', dashboardStatsGet.path);
  expect(teachers).not.toHaveProperty('totalPurchaseHistoryComplete');
  expect(teachers).not.toHaveProperty('purchasesGrowth');
  expect(teachers.figuresByDay).toMatchObject({ totalUsers: zeros });
  expect(teachers.figuresByDay).not.toHaveProperty('totalPurchaseHistoryComplete');
  expect(teachers.attention).toEqual({
    ...{ oldMainLessonDrafts: 0, oldLessonDrafts: 0, oldQuizDrafts: 0 },
    ...{ staleLessonRecordings: 0, staleQuizRecordings: 0, ...noReviews },
  });
  const { learningByDay = [] } = await figures();
  expect(learningByDay).toHaveLength(30);
  expect([learningByDay[0]?.day, learningByDay.at(-1)?.day]).toEqual(['2026-10-17', '2026-11-15']);
  for (const day of learningByDay)
    expect(day).toMatchObject({ activeLearners: 0, lessonsFinished: 0, answers: 0 });
});

const progress = (userId: number, version: number, days: readonly [string, number, number][] | null) =>
  buildEntityEvent(
    learnerProgressEvent,
    userId,
    version,
    days && {
      userId,
      days: days.map(([day, lessonsFinished, answers]) => ({ day, lessonsFinished, answers })),
      firstAnswers: [],
    },
  );
const learning = async (after?: string) =>
  ((await figures(after)).learningByDay ?? [])
    .filter(({ activeLearners }) => activeLearners !== 0)
    .map(({ day, activeLearners, lessonsFinished, answers }) => [
      day,
      activeLearners,
      lessonsFinished,
      answers,
    ]);

it('counts active learners, finished lessons and answers by day, also rebuilt and after an erasure', async () => {
  await publish(
    progress(41, 1, [['2026-11-14', 1, 5]]),
    progress(42, 1, [['2026-11-14', 0, 0]]),
    // Before the days that are shown.
    progress(43, 1, [['2026-10-16', 9, 9]]),
  );
  await eventually(async () =>
    expect(await learning('learner-progress.43@1')).toEqual([['2026-11-14', 2, 1, 5]]),
  );
  // The whole state again, with another day; each version also twice.
  const next = progress(41, 2, [
    ['2026-11-14', 1, 7],
    ['2026-11-15', 2, 0],
  ]);
  await publish(next, next, progress(42, 2, null));
  const expected = [
    ['2026-11-14', 1, 1, 7],
    ['2026-11-15', 1, 2, 0],
  ];
  await eventually(async () => expect(await learning('learner-progress.42@2')).toEqual(expected));

  const other = openService({ name: 'stats', config: service.config });
  const models = projectionModels(other.connection);
  await other.prepare();
  await models.counters.updateMany({}, { $inc: { value: 7 } });
  await publishStreamIsFilled(service.nats, ...eventOwners);
  await rebuildProjection(other, models, { handOverMs });
  expect(await learning()).toEqual(expected);
  await other.close();
});

it('counts content and people, with prices, growth, types and what is recent', async () => {
  await publish(
    buildEntityEvent(lessonTypeEvent, 1, 1, {
      id: 1,
      title: 'Vocabulary',
      icon: '📖',
      iconMode: 'raw',
      createdAt: thisMonth,
      updatedAt: thisMonth,
    }),
    buildEntityEvent(lessonTypeEvent, 2, 1, {
      id: 2,
      title: 'Grammar',
      icon: '✏️',
      iconMode: 'raw',
      createdAt: thisMonth,
      updatedAt: thisMonth,
    }),
    buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState()),
    buildEntityEvent(
      mainLessonEvent,
      2,
      1,
      buildMainLessonState({ id: 2, free: false, price: 999, createdAt: lastMonth }),
    ),
    buildEntityEvent(mainLessonEvent, 3, 1, buildMainLessonState({ id: 3, free: false, price: 500 })),
    ...[1, 2, 3, 4].map((id) =>
      buildEntityEvent(lessonEvent, id, 1, buildLessonState({ id, title: `Lesson ${id}` })),
    ),
    buildEntityEvent(userEvent, 1, 1, user()),
    buildEntityEvent(userEvent, 2, 1, user({ id: 2, isActive: false, createdAt: lastMonth })),
  );
  await eventually(async () =>
    expect(await figures()).toMatchObject({
      totalMainLessons: 3,
      mainLessonsGrowth: 100,
      premiumMainLessons: 2,
      avgPrice: 7.5,
      freeMainLessons: 1,
      totalLessons: 4,
      lessonsGrowth: 0,
      totalUsers: 2,
      usersGrowth: 0,
      totalActiveUsers: 1,
      lessonsByType: [{ lessonTypeId: 1, title: 'Vocabulary', count: 4 }],
      recent: {
        mainLessons: [{ id: 3 }, { id: 2 }, { id: 1 }],
        lessons: [{ id: 4, title: 'Lesson 4', status: 'draft' }, { id: 3 }, { id: 2 }],
      },
    }),
  );
});

it('tells what hides recent content from learners', async () => {
  const published = (id: number, change: Partial<StateOf<typeof lessonEvent>>) =>
    buildEntityEvent(lessonEvent, id, 1, buildLessonState({ id, status: 'published', ...change }));
  await publish(
    buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState({ status: 'draft' })),
    buildEntityEvent(mainLessonEvent, 2, 1, buildMainLessonState({ id: 2 })),
    published(1, {}),
    published(2, { mainLessonId: 2 }),
    published(3, { mainLessonId: 2, status: 'draft' }),
    buildEntityEvent(quizEvent, 1, 1, quiz({ lessonId: 1 })),
    buildEntityEvent(quizEvent, 2, 1, quiz({ id: 2, lessonId: 3 })),
  );
  const hiddenBy = async (after: string) => {
    const { lessons, quizzes } = (await figures(after)).recent;
    return [...lessons, ...quizzes].map((row) => row.hiddenBy);
  };
  const [draft, lesson] = [
    { entity: 'main-lesson', id: 1 },
    { entity: 'lesson', id: 3 },
  ];
  await eventually(async () =>
    expect(await hiddenBy('quiz.2@1')).toEqual([undefined, undefined, draft, lesson, draft]),
  );
  await publish(buildEntityEvent(mainLessonEvent, 1, 2, buildMainLessonState()));
  await eventually(async () =>
    expect(await hiddenBy('main-lesson.1@2')).toEqual([undefined, undefined, undefined, lesson, undefined]),
  );
});

it('follows changes and deletions', async () => {
  await publish(
    buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState({ free: false, price: 400 })),
    buildEntityEvent(lessonEvent, 1, 1, buildLessonState()),
  );
  await publish(
    buildEntityEvent(mainLessonEvent, 1, 2, buildMainLessonState()),
    buildEntityEvent(lessonEvent, 1, 2, buildLessonState({ lessonTypeId: 2 })),
  );
  await eventually(async () =>
    expect(await figures()).toMatchObject({
      premiumMainLessons: 0,
      avgPrice: 0,
      freeMainLessons: 1,
      lessonsByType: [{ lessonTypeId: 2, count: 1 }],
    }),
  );
  await publish(buildEntityEvent(lessonEvent, 1, 3, null), buildEntityEvent(mainLessonEvent, 1, 3, null));
  await eventually(async () =>
    expect(await figures()).toMatchObject({
      totalMainLessons: 0,
      totalLessons: 0,
      lessonsByType: [],
      recent: { lessons: [], mainLessons: [] },
    }),
  );
});

it('sums what completed purchases have brought in, less what has gone back, with growth', async () => {
  const purchases: [Parameters<typeof buildPurchaseState>[0], number][] = [
    [{ purchaseAmount: 400, purchaseDate: lastMonth }, 400],
    [{ purchaseAmount: 999 }, 999],
    [{ purchaseAmount: 500, refundedAmount: 199, paymentStatus: 'partially_refunded' }, 301],
    [{ purchaseAmount: 500, refundedAmount: 500, paymentStatus: 'refunded' }, 0],
    ...['pending', 'declined', 'reversed', 'cancelled', 'voided', 'something new'].map(
      (paymentStatus): [Parameters<typeof buildPurchaseState>[0], number] => [{ paymentStatus }, 0],
    ),
  ];
  const earned = purchases.reduce((sum, [, cents]) => sum + cents, 0);
  await publish(
    ...purchases.map(([change], index) =>
      buildEntityEvent(
        purchaseEvent,
        index + 1,
        1,
        buildPurchaseState({ id: index + 1, purchaseDate: thisMonth, ...change }),
      ),
    ),
    buildEntityEvent(userEvent, 1, 1, user()),
  );
  const growth = Math.round(((earned - 400) / 400 - 1) * 10_000) / 100;
  await eventually(async () =>
    expect(await figures(`purchase.${purchases.length}@1`)).toMatchObject({
      totalPurchaseHistoryComplete: earned / 100,
      purchasesGrowth: growth,
    }),
  );
  await publish(
    buildEntityEvent(
      purchaseEvent,
      2,
      2,
      buildPurchaseState({ id: 2, purchaseAmount: 999, refundedAmount: 99 }),
    ),
    buildEntityEvent(purchaseEvent, 1, 2, null),
  );
  await eventually(async () =>
    expect(await figures('purchase.1@2')).toMatchObject({
      totalPurchaseHistoryComplete: (earned - 400 - 99) / 100,
      purchasesGrowth: 0,
    }),
  );
});

it('counts quizzes, with growth and the newest two', async () => {
  await publish(
    buildEntityEvent(quizEvent, 1, 1, quiz({ createdAt: lastMonth })),
    buildEntityEvent(quizEvent, 2, 1, quiz({ id: 2, title: 'Numbers quiz', status: 'draft' })),
    buildEntityEvent(quizEvent, 3, 1, quiz({ id: 3 })),
    buildEntityEvent(quizEvent, 4, 1, quiz({ id: 4, lessonId: null })),
    buildEntityEvent(quizEvent, 4, 2, null),
  );
  await eventually(async () =>
    expect(await figures('quiz.4@2')).toMatchObject({
      totalQuizzes: 3,
      quizzesGrowth: 100,
      recent: {
        quizzes: [
          { id: 3, title: 'Greetings quiz', status: 'active', updatedAt: thisMonth },
          { id: 2, title: 'Numbers quiz', status: 'draft' },
        ],
      },
    }),
  );
});

/** A moment of the day that is so many days before today in Phnom Penh, where a day ends at 17:00 UTC. */
const daysAgo = (days: number, time = '16:59:59.999') =>
  `${new Date(Date.parse('2026-11-15') - days * 86_400_000).toISOString().slice(0, 10)}T${time}Z`;

it('tells how each figure came about in the last 30 days', async () => {
  await publish(
    buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState({ createdAt: daysAgo(90) })),
    buildEntityEvent(
      mainLessonEvent,
      2,
      1,
      buildMainLessonState({ id: 2, free: false, price: 5, createdAt: daysAgo(2) }),
    ),
    buildEntityEvent(quizEvent, 1, 1, quiz({ createdAt: daysAgo(1, '17:00:00.000') })),
    buildEntityEvent(userEvent, 1, 1, user({ createdAt: daysAgo(29) })),
    buildEntityEvent(userEvent, 2, 1, user({ id: 2, isActive: false, createdAt: daysAgo(30) })),
    ...[
      buildPurchaseState({ id: 1, purchaseAmount: 400, purchaseDate: daysAgo(40) }),
      buildPurchaseState({ id: 2, purchaseAmount: 999, refundedAmount: 99, purchaseDate: daysAgo(3) }),
      buildPurchaseState({ id: 3, paymentStatus: 'pending', purchaseDate: daysAgo(3) }),
    ].map((state) => buildEntityEvent(purchaseEvent, state.id, 1, state)),
  );
  await eventually(async () => expect(await figures('purchase.3@1')).toMatchObject({ totalUsers: 2 }));
  const { figuresByDay } = await figures();
  const steps = (before: number, day: number, after: number) =>
    Array.from({ length: 30 }, (_, index) => (29 - index > day ? before : after));
  expect(figuresByDay).toEqual({
    totalMainLessons: steps(1, 2, 2),
    premiumMainLessons: steps(0, 2, 1),
    freeMainLessons: steps(1, 30, 1),
    totalLessons: zeros,
    totalQuizzes: steps(0, 0, 1),
    totalUsers: steps(1, 29, 2),
    totalActiveUsers: steps(1, 30, 1),
    totalPurchaseHistoryComplete: steps(4, 3, 13),
  });
});

it('counts what needs attention; time alone makes a draft old and a failed payment a thing of the past', async () => {
  const draft = { status: 'draft' as const, createdAt: daysAgo(90) };
  await publish(
    buildEntityEvent(lessonEvent, 1, 1, buildLessonState({ ...draft, updatedAt: daysAgo(30) })),
    buildEntityEvent(lessonEvent, 2, 1, buildLessonState({ ...draft, id: 2, updatedAt: daysAgo(29) })),
    buildEntityEvent(
      lessonEvent,
      3,
      1,
      buildLessonState({ id: 3, status: 'published', createdAt: daysAgo(90), updatedAt: daysAgo(90) }),
    ),
    buildEntityEvent(mainLessonEvent, 1, 1, buildMainLessonState({ ...draft, updatedAt: daysAgo(60) })),
    buildEntityEvent(quizEvent, 1, 1, quiz({ ...draft, updatedAt: daysAgo(60) })),
    buildEntityEvent(quizEvent, 2, 1, quiz({ ...draft, id: 2, updatedAt: daysAgo(0) })),
    ...[
      buildPurchaseState({ id: 1, paymentStatus: 'declined', purchaseDate: daysAgo(29) }),
      buildPurchaseState({ id: 2, paymentStatus: 'failed', purchaseDate: daysAgo(30) }),
      buildPurchaseState({ id: 3, purchaseAmount: 500, pendingRefundAmount: 100, purchaseDate: daysAgo(90) }),
    ].map((state) => buildEntityEvent(purchaseEvent, state.id, 1, state)),
  );
  const attention = async (after?: string) => (await figures(after)).attention;
  await eventually(async () =>
    expect(await attention('purchase.3@1')).toEqual({
      oldMainLessonDrafts: 1,
      oldLessonDrafts: 1,
      oldQuizDrafts: 1,
      staleLessonRecordings: 0,
      staleQuizRecordings: 0,
      ...noReviews,
      failedPayments: 1,
      pendingRefunds: 1,
    }),
  );
  now = new Date('2026-11-15T17:00:00Z');
  expect(await attention()).toMatchObject({ oldLessonDrafts: 2, oldQuizDrafts: 1, failedPayments: 0 });
});

it('counts lessons and quizzes with stale recordings while they have one', async () => {
  const recordings = [{ language: 'km' as const, text: 'ទឹក', file: 'water.mp3' }];
  const section = { title: 'Words', html: null, ops: null, recordings };
  const lesson = (id: number, version: number, content: string) =>
    buildEntityEvent(
      lessonEvent,
      id,
      version,
      buildLessonState({ id, status: 'published', sections: [{ ...section, content }] }),
    );
  const asked = (id: number, version: number, option: string) =>
    buildEntityEvent(
      quizEvent,
      id,
      version,
      quiz({
        id,
        questions: [
          { id: 1, question: 'Water', options: [option, 'ភ្លើង'], correctAnswer: option, recordings },
        ],
      }),
    );
  const attention = async () => (await figures()).attention;
  await publish(
    // Another spelling of the same word, and another word.
    lesson(1, 1, 'Water [tuk] : ទ\u200bឹក'),
    lesson(2, 1, 'Water [tuk-kɑk] : ទឹកកក\nwater : ទឹក'),
    lesson(3, 1, 'Just text'),
    asked(1, 1, 'ទឹក'),
    asked(2, 1, 'ទឹកកក'),
  );
  await eventually(async () =>
    expect(await attention()).toMatchObject({ staleLessonRecordings: 2, staleQuizRecordings: 1 }),
  );
  await publish(lesson(2, 2, 'Water [tuk] : ទឹក'), asked(2, 2, 'ទឹក'));
  await eventually(async () =>
    expect(await attention()).toMatchObject({ staleLessonRecordings: 1, staleQuizRecordings: 0 }),
  );
});

it('counts what waits for a review, until it is answered or ends', async () => {
  const review = (
    definition: typeof contentReviewEvent | typeof quizReviewEvent,
    entity: string,
    version: number,
    state: StateOf<typeof contentReviewEvent>['state'] | null,
  ) =>
    buildEntityEvent(
      definition,
      `${entity}-7`,
      version,
      state && {
        ...{ id: `${entity}-7`, item: { entity, id: 7, title: 'Rivers' }, mainLessonId: 1, state },
        ...{ requestedBy: 2, requestedAt: thisMonth, answeredBy: null, answeredAt: null },
      },
    );
  const attention = async () => (await figures()).attention;
  await publish(
    review(contentReviewEvent, 'main-lesson', 1, 'requested'),
    review(contentReviewEvent, 'lesson', 1, 'requested'),
    review(quizReviewEvent, 'quiz', 1, 'requested'),
  );
  await eventually(async () =>
    expect(await attention()).toMatchObject({ mainLessonReviews: 1, lessonReviews: 1, quizReviews: 1 }),
  );
  await publish(
    review(contentReviewEvent, 'main-lesson', 2, 'changes-requested'),
    review(contentReviewEvent, 'lesson', 2, null),
    review(quizReviewEvent, 'quiz', 2, 'granted'),
  );
  await eventually(async () => expect(await attention()).toMatchObject(noReviews));
});

it('has neither days nor attention for a projection of an earlier release, until it is rebuilt', async () => {
  await publish(
    buildEntityEvent(lessonEvent, 1, 1, buildLessonState()),
    buildEntityEvent(userEvent, 1, 1, user()),
  );
  await eventually(async () => expect(await figures()).toMatchObject({ totalLessons: 1, totalUsers: 1 }));
  const { connection, config } = service;
  // As earlier releases leave it: they neither count by day nor know the field.
  const { generations } = projectionModels(connection);
  await generations.updateOne({ _id: 'current' }, { $unset: { generationWithDays: 1 } });
  await connection.collection('figures').deleteMany({ _id: { $regex: '^1:day' } } as object);
  const upgraded = await startInstance(config);
  const before = await figures(undefined, upgraded.call);
  expect(before.totalLessons).toBe(1);
  expect(before).not.toHaveProperty('figuresByDay');
  expect(before).not.toHaveProperty('attention');

  await publishStreamIsFilled(service.nats, ...eventOwners);
  await rebuildProjection(upgraded.service, projectionModels(upgraded.service.connection), {
    handOverMs,
  });
  const { figuresByDay } = await figures(undefined, upgraded.call);
  expect(figuresByDay?.totalLessons.at(-1)).toBe(1);
});

/** A random history of many lessons: all events in order, and the final state of each lesson. */
function randomHistory(operations: number): {
  events: EntityEvent[];
  living: Map<number, StateOf<typeof lessonEvent>>;
} {
  const living = new Map<number, StateOf<typeof lessonEvent>>();
  const versions = new Map<number, number>();
  const events = Array.from({ length: operations }, () => {
    const ids = [...living.keys()];
    const id = ids.length === 0 || randomInt(3) === 0 ? versions.size + 1 : (ids[randomInt(ids.length)] ?? 1);
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    if (living.has(id) && randomInt(4) === 0) {
      living.delete(id);
      return buildEntityEvent(lessonEvent, id, version, null);
    }
    const state = buildLessonState({
      id,
      lessonTypeId: 1 + randomInt(4),
      status: randomInt(2) === 0 ? 'draft' : 'published',
      createdAt: living.get(id)?.createdAt ?? daysAgo(randomInt(50)),
      updatedAt: daysAgo(randomInt(50)),
    });
    living.set(id, state);
    return buildEntityEvent(lessonEvent, id, version, state);
  });
  return { events, living };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((first, second) => first.at - second.at)
    .map(({ item }) => item);
}

const countOf = (living: ReadonlyMap<number, StateOf<typeof lessonEvent>>) => {
  const lessons = [...living.values()];
  const types = new Map<number, number>();
  for (const { lessonTypeId } of lessons) types.set(lessonTypeId, (types.get(lessonTypeId) ?? 0) + 1);
  return {
    total: lessons.length,
    types: Object.fromEntries(types),
    byDay: zeros.map(
      (_, index) => lessons.filter(({ createdAt }) => createdAt <= daysAgo(29 - index)).length,
    ),
    oldDrafts: lessons.filter(({ status, updatedAt }) => status === 'draft' && updatedAt <= daysAgo(30))
      .length,
  };
};

const counted = (read: DashboardStats) => ({
  total: read.totalLessons,
  types: Object.fromEntries(read.lessonsByType.map(({ lessonTypeId, count }) => [lessonTypeId, count])),
  byDay: read.figuresByDay?.totalLessons,
  oldDrafts: read.attention?.oldLessonDrafts,
});

it('ends at the same figures when every event comes three times in any order to three instances', async () => {
  await Promise.all([startInstance(service.config), startInstance(service.config)]);
  const { events, living } = randomHistory(300);
  // Each event has its own subject, because the stream keeps one message per subject and all must arrive.
  // All at once; on a busy machine that takes longer than the 5 s that are the default.
  const jetstream = (await service.nats.whenConnected()).jetstream({ timeout: 60_000 });
  const deliveries = shuffled([...events, ...events, ...events]);
  await Promise.all(
    deliveries.map((one, index) => jetstream.publish(`events.any.order.${index}`, JSON.stringify(one))),
  );
  await publish(buildEntityEvent(userEvent, 1, 1, user()));
  const last = formatEventReference({ entity: 'user', entityId: '1', version: 1 });
  await eventually(async () => expect(await figures(last)).toMatchObject({ totalUsers: 1 }));
  // Another instance may still gather other events.
  await eventually(async () => expect(counted(await figures())).toEqual(countOf(living)));
});

it('ends at the same figures when rebuilt, and answers while it is', async () => {
  const { events, living } = randomHistory(200);
  await publish(...events);
  await eventually(async () => expect(counted(await figures())).toEqual(countOf(living)));
  const before = await figures();

  const other = openService({ name: 'stats', config: service.config });
  const models = projectionModels(other.connection);
  await other.prepare();
  // Damage that only a rebuild can repair.
  await models.counters.updateMany({}, { $inc: { value: 7 } });
  expect(await figures()).not.toEqual(before);
  await publishStreamIsFilled(service.nats, ...eventOwners);
  const rebuilding = rebuildProjection(other, models, { handOverMs });
  while ((await Promise.race([rebuilding, Promise.resolve('busy')])) === 'busy') {
    expect((await figures()).totalLessons).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await figures()).toEqual(before);
  await other.close();

  await publish(buildEntityEvent(lessonEvent, 9_999, 1, buildLessonState({ id: 9_999 })));
  await eventually(async () => expect((await figures()).totalLessons).toBe(before.totalLessons + 1));
});

it('does not replace the figures by those of a stream that was lost, until all owners have filled it', async () => {
  await publish(
    buildEntityEvent(lessonEvent, 1, 1, buildLessonState({ id: 1 })),
    buildEntityEvent(userEvent, 1, 1, user()),
  );
  await eventually(async () => expect(await figures()).toMatchObject({ totalLessons: 1, totalUsers: 1 }));
  const client = await service.nats.whenConnected();
  const manager = await client.jetstreamManager();
  const { config } = await manager.streams.info(streamNames.events);
  await manager.streams.delete(streamNames.events);
  await manager.streams.add(config);
  await publish(buildEntityEvent(userEvent, 1, 1, user()));
  await publishStreamIsFilled(service.nats, 'users');

  const other = openService({ name: 'stats', config: service.config });
  const models = projectionModels(other.connection);
  await other.prepare();
  await expect(rebuildProjection(other, models, { timeoutMs: 1_500 })).rejects.toThrow(
    'content, quizzes, commerce must publish what they own again',
  );
  expect(await figures()).toMatchObject({ totalLessons: 1, totalUsers: 1 });

  await publish(buildEntityEvent(lessonEvent, 1, 1, buildLessonState({ id: 1 })));
  await publishStreamIsFilled(service.nats, 'content', 'quizzes', 'commerce');
  await rebuildProjection(other, models, { handOverMs });
  expect(await figures()).toMatchObject({ totalLessons: 1, totalUsers: 1 });
  await other.close();
});

it('shows a writer their own change with X-After, and does not wait for ever', async () => {
  let id = 0;
  // Repeated, because on a busy machine an event can take longer than the second that a read waits.
  await eventually(async () => {
    id += 1;
    const change = buildEntityEvent(lessonEvent, id, 1, buildLessonState({ id }));
    const read = figures(formatEventReference(change));
    await publish(change);
    expect((await read).totalLessons).toBe(id);
  });

  const started = performance.now();
  await figures('lesson.77@1');
  expect(performance.now() - started).toBeGreaterThan(900);
});

it('shows a change to the readers of every instance, whichever has projected it', async () => {
  const { call: other } = await startInstance(service.config);
  let id = 0;
  // Repeated, because on a busy machine an event can take longer than the second that a read waits.
  await eventually(async () => {
    id += 1;
    const change = buildEntityEvent(lessonEvent, id, 1, buildLessonState({ id, title: `Lesson ${id}` }));
    await publish(change);
    const after = formatEventReference(change);
    for (const { totalLessons, recent } of await Promise.all([figures(after), figures(after, other)]))
      expect([totalLessons, recent.lessons[0]?.title]).toEqual([id, `Lesson ${id}`]);
  });
});

it('reads the figures again only after an event, with one small query otherwise', async () => {
  const lesson = buildEntityEvent(lessonEvent, 1, 1, buildLessonState());
  await publish(lesson);
  await eventually(async () => expect(await figures('lesson.1@1')).toMatchObject({ totalLessons: 1 }));
  const profiler = await createQueryProfiler(service.connection, ['entities', 'figures']);
  const oneByOne = await profiler.captureReads(async () => {
    for (let read = 0; read < 10; read += 1) await figures();
  });
  expect(oneByOne.map(({ planSummary, docsExamined }) => [planSummary, docsExamined])).toEqual(
    Array(10).fill(['IXSCAN { _id: 1 }', 1]),
  );
  const together = await profiler.captureReads(() =>
    Promise.all(Array.from({ length: 100 }, () => figures())),
  );
  expect(together.length).toBeLessThan(10);
  await profiler.stop();

  await publish(buildEntityEvent(lessonEvent, 1, 2, buildLessonState({ title: 'Renamed' })));
  await eventually(async () =>
    expect((await figures('lesson.1@2')).recent.lessons).toMatchObject([{ title: 'Renamed' }]),
  );
});

it('moves on with the day and the month, also without events', async () => {
  await publish(
    buildEntityEvent(lessonEvent, 1, 1, buildLessonState({ createdAt: lastMonth })),
    buildEntityEvent(lessonEvent, 2, 1, buildLessonState({ id: 2, createdAt: thisMonth })),
    buildEntityEvent(lessonEvent, 3, 1, buildLessonState({ id: 3, createdAt: thisMonth })),
  );
  await eventually(async () => expect(await figures('lesson.3@1')).toMatchObject({ lessonsGrowth: 100 }));
  // The last moment of the month in Phnom Penh, and the next one.
  now = new Date('2026-11-30T16:59:59.999Z');
  expect(await figures()).toMatchObject({ lessonsGrowth: 100 });
  expect((await figures()).learningByDay?.at(-1)?.day).toBe('2026-11-30');
  now = new Date('2026-11-30T17:00:00.000Z');
  expect(await figures()).toMatchObject({ lessonsGrowth: -100 });
  expect((await figures()).learningByDay?.at(-1)?.day).toBe('2026-12-01');
});

/** Counts the commands of the projection. An ordered bulk of several kinds of writes is several commands. */
function countProjectionCommands({ connection }: Service): () => number {
  let commands = 0;
  function count(collection: string, method: string, writes: unknown, options?: { ordered?: boolean }): void {
    if (!['entities', 'figures'].includes(collection)) return;
    const kinds =
      method === 'bulkWrite' && Array.isArray(writes)
        ? writes.map((write) => Object.keys(write)[0])
        : [method];
    commands +=
      options?.ordered === false
        ? new Set(kinds).size
        : kinds.filter((kind, index) => kind !== kinds[index - 1]).length;
  }
  connection.set('debug', count);
  return () => commands;
}

describe('a simulation of instances that project at the same time', () => {
  /** As many events as the consumer gives at once. */
  const batchSize = 200;
  const batches = 6;

  /** A batch of new lessons, and changes and deletions of those of the batch before, alternating. */
  function* batchesOf(instance: number) {
    let former: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const first = (instance * batches + batch) * batchSize + 1;
      const events = Array.from({ length: batchSize / 2 }, (_, index) => [
        buildEntityEvent(lessonEvent, first + index, 1, buildLessonState({ id: first + index })),
        ...former
          .slice(index, index + 1)
          .map((id) =>
            buildEntityEvent(
              lessonEvent,
              id,
              2,
              index % 2 ? null : buildLessonState({ id, lessonTypeId: 2 }),
            ),
          ),
      ]).flat();
      former = Array.from({ length: batchSize / 2 }, (_, index) => first + index);
      yield events;
    }
  }

  it.each([1, 8])(
    '%i: hardly a conflict, and few commands for each batch of 200 events',
    async (instances) => {
      // Earlier versions stored each counter in one row.
      const { counters } = projectionModels(service.connection);
      await counters.insertMany([
        { _id: '1:lesson.total', value: 5 },
        { _id: '1:lesson.type.1', value: 5 },
      ]);
      const writers = await Promise.all(
        Array.from({ length: instances }, async () => {
          const writer = openService({ name: 'stats', config: service.config });
          Object.assign(writer.connection.getClient(), { monitorCommands: true });
          const models = projectionModels(writer.connection);
          await writer.prepare();
          return { writer, project: createProjector({ models, generation: 1, timeZone: 'UTC' }) };
        }),
      );
      let attempts = 0;
      let events = 0;
      const counted = await Promise.all(
        writers.map(async ({ writer, project }, instance) => {
          const commands = countProjectionCommands(writer);
          for (const batch of batchesOf(instance)) {
            events += batch.length;
            await transact(writer, { actor: null, requestId: null }, ({ session }) => {
              attempts += 1;
              return project(batch, session);
            });
          }
          await writer.close();
          return commands();
        }),
      );
      const created = instances * batches * (batchSize / 2);
      const halfOfFormer = (instances * (batches - 1) * batchSize) / 4;
      expect(await figures()).toMatchObject({
        totalLessons: 5 + created - halfOfFormer,
        lessonsByType: expect.arrayContaining([
          { lessonTypeId: 1, title: '', count: 5 + created - 2 * halfOfFormer },
          { lessonTypeId: 2, title: '', count: halfOfFormer },
        ]),
      });
      const transactions = instances * batches;
      // Each conflict moves an instance to the next shard: 0 + 1 + … + 7 moves until each has its own, unless the machine
      // pauses one for so long that its transaction is aborted.
      expect(attempts - transactions).toBeLessThanOrEqual(instances * (instances - 1));
      expect((attempts - transactions) / events).toBeLessThan(0.01);
      // However many instances there are: the rows are read, inserted, changed and deleted, and the counters are increased.
      const commands = counted.reduce((sum, count) => sum + count, 0);
      expect(commands).toBeLessThanOrEqual(5 * attempts);
    },
  );
});

it.each(['nonsense', 'api-key.1@1', 'lesson.1@0', 'lesson.$gt@1'])(
  'does not wait for X-After: %s',
  async (after) => {
    const answered: string[] = [];
    await Promise.all(['lesson.77@1', after].map((one) => figures(one).then(() => void answered.push(one))));
    expect(answered).toEqual([after, 'lesson.77@1']);
  },
);

it('sets an event aside that does not fit the contract, and goes on', async () => {
  await publish(
    buildEntityEvent(lessonEvent, 1, 1, { title: 'half a lesson' }),
    buildEntityEvent(lessonEvent, 2, 1, buildLessonState({ id: 2 })),
  );
  await eventually(async () => expect((await figures()).totalLessons).toBe(1));
});

it('is not for students or strangers', async () => {
  const answer = await stats.app.inject(dashboardStatsGet.path);
  expect(answer.statusCode).toBe(401);
});
