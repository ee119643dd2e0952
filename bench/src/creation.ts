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

/** What one lesson costs: microseconds of processor time by process, and pages that MongoDB read into its cache and wrote from it. */
type Cost = ReadonlyMap<string, number>;
interface Round {
  readonly perSecond: number;
  readonly cost: Cost;
}
const cachePages = { 'pages read': 'pages read into cache', 'pages written': 'pages written from cache' };

/**
 * Compares creating lessons with the hand-written app at several sizes (`BENCH_SIZES`), in alternating rounds: lessons per
 * second, and what one lesson costs until all services know it, which other work on the machine changes less.
 */
export async function measureCreation({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const handWrittenServer = await startServerProcess('./hand-written-crud.js', {
    MONGODB_URI: stack.databaseUri('bench-hand-written'),
  });
  const connect = (service: string) => mongoose.createConnection(stack.databaseUri(service)).asPromise();
  const databases = await Promise.all(['content', 'bench-hand-written'].map(connect));
  const [content, handWritten] = databases as [Connection, Connection];

  /** What has been used so far. The services are idle while lessons are created by hand. */
  async function readUsed(): Promise<Map<string, number>> {
    const processes = [...stack.processes, { name: 'by hand', pid: handWrittenServer.pid }];
    const cpu = processes.map(({ name, pid }) => [name, pid ? 1e6 * cpuSeconds(pid) : 0] as const);
    const { wiredTiger } = (await content.db?.admin().serverStatus()) ?? {};
    const pages = Object.entries(cachePages).map(
      ([name, counter]) => [name, Number(wiredTiger?.cache?.[counter])] as const,
    );
    return new Map([...cpu, ...pages]);
  }

  async function measure(create: RequestSpec): Promise<Round> {
    const before = await readUsed();
    const { perSecond } = await measureRequest(create, { seconds, connections });
    await delay(catchUpMs);
    const used = [...(await readUsed())].map(
      ([name, count]) => [name, (count - (before.get(name) ?? 0)) / (perSecond * seconds)] as const,
    );
    return { perSecond, cost: new Map(used) };
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

    for (const size of sizes) {
      for (const synthetic of [lessons, lessonsByHand]) await growTo(size, synthetic);
      const product: Round[] = [];
      const byHand: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        product.push(await measure(create));
        byHand.push(await measure(createByHand));
      }
      const rate = (of: readonly Round[]) => median(of.map(({ perSecond }) => perSecond));
      console.log(columns([`${size} lessons`, 'product', 'by hand', 'ratio']));
      console.log(
        columns([
          'created per second',
          ...[product, byHand].map((of) => Math.round(rate(of))),
          (rate(product) / rate(byHand)).toFixed(2),
        ]),
      );
      for (const name of product[0]?.cost.keys() ?? []) {
        const cost = (of: readonly Round[]) => median(of.map((one) => one.cost.get(name) ?? 0));
        const digits = name in cachePages ? 2 : 0;
        const unit = name in cachePages ? '' : ', µs';
        console.log(columns([name + unit, ...[product, byHand].map((of) => cost(of).toFixed(digits))]));
      }
    }
  } finally {
    handWrittenServer.stop();
    await Promise.all(databases.map((connection) => connection.close()));
  }
}
