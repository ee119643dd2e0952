import { setTimeout as delay } from 'node:timers/promises';
import {
  type DashboardStats,
  lessons as lessonEndpoints,
  lessonTypes,
  mainLessons,
  serviceNames,
  streamNames,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import mongoose from 'mongoose';
import { connect } from 'nats';
import { type Cluster, type ClusterProcess, startCluster } from './cluster.ts';

/** Two gateways and two of every service on one machine. */
const origin = 'http://localhost:8080';
/** Each caller waits for its answer, so a slow machine gets fewer calls instead of more than it can handle. */
const callers = 4;
const pauseMs = 50;

let cluster: Cluster;
let cookie: string;
let mainLessonId: number;
let lessonTypeId: number;

beforeAll(async () => {
  cluster = await startCluster(2);
  const [gateway] = cluster.gateways;
  const signedIn = await send(gateway, 'POST', '/api/auth/admin', cluster.admin);
  expect(signedIn.status).toBe(200);
  cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const mainLesson = { title: 'Greetings', description: 'The first words', imageCover: 'cover.png' };
  mainLessonId = (await made(gateway, mainLessons.create.path, mainLesson)).id;
  lessonTypeId = (await made(gateway, lessonTypes.create.path, { title: 'Vocabulary', icon: '📖' })).id;
});
afterAll(() => cluster?.stop());

function send(
  gateway: ClusterProcess | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${gateway?.url}${path}`, {
    method,
    headers: {
      origin,
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function made(
  gateway: ClusterProcess | undefined,
  path: string,
  body: unknown,
): Promise<{ id: number }> {
  const answer = await send(gateway, 'POST', path, body);
  expect([path, answer.status]).toEqual([path, 201]);
  return (await answer.json()) as { id: number };
}

const lesson = (title: string) => ({
  mainLessonId,
  lessonTypeId,
  title,
  description: 'One of many',
  level: 'Beginner',
  sections: [{ title: 'Key words', content: 'Where? [nouw-naa?] : នៅណា?' }],
});

async function databaseOf(service: string) {
  const uri = new URL(cluster.mongoUrl);
  uri.pathname = `/khmer-learning-${service}`;
  return mongoose.createConnection(uri.href).asPromise();
}

async function figures(): Promise<DashboardStats> {
  return (await send(cluster.gateways[0], 'GET', '/api/dashboard/stats')).json() as Promise<DashboardStats>;
}

async function lessonsStored(): Promise<{ _id: number; title: string }[]> {
  const content = await databaseOf('content');
  const rows = await content
    .collection<{ _id: number; title: string }>('lessons')
    .find({}, { projection: { title: 1 } })
    .toArray();
  await content.close();
  return rows;
}

describe('two gateways and two of every service', () => {
  it('assign ids once, and publish and count every change once', async () => {
    const created: { id: number }[] = [];
    for (let batch = 0; batch < 10; batch += 1)
      created.push(
        ...(await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            made(
              cluster.gateways[index % 2],
              lessonEndpoints.create.path,
              lesson(`Lesson ${batch}-${index}`),
            ),
          ),
        )),
      );
    expect(new Set(created.map(({ id }) => id)).size).toBe(300);
    await eventually(async () => expect((await figures()).totalLessons).toBe(300));

    // One message per change: no relay has published a duplicate.
    const nats = await connect({ servers: cluster.natsUrl });
    const { state } = await (await nats.jetstreamManager()).streams.info(streamNames.events);
    await nats.close();
    let rows = 0;
    for (const service of serviceNames.filter((name) => name !== 'gateway')) {
      const database = await databaseOf(service);
      rows += await database.collection('outbox').countDocuments({ subject: /^events\./ });
      expect(await database.collection('outbox').countDocuments({ unsentSince: { $exists: true } })).toBe(0);
      await database.close();
    }
    expect(state.last_seq).toBe(rows);
  });

  it('lose no request while each process is replaced, one after another, under load', async () => {
    const before = new Set((await lessonsStored()).map(({ title }) => title));
    const load = startWriteLoad();
    await delay(1_000);
    for (const member of cluster.processes) {
      await member.stop();
      await member.start();
      // Like orchestrators (`minReadySeconds`): a new process is slow at first.
      await delay(1_000);
    }
    await delay(1_000);
    const { sent, failures, acknowledged } = await load.stop();

    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(cluster.processes.length * callers);
    expect(acknowledged.length).toBeGreaterThan(0);
    const stored = (await lessonsStored()).map(({ title }) => title).filter((title) => !before.has(title));
    expect(stored.sort()).toEqual(acknowledged.sort());
    const total = before.size + acknowledged.length;
    await eventually(async () => expect((await figures()).totalLessons).toBe(total));
  });
});

/** Simulates users that call all gateways that report ready; one in twenty calls is a write. */
function startWriteLoad() {
  const failures: string[] = [];
  const acknowledged: string[] = [];
  let ready: ClusterProcess[] = [...cluster.gateways];
  let sent = 0;
  let isActive = true;

  async function watchGateways(): Promise<void> {
    while (isActive) {
      const states = await Promise.all(cluster.gateways.map((gateway) => gateway.isReady()));
      ready = cluster.gateways.filter((_gateway, index) => states[index]);
      await delay(100);
    }
  }

  async function callOnce(number: number): Promise<void> {
    const gateway = ready[number % Math.max(1, ready.length)] ?? cluster.gateways[0];
    const title = `Under load ${number}`;
    const saves = number % 20 === 0;
    const [method, path, body, expected] = saves
      ? (['POST', lessonEndpoints.create.path, lesson(title), 201] as const)
      : ([
          'GET',
          number % 3 === 0 ? '/api/lessons?limit=3' : `/api/main-lessons/${mainLessonId}`,
          undefined,
          200,
        ] as const);
    try {
      const answer = await send(gateway, method, path, body);
      const text = await answer.text();
      if (answer.status !== expected)
        failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      else if (saves) acknowledged.push(title);
    } catch (error) {
      failures.push(`${method} ${path}: ${(error as Error).cause ?? error}`);
    }
  }

  async function callRepeatedly(): Promise<void> {
    while (isActive) {
      sent += 1;
      await callOnce(sent);
      await delay(pauseMs);
    }
  }

  const running = Promise.all([watchGateways(), ...Array.from({ length: callers }, callRepeatedly)]);
  return {
    async stop() {
      isActive = false;
      await running;
      return { sent, failures, acknowledged };
    },
  };
}
