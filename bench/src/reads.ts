import { readFileSync, writeFileSync } from 'node:fs';
import { lessons as lessonEndpoints, mainLessons, usersList } from '@khmer-learning/contracts';
import mongoose, { type Connection } from 'mongoose';
import { cpuSeconds, measureRequest, median } from './measure.ts';
import { type BenchStack, columns, setting } from './run-with-stack.ts';
import { growTo, type LessonRow, syntheticLessons } from './synthetic-rows.ts';

/** What one call of a read costs. The first three do not depend on the machine. */
interface Cost {
  /** Commands to the database of its service, index keys and documents that these examined. */
  readonly commands: number;
  readonly keys: number;
  readonly documents: number;
  /** Processor time of all processes in ms. */
  readonly processor: number;
}

/** A command as MongoDB's profiler stores it. */
interface ProfiledCommand {
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

const baselineFile = new URL('../reads.json', import.meta.url);
/** Calls of which the commands are counted. Their median has none of the service's jobs, and no total, which is kept for a second. */
const countedCalls = 21;
const connections = 16;

/**
 * Measures what the main reads of the console cost with 3,000 lessons (`BENCH_LESSONS`), beside the costs in `reads.json`.
 * A call that takes more commands, keys or documents than there ends the process with 1. `--record` writes the file.
 */
export async function measureReads({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const lessons = setting('BENCH_LESSONS', 3_000);
  const seconds = setting('BENCH_SECONDS', 4);
  const { headers } = client;
  const connect = (service: string) => mongoose.createConnection(stack.databaseUri(service)).asPromise();
  const [content, users] = await Promise.all([connect('content'), connect('users')]);
  const page = 'limit=15&offset=0';
  const reads: readonly (readonly [string, string, Connection])[] = [
    ['lessons', `${lessonEndpoints.list.path}?${page}`, content],
    [
      'lessons: filtered search',
      `${lessonEndpoints.list.path}?level=Beginner&search=market&${page}`,
      content,
    ],
    ['lessons: search of two words', `${lessonEndpoints.list.path}?search=market+river&${page}`, content],
    ['lessons: search of a rare word', `${lessonEndpoints.list.path}?search=2999&${page}`, content],
    ['lesson', `${lessonEndpoints.list.path}/${Math.floor(lessons / 2)}`, content],
    ['main lessons', `${mainLessons.list.path}?${page}`, content],
    ['users', `${usersList.path}?${page}`, users],
  ];
  const processorMs = () =>
    stack.processes.reduce((sum, { pid }) => sum + (pid ? 1_000 * cpuSeconds(pid) : 0), 0);
  const baseline: Record<string, Cost> = JSON.parse(readFileSync(baselineFile, 'utf8'));
  const costs: Record<string, Cost> = {};

  async function countCommands(url: string, { db }: Connection) {
    if (!db) throw new Error('The database is not connected');
    const profile = db.collection<ProfiledCommand>('system.profile');
    await profile.drop().catch(() => undefined);
    await db.createCollection('system.profile', { capped: true, size: 64 * 1024 * 1024 });
    const calls: ProfiledCommand[][] = [];
    for (let call = 0; call < countedCalls; call += 1) {
      const since = new Date();
      await db.command({ profile: 2 });
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      await db.command({ profile: 0 });
      calls.push(
        await profile
          .find({ ts: { $gte: since }, ns: { $ne: `${db.databaseName}.system.profile` } })
          .toArray(),
      );
    }
    const perCall = (count: (command: ProfiledCommand) => number) =>
      median(calls.map((commands) => commands.reduce((sum, command) => sum + count(command), 0)));
    return {
      commands: perCall(() => 1),
      keys: perCall(({ keysExamined = 0 }) => keysExamined),
      documents: perCall(({ docsExamined = 0 }) => docsExamined),
    };
  }

  try {
    const { id } = await client.call(lessonEndpoints.create, { body: lessonBody(1) });
    const template = await content.collection<LessonRow>('lessons').findOne({ _id: id });
    if (!template) throw new Error('The service has no lesson to copy');
    await growTo(lessons, syntheticLessons(content, template));
    console.log(columns(['per call', 'requests/s', 'commands', 'keys', 'documents', 'ms', 'ms before']));
    for (const [name, path, connection] of reads) {
      const url = stack.url + path;
      await measureRequest({ url, headers }, { seconds: seconds / 2, connections });
      const counts = await countCommands(url, connection);
      const before = processorMs();
      const { perSecond } = await measureRequest({ url, headers }, { seconds, connections });
      const processor = Number(((processorMs() - before) / (perSecond * seconds)).toFixed(2));
      const [was, cost] = [baseline[name], { ...counts, processor }];
      costs[name] = cost;
      const cells = (['commands', 'keys', 'documents'] as const).map((field) => {
        if (!was || cost[field] <= was[field]) return cost[field];
        process.exitCode = 1;
        return `${cost[field]} > ${was[field]}`;
      });
      console.log(columns([name, Math.round(perSecond), ...cells, processor, was?.processor ?? '-']));
    }
    if (process.argv.includes('--record'))
      writeFileSync(baselineFile, `${JSON.stringify(costs, undefined, 2)}\n`);
  } finally {
    await Promise.all([content.close(), users.close()]);
  }
}
