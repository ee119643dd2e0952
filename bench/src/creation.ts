import { setTimeout as delay } from 'node:timers/promises';
import { lessonsCreate } from '@khmer-learning/contracts';
import mongoose, { type Connection } from 'mongoose';
import { cpuSeconds, measureRequest, median, type RequestSpec, startServerProcess } from './measure.ts';
import { type BenchStack, columns, setting } from './run-with-stack.ts';
import { growTo, handWrittenLessons, type LessonRow, syntheticLessons } from './synthetic-rows.ts';

const sizes = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number);
const seconds = setting('BENCH_SECONDS', 4);
const rounds = setting('BENCH_ROUNDS', 5);
const connections = setting('BENCH_CONNECTIONS', 32);
/** The consumers of the other services catch up with the created lessons within this time. */
const catchUpMs = 3_000;

const mongoCounters = ['pages evicted by application threads', 'pages read into cache'] as const;

interface Creation {
  readonly perSecond: number;
  /** Processor time per lesson in microseconds. */
  readonly mongoCpu: number;
  readonly otherCpu: number;
  /** Counts of MongoDB's cache, per lesson. */
  readonly counters: readonly number[];
}

/** Where lessons are created: what is sent, and the processes besides mongod that work for it. */
interface CreatingSystem {
  readonly create: RequestSpec;
  readonly pids: () => readonly number[];
}

/**
 * Compares creating lessons with the hand-written app at several sizes (`BENCH_SIZES`), in alternating rounds: lessons per
 * second, and the processor time of one lesson until all services know it, which other work on the machine changes less.
 */
export async function measureCreation({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const handWrittenServer = await startServerProcess('./hand-written-crud.js', {
    MONGODB_URI: stack.databaseUri('bench-hand-written'),
  });
  const connect = (service: string) => mongoose.createConnection(stack.databaseUri(service)).asPromise();
  const databases = await Promise.all(['content', 'bench-hand-written'].map(connect));
  const [content, handWritten] = databases as [Connection, Connection];
  const pidOf = (name: string) => stack.processes.find((process) => process.name === name)?.pid ?? 0;
  const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

  async function readCounters(): Promise<number[]> {
    const { wiredTiger } = (await content.db?.admin().serverStatus()) ?? {};
    return mongoCounters.map((name) => Number(wiredTiger?.cache?.[name]));
  }

  async function measure({ create, pids }: CreatingSystem): Promise<Creation> {
    const mongod = [pidOf('mongod')];
    const before = { mongo: cpuOf(mongod), others: cpuOf(pids()), counters: await readCounters() };
    const { perSecond } = await measureRequest(create, { seconds, connections });
    await delay(catchUpMs);
    const created = perSecond * seconds;
    const perLesson = (used: number) => (1e6 * used) / created;
    const counters = await readCounters();
    return {
      perSecond,
      mongoCpu: perLesson(cpuOf(mongod) - before.mongo),
      otherCpu: perLesson(cpuOf(pids()) - before.others),
      counters: counters.map((count, index) => (count - (before.counters[index] ?? 0)) / created),
    };
  }

  try {
    const headers = { ...client.headers, 'content-type': 'application/json' };
    const body = JSON.stringify(lessonBody(1));
    const create: RequestSpec = { url: stack.url + lessonsCreate.path, method: 'POST', headers, body };
    const createByHand: RequestSpec = { ...create, url: `${handWrittenServer.url}/api/lessons` };
    await measureRequest(createByHand, { seconds: 1, connections });
    await measureRequest(create, { seconds: 1, connections });
    const { id } = await client.call(lessonsCreate, { body: lessonBody(1) });
    const template = await content.collection<LessonRow>('lessons').findOne({ _id: id });
    const templateByHand = await handWritten.collection('lessons').findOne({});
    if (!template || !templateByHand) throw new Error('The systems have no rows to copy');
    const lessons = syntheticLessons(content, template);
    const lessonsByHand = handWrittenLessons(handWritten, templateByHand);
    const others = () =>
      stack.processes.flatMap(({ name, pid }) => (pid && name !== 'mongod' && name !== 'nats' ? [pid] : []));
    const systems: Readonly<Record<'product' | 'hand-written', CreatingSystem>> = {
      product: { create, pids: others },
      'hand-written': { create: createByHand, pids: () => [handWrittenServer.pid] },
    };

    console.log(columns(['lessons', 'created/s', 'mongod µs', 'node µs', 'evicted', 'read', 'of by hand']));
    for (const size of sizes) {
      for (const synthetic of [lessons, lessonsByHand]) await growTo(size, synthetic);
      const results = new Map<string, Creation[]>();
      for (let round = 0; round < rounds; round += 1)
        for (const [name, system] of Object.entries(systems))
          results.set(name, [...(results.get(name) ?? []), await measure(system)]);
      const of = (name: string, figure: (creation: Creation) => number) =>
        median((results.get(name) ?? []).map(figure));
      const byHand = of('hand-written', ({ perSecond }) => perSecond);
      for (const name of Object.keys(systems)) {
        const perSecond = of(name, (creation) => creation.perSecond);
        console.log(
          columns([
            `${size}, ${name}`,
            Math.round(perSecond),
            Math.round(of(name, ({ mongoCpu }) => mongoCpu)),
            Math.round(of(name, ({ otherCpu }) => otherCpu)),
            ...mongoCounters.map((_, index) => of(name, ({ counters }) => counters[index] ?? 0).toFixed(2)),
            (perSecond / byHand).toFixed(2),
          ]),
        );
      }
    }
  } finally {
    handWrittenServer.stop();
    await Promise.all(databases.map((connection) => connection.close()));
  }
}
