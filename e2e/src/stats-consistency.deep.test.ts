import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type DashboardStats,
  dashboardStatsGet,
  headerNames,
  lessons,
  lessonTypes,
  mainLessons as mainLessonEndpoints,
} from '@khmer-learning/contracts';
import { type ConsoleClient, type Stack, signInToConsole } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { startTestStack } from './test-stack.ts';

/** Compares the dashboard with the databases on the running system: every saved item is counted exactly once. */
let stack: Stack;
let client: ConsoleClient;
let content: Connection;
let users: Connection;

beforeAll(async () => {
  stack = await startTestStack({ seed: false });
  client = await signInToConsole(stack.url, stack.admin);
  content = mongoose.createConnection(stack.databaseUri('content'));
  users = mongoose.createConnection(stack.databaseUri('users'));
});

afterAll(async () => {
  await content?.close();
  await users?.close();
  await stack?.stop();
});

const section = { title: 'Key words', content: 'Where? [nouw-naa?] : នៅណា?' };
const mainLessonBody = () => ({
  title: `Main lesson ${randomInt(1_000)}`,
  description: 'A bundle',
  imageCover: 'cover.png',
  ...(randomInt(2) === 0 ? { free: true } : { free: false, price: 100 + randomInt(2_000) }),
});

/** Counts in the databases. */
async function countInDatabase() {
  const mainLessons = content.collection('main_lessons');
  const paid = await mainLessons.find({ free: false }).toArray();
  const perType = await content
    .collection('lessons')
    .aggregate<{ _id: number; count: number }>([{ $group: { _id: '$lessonTypeId', count: { $sum: 1 } } }])
    .toArray();
  const cents = paid.reduce((sum, row) => sum + Number(row.price), 0);
  return {
    totalMainLessons: await mainLessons.countDocuments(),
    premiumMainLessons: paid.length,
    freeMainLessons: await mainLessons.countDocuments({ free: true }),
    avgPrice: paid.length === 0 ? 0 : Math.round(cents / paid.length) / 100,
    totalLessons: await content.collection('lessons').countDocuments(),
    totalUsers: await users.collection('users').countDocuments(),
    totalActiveUsers: await users.collection('users').countDocuments({ isActive: true }),
    types: Object.fromEntries(perType.map(({ _id, count }) => [_id, count])),
  };
}

/** The same counts from the dashboard. */
async function fetchShownStats() {
  const stats: DashboardStats = await client.call(dashboardStatsGet, {});
  return {
    totalMainLessons: stats.totalMainLessons,
    premiumMainLessons: stats.premiumMainLessons,
    freeMainLessons: stats.freeMainLessons,
    avgPrice: stats.avgPrice,
    totalLessons: stats.totalLessons,
    totalUsers: stats.totalUsers,
    totalActiveUsers: stats.totalActiveUsers,
    types: Object.fromEntries(stats.lessonsByType.map(({ lessonTypeId, count }) => [lessonTypeId, count])),
  };
}

const pickRandom = <T>(items: readonly T[]): T | undefined => items[randomInt(Math.max(1, items.length))];

