import {
  dashboardStatsGet,
  headerNames,
  lessons as lessonEndpoints,
  usersList,
} from '@khmer-learning/contracts';
import mongoose, { type Connection } from 'mongoose';
import { topics } from './create-lesson-input.ts';
import { measureRequest, percentile, type RequestSpec, startServerProcess } from './measure.ts';
import { type BenchStack, columns, setting } from './run-with-stack.ts';
import {
  growTo,
  handWrittenLessons,
  type LessonRow,
  syntheticLessons,
  syntheticUsers,
  type UserRow,
} from './synthetic-rows.ts';

const sizes = (process.env.BENCH_SIZES ?? '1000,10000,100000,1000000').split(',').map(Number);
const seconds = setting('BENCH_SECONDS', 4);
const connections = 32;

/** Requests sent one after another for a median without queueing. */
const sequentialRequests = 200;
/** The last offset of a deep page; the lists of 1,000 rows end before. */
const deepestOffset = 9_985;

const page = 'limit=15&offset=0';
/** Topics, each in an eighth of the lessons; the last two are together in none. */
const [topic = '', otherTopic = '', third = '', fourth = ''] = topics;

async function timeSequentially(send: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const started = performance.now();
    await send();
    times.push(performance.now() - started);
  }
  return times;
}

async function request({ url, method, headers, body }: RequestSpec): Promise<Response> {
  const response = await fetch(url, {
    method: method ?? 'GET',
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

/** Times in ms from the response to a write until the dashboard shows it. */
async function timeToDashboard(create: RequestSpec, dashboard: RequestSpec): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < sequentialRequests; number += 1) {
    const event = (await request(create)).headers.get(headerNames.event) ?? '';
    const committed = performance.now();
    await request({ ...dashboard, headers: { ...dashboard.headers, [headerNames.after]: event } });
    times.push(performance.now() - committed);
  }
  return times;
}

/**
 * Measures rates and medians with 1,000 to 1,000,000 lessons and users (`BENCH_SIZES`). The rows are written into the
 * databases in the form in which the services store them, so no events tell the other services of them.
 *
 * @throws when the search fields of a synthetic lesson differ from those that the service stores
 */
export async function measureScale(bench: BenchStack): Promise<void> {
  const { stack, client, lessonBody } = bench;
  const connect = (service: string) => mongoose.createConnection(stack.databaseUri(service)).asPromise();
  const handWrittenServer = await startServerProcess('./hand-written-crud.js', {
    MONGODB_URI: stack.databaseUri('bench-hand-written'),
  });
  const databases = await Promise.all(['content', 'users', 'bench-hand-written'].map(connect));
  const [content, users, handWritten] = databases as [Connection, Connection, Connection];
  try {
    const headers = { ...client.headers, 'content-type': 'application/json' };
    const body = JSON.stringify(lessonBody(1));
    const create: RequestSpec = {
      url: stack.url + lessonEndpoints.create.path,
      method: 'POST',
      headers,
      body,
    };
    const createByHand: RequestSpec = { ...create, url: `${handWrittenServer.url}/api/lessons` };
    await request(createByHand);
    const { id: templateId } = await client.call(lessonEndpoints.create, { body: lessonBody(1) });
    const template = await content.collection<LessonRow>('lessons').findOne({ _id: templateId });
    const admin = await users.collection<UserRow>('users').findOne({});
    const templateByHand = await handWritten.collection('lessons').findOne({});
    if (!template || !admin || !templateByHand) throw new Error('The systems have no rows to copy');
    const lessons = syntheticLessons(content, template);
    const people = syntheticUsers(users, admin);
    const lessonsByHand = handWrittenLessons(handWritten, templateByHand);

    console.log(columns(['requests/s (p50 ms, one at a time)', ...sizes]));
    const rows = new Map<string, string[]>();
    const add = (name: string, cell: string) => rows.set(name, [...(rows.get(name) ?? []), cell]);
    for (const size of sizes) {
      for (const synthetic of [lessons, people, lessonsByHand]) await growTo(size, synthetic);
      const deep = `limit=15&offset=${Math.min(size - 15, deepestOffset)}`;
      const get = (path: string): RequestSpec => ({ url: stack.url + path, headers });
      const reads: readonly (readonly [string, RequestSpec])[] = [
        ['lessons: list', get(`${lessonEndpoints.list.path}?${page}`)],
        ['lessons: deep page', get(`${lessonEndpoints.list.path}?${deep}`)],
        ['lessons: filter', get(`${lessonEndpoints.list.path}?level=Beginner&status=draft&${page}`)],
        ['lessons: search of one word', get(`${lessonEndpoints.list.path}?search=${topic}&${page}`)],
        [
          'lessons: search of two words',
          get(`${lessonEndpoints.list.path}?search=${topic}+${otherTopic}&${page}`),
        ],
        [
          'lessons: two words that never meet',
          get(`${lessonEndpoints.list.path}?search=${third}+${fourth}&${page}`),
        ],
        ['lessons: get', get(`${lessonEndpoints.list.path}/${templateId}`)],
        ['users: list', get(`${usersList.path}?${page}`)],
        ['users: deep page', get(`${usersList.path}?${deep}`)],
        ['users: filter', get(`${usersList.path}?role=student&isActive=true&${page}`)],
        ['users: search of one word', get(`${usersList.path}?search=dara&${page}`)],
        ['users: search of two words', get(`${usersList.path}?search=sok+bopha&${page}`)],
        ['dashboard', get(dashboardStatsGet.path)],
      ];
      for (const [name, read] of reads) {
        const times = await timeSequentially(() => request(read), sequentialRequests);
        const { perSecond } = await measureRequest(read, { seconds, connections });
        add(name, `${Math.round(perSecond)} (${percentile(times, 50).toFixed(1)})`);
      }
      const { perSecond } = await measureRequest(create, { seconds, connections });
      const byHand = (await measureRequest(createByHand, { seconds, connections })).perSecond;
      add('lessons: create', `${Math.round(perSecond)}`);
      add('lessons: create, of by hand', (perSecond / byHand).toFixed(2));
      const times = await timeToDashboard(create, get(dashboardStatsGet.path));
      add('commit to dashboard, p50 ms', percentile(times, 50).toFixed(1));
      add('commit to dashboard, p99 ms', percentile(times, 99).toFixed(1));
    }
    for (const [name, cells] of rows) console.log(columns([name, ...cells]));
  } finally {
    handWrittenServer.stop();
    await Promise.all(databases.map((connection) => connection.close()));
  }
}
