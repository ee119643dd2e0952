import {
  lessonsCreate,
  lessonsUpdate,
  lessonsVersionGet,
  lessonsVersions,
  versionLimits,
} from '@khmer-learning/contracts';
import mongoose from 'mongoose';
import { percentile } from './measure.ts';
import { type BenchStack, columns } from './run-with-stack.ts';

const saves = 1_000;
const lessonBytes = 100 * 1024;
const reads = 200;

/** Lines of vocabulary that do not repeat, about `bytes` bytes of JSON. Each line has its number of changes. */
function createLines(bytes: number): string[] {
  const khmer = (number: number) =>
    Array.from({ length: 4 }, (_, place) =>
      String.fromCharCode(0x1780 + ((number * 7 + place * 13) % 35)),
    ).join('');
  const lines: string[] = [];
  for (let size = 0; size < bytes; size += Buffer.byteLength(lines.at(-1) ?? '') + 2) {
    const number = lines.length;
    lines.push(`word${(number * 7919).toString(36)} [w${number.toString(36)}] : ${khmer(number)}`);
  }
  return lines;
}

async function timed(times: number, request: (index: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now();
    await request(index);
    durations.push(performance.now() - startedAt);
  }
  return durations;
}

function printTimes(name: string, durations: readonly number[]): void {
  const cells = [50, 99].map((percent) => percentile(durations, percent).toFixed(1));
  console.log(columns([name, ...cells]));
}

/** Measures the history of a lesson of 100 KB that is saved 1,000 times, one word at a time. */
export async function measureHistory({ stack, client, lessonBody }: BenchStack): Promise<void> {
  const lines = createLines(lessonBytes);
  const sections = () => [{ title: 'Key words', content: lines.join('\n'), html: null, ops: null }];
  const { id } = await client.call(lessonsCreate, { body: { ...lessonBody(1), sections: sections() } });
  console.log(columns(['milliseconds', 'p50', 'p99']));
  const save = (index: number) => {
    const line = (index * 31) % lines.length;
    lines[line] = `changed${index} ${lines[line]}`.slice(0, 60);
    return client.call(lessonsUpdate, { params: { id }, body: { sections: sections() } });
  };
  printTimes('Save', await timed(saves, save));

  const params = { id };
  const list = (query: { before?: number }) => client.call(lessonsVersions, { params, query });
  const newest = (await list({})).data[0]?.version ?? 0;
  printTimes('Newest 50 versions', await timed(reads, () => list({})));
  printTimes('50 versions in the middle', await timed(reads, () => list({ before: Math.ceil(newest / 2) })));
  const oldestKept = Math.max(1, newest - versionLimits.versions);
  const get = (version: number) => client.call(lessonsVersionGet, { params: { id, version } });
  printTimes('A version', await timed(reads, (index) => get(oldestKept + (index % (newest - oldestKept)))));

  const connection = await mongoose.createConnection(stack.databaseUri('content')).asPromise();
  try {
    const [stats] = await connection
      .collection('versions')
      .aggregate<{ storageStats: { size: number; totalIndexSize: number; count: number } }>([
        { $collStats: { storageStats: {} } },
      ])
      .toArray();
    if (!stats) throw new Error('MongoDB reports no size of the versions');
    const { size, totalIndexSize, count } = stats.storageStats;
    console.log(`${count} versions: ${((size + totalIndexSize) / 1e6).toFixed(2)} MB with the index`);
  } finally {
    await connection.close();
  }
}
