import { randomInt } from 'node:crypto';
import {
  type DashboardStats,
  dashboardStats,
  type EntityEvent,
  type EventDefinition,
  eventSubject,
  headers,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  quizEvent,
  type StateOf,
  userEvent,
} from '@khmer-learning/contracts';
import {
  eventReference,
  loadConfig,
  openService,
  type Service,
  signInternalToken,
} from '@khmer-learning/service-kit';
import { eventually, testMongoUri, testNatsUrl } from '@khmer-learning/test-kit';
import { buildApp, type StatsApp } from './app.ts';
import { configSchema } from './config.ts';
import { projectionModels } from './projection/projection.model.ts';
import { rebuildProjection } from './projection/rebuild.ts';

const now = new Date('2026-11-15T03:00:00Z');
const thisMonth = '2026-11-02T03:00:00.000Z';
const lastMonth = '2026-10-02T03:00:00.000Z';

let service: Service;
let stats: StatsApp;
let eventNumber = 0;

beforeEach(async () => {
  const config = loadConfig(configSchema, {
    MONGODB_URI: testMongoUri('stats'),
    NATS_URL: await testNatsUrl(),
    LOG_LEVEL: 'warn',
  });
  service = openService({ name: 'stats', config });
  stats = buildApp(service, { now: () => now });
  await service.prepare(() => stats.start());
  await eventually(async () =>
    expect((await stats.app.inject('/readyz')).json()).toMatchObject({ ready: true }),
  );
});

afterEach(async () => {
  await stats.app.close();
  await stats.stop();
  await service.close();
});

const lesson = (change: Partial<StateOf<typeof lessonEvent>> = {}): StateOf<typeof lessonEvent> => ({
  id: 1,
  mainLessonId: 1,
  lessonTypeId: 1,
  title: 'Greetings',
  description: 'Say hello',
  level: 'Beginner',
  image: 'vocabulary',
  sections: [],
  status: 'draft',
  createdAt: thisMonth,
  updatedAt: thisMonth,
  ...change,
});

const mainLesson = (
  change: Partial<StateOf<typeof mainLessonEvent>> = {},
): StateOf<typeof mainLessonEvent> => ({
  id: 1,
  title: 'First Words',
  description: 'The first week',
  imageCover: 'cover.png',
  free: true,
  price: null,
  status: 'published',
  createdAt: thisMonth,
  updatedAt: thisMonth,
  ...change,
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

const event = (
  definition: EventDefinition,
  version: number,
  id: number,
  state: object | null,
): EntityEvent => ({
  id: `event-${++eventNumber}`,
  service: definition.service,
  entity: definition.entity,
  entityId: String(id),
  version,
  type: state ? 'changed' : 'deleted',
  state,
  occurredAt: thisMonth,
  actor: null,
  requestId: null,
});

/** Puts events on the stream as any service's relay would, without the relay's care for order and number. */
async function publish(...events: readonly EntityEvent[]): Promise<void> {
  const client = await service.nats.connected();
  for (const one of events) {
    await client.jetstream().publish(eventSubject(one, one.entityId), JSON.stringify(one));
  }
}

async function figures(after?: string): Promise<DashboardStats> {
  const token = signInternalToken(service.config.INTERNAL_SECRETS[0] ?? '', {
    audience: 'stats',
    requestId: 'request-1',
    principal: { kind: 'session', userId: 1, role: 'teacher', sessionId: 's', sessionExpiresAt: 1 },
  });
  const response = await stats.app.inject({
    url: dashboardStats.path,
    headers: { [headers.internalToken]: token, ...(after ? { [headers.after]: after } : {}) },
  });
  expect(response.statusCode).toBe(200);
  return response.json<DashboardStats>();
}

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
    recent: { mainLessons: [], lessons: [], quizzes: [] },
  });
});