/** Does one random action of an author; `ids` has the remaining items of each kind. */
async function performRandomAction(ids: {
  main: number[];
  types: number[];
  lessons: Map<number, { main: number; type: number }>;
}) {
  const dice = randomInt(100);
  const main = pickRandom(ids.main);
  const type = pickRandom(ids.types);
  const lesson = pickRandom([...ids.lessons.keys()]);
  if (main === undefined || dice < 8) {
    ids.main.push((await client.call(mainLessonEndpoints.create, { body: mainLessonBody() })).id);
  } else if (type === undefined || dice < 12) {
    const body = { title: `Type ${ids.types.length}-${Date.now()}-${randomInt(1e6)}`, icon: '📖' };
    ids.types.push((await client.call(lessonTypes.create, { body })).id);
  } else if (lesson === undefined || dice < 55) {
    const body = {
      mainLessonId: main,
      lessonTypeId: type,
      title: `Lesson ${randomInt(1_000)}`,
      description: 'Words',
      level: 'Beginner' as const,
      sections: [section],
    };
    ids.lessons.set((await client.call(lessons.create, { body })).id, { main, type });
  } else if (dice < 70) {
    await client.call(lessons.update, {
      params: { id: lesson },
      body: { lessonTypeId: type, status: 'published' },
    });
    ids.lessons.set(lesson, { main: ids.lessons.get(lesson)?.main ?? main, type });
  } else if (dice < 80) {
    const { free, price } = mainLessonBody() as { free: boolean; price?: number };
    await client.call(mainLessonEndpoints.update, {
      params: { id: main },
      body: { free, ...(price ? { price } : {}) },
    });
  } else if (dice < 96) {
    await client.call(lessons.delete, { params: { id: lesson } });
    ids.lessons.delete(lesson);
  } else if (dice < 98) {
    await client.call(mainLessonEndpoints.delete, { params: { id: main } });
    ids.main = ids.main.filter((id) => id !== main);
    for (const [id, of] of ids.lessons) if (of.main === main) ids.lessons.delete(id);
  } else {
    await client.call(lessonTypes.delete, { params: { id: type } });
    ids.types = ids.types.filter((id) => id !== type);
    for (const [id, of] of ids.lessons) if (of.type === type) ids.lessons.delete(id);
  }
}

it('matches a count of the databases after 500 random operations, and after a rebuild', async () => {
  const ids = {
    main: [] as number[],
    types: [] as number[],
    lessons: new Map<number, { main: number; type: number }>(),
  };
  for (let operation = 0; operation < 500; operation += 1) await performRandomAction(ids);
  const truth = await countInDatabase();
  expect(truth.totalLessons).toBe(ids.lessons.size);
  await eventually(async () => expect(await fetchShownStats()).toEqual(truth));

  const { INTERNAL_PUBLIC_KEYS: _unused, ...env } = process.env;
  await promisify(execFile)('npm', ['run', '--silent', 'rebuild', '-w', 'services/stats'], {
    env: {
      ...env,
      LOCAL_DEFAULTS: 'true',
      MONGODB_URI: stack.databaseUri('stats'),
      NATS_URL: stack.natsUrl,
      LOG_LEVEL: 'warn',
    },
  });
  await eventually(async () => expect(await fetchShownStats()).toEqual(truth));
});

/** Creates a lesson and reads the figures with its event, like the console. */
async function createAndRead(): Promise<{ before: number; after: number }> {
  const before = (await fetchShownStats()).totalLessons;
  const main = await client.call(mainLessonEndpoints.create, { body: mainLessonBody() });
  const type = await client.call(lessonTypes.create, {
    body: { title: `Type ${Date.now()}-${randomInt(1e6)}`, icon: '📖' },
  });
  const response = await fetch(stack.url + lessons.create.path, {
    method: 'POST',
    headers: { ...client.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      mainLessonId: main.id,
      lessonTypeId: type.id,
      title: 'Counted at once',
      description: 'Words',
      level: 'Beginner',
      sections: [section],
    }),
  });
  expect(response.status).toBe(201);
  const event = response.headers.get(headerNames.event) ?? '';
  expect(event).toMatch(/^lesson\.\d+@1$/);
  const stats = await fetch(stack.url + dashboardStatsGet.path, {
    headers: { ...client.headers, [headerNames.after]: event },
  });
  return { before, after: ((await stats.json()) as DashboardStats).totalLessons };
}

it('shows a write in the next read with X-After', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { before, after } = await createAndRead();
    expect(after).toBe(before + 1);
  }
});

it('accepts writes during a NATS outage, and counts them afterwards', async () => {
  const nats = stack.processes.find(({ name }) => name === 'nats')?.pid;
  if (nats === undefined) throw new Error('The stack does not run its own NATS');
  const before = (await fetchShownStats()).totalLessons;
  process.kill(nats, 'SIGSTOP');
  try {
    const { after } = await createAndRead();
    expect(after).toBe(before);
    await createAndRead();
  } finally {
    process.kill(nats, 'SIGCONT');
  }
  await eventually(async () => expect((await fetchShownStats()).totalLessons).toBe(before + 2));
  await eventually(async () => expect(await fetchShownStats()).toEqual(await countInDatabase()));
});