it('counts content and people, with prices, growth, types and what is recent', async () => {
  await publish(
    event(lessonTypeEvent, 1, 1, {
      id: 1,
      title: 'Vocabulary',
      icon: '📖',
      iconMode: 'raw',
      createdAt: thisMonth,
      updatedAt: thisMonth,
    }),
    event(lessonTypeEvent, 1, 2, {
      id: 2,
      title: 'Grammar',
      icon: '✏️',
      iconMode: 'raw',
      createdAt: thisMonth,
      updatedAt: thisMonth,
    }),
    event(mainLessonEvent, 1, 1, mainLesson()),
    event(mainLessonEvent, 1, 2, mainLesson({ id: 2, free: false, price: 999, createdAt: lastMonth })),
    event(mainLessonEvent, 1, 3, mainLesson({ id: 3, free: false, price: 500 })),
    ...[1, 2, 3, 4].map((id) => event(lessonEvent, 1, id, lesson({ id, title: `Lesson ${id}` }))),
    event(userEvent, 1, 1, user()),
    event(userEvent, 1, 2, user({ id: 2, isActive: false, createdAt: lastMonth })),
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

it('follows changes and deletions', async () => {
  await publish(
    event(mainLessonEvent, 1, 1, mainLesson({ free: false, price: 400 })),
    event(lessonEvent, 1, 1, lesson()),
  );
  await publish(
    event(mainLessonEvent, 2, 1, mainLesson()),
    event(lessonEvent, 2, 1, lesson({ lessonTypeId: 2 })),
  );
  await eventually(async () =>
    expect(await figures()).toMatchObject({
      premiumMainLessons: 0,
      avgPrice: 0,
      freeMainLessons: 1,
      lessonsByType: [{ lessonTypeId: 2, count: 1 }],
    }),
  );
  await publish(event(lessonEvent, 3, 1, null), event(mainLessonEvent, 3, 1, null));
  await eventually(async () =>
    expect(await figures()).toMatchObject({
      totalMainLessons: 0,
      totalLessons: 0,
      lessonsByType: [],
      recent: { lessons: [], mainLessons: [] },
    }),
  );
});

it('counts quizzes, with growth and the newest two', async () => {
  await publish(
    event(quizEvent, 1, 1, quiz({ createdAt: lastMonth })),
    event(quizEvent, 1, 2, quiz({ id: 2, title: 'Numbers quiz', status: 'draft' })),
    event(quizEvent, 1, 3, quiz({ id: 3 })),
    event(quizEvent, 1, 4, quiz({ id: 4, lessonId: null })),
    event(quizEvent, 2, 4, null),
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

/** A random life of many lessons: every event in order, and the state each lesson ends in. */
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
      return event(lessonEvent, version, id, null);
    }
    const state = lesson({
      id,
      lessonTypeId: 1 + randomInt(4),
      status: randomInt(2) === 0 ? 'draft' : 'published',
      createdAt: living.get(id)?.createdAt ?? (randomInt(2) === 0 ? thisMonth : lastMonth),
    });
    living.set(id, state);
    return event(lessonEvent, version, id, state);
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
  return { total: lessons.length, types: Object.fromEntries(types) };
};

const counted = (read: DashboardStats) => ({
  total: read.totalLessons,
  types: Object.fromEntries(read.lessonsByType.map(({ lessonTypeId, count }) => [lessonTypeId, count])),
});

it('ends at the same figures when every event comes three times in any order', async () => {
  const { events, living } = randomHistory(300);
  // Each on a subject of its own: the stream keeps one message per subject, and here every one has to arrive.
  const client = await service.nats.connected();
  const deliveries = shuffled([...events, ...events, ...events]);
  await Promise.all(
    deliveries.map((one, index) =>
      client.jetstream().publish(`events.any.order.${index}`, JSON.stringify(one)),
    ),
  );
  await publish(event(userEvent, 1, 1, user()));
  const last = eventReference({ entity: 'user', entityId: '1', version: 1 });
  await eventually(async () => expect(await figures(last)).toMatchObject({ totalUsers: 1 }));
  expect(counted(await figures())).toEqual(countOf(living));
});

it('ends at the same figures when rebuilt, and answers while it is', async () => {
  const { events, living } = randomHistory(200);
  await publish(...events);
  await eventually(async () => expect(counted(await figures())).toEqual(countOf(living)));
  const before = await figures();

  const other = openService({ name: 'stats', config: service.config });
  const models = projectionModels(other.connection);
  await other.prepare();
  // Damage that only a rebuild can mend.
  await models.counters.updateMany({}, { $inc: { value: 7 } });
  expect(await figures()).not.toEqual(before);
  const rebuilding = rebuildProjection(other, models, { handOverMs: 1_500 });
  while ((await Promise.race([rebuilding, Promise.resolve('busy')])) === 'busy') {
    expect((await figures()).totalLessons).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await figures()).toEqual(before);
  await other.close();

  await publish(event(lessonEvent, 1, 9_999, lesson({ id: 9_999 })));
  await eventually(async () => expect((await figures()).totalLessons).toBe(before.totalLessons + 1));
});

it('shows a writer their own change with X-After, and does not wait for ever', async () => {
  const change = event(lessonEvent, 1, 1, lesson());
  const read = figures(eventReference(change));
  await publish(change);
  expect((await read).totalLessons).toBe(1);

  const started = performance.now();
  await figures('lesson.77@1');
  const waited = performance.now() - started;
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(3_000);
});

it.each(['nonsense', 'api-key.1@1', 'lesson.1@0', 'lesson.$gt@1'])(
  'does not wait for X-After: %s',
  async (after) => {
    const started = performance.now();
    await figures(after);
    expect(performance.now() - started).toBeLessThan(900);
  },
);

it('sets an event aside that does not fit the contract, and goes on', async () => {
  await publish(
    event(lessonEvent, 1, 1, { title: 'half a lesson' }),
    event(lessonEvent, 1, 2, lesson({ id: 2 })),
  );
  await eventually(async () => expect((await figures()).totalLessons).toBe(1), { timeoutMs: 10_000 });
});

it('is not for students or strangers', async () => {
  const answer = await stats.app.inject(dashboardStats.path);
  expect(answer.statusCode).toBe(401);
});
