import { randomBytes } from 'node:crypto';
import { apiKeysCreate, lessons as lessonEndpoints } from '@khmer-learning/contracts';
import type { Stack } from '@khmer-learning/local-stack';
import { measureDashboard } from './dashboard.ts';
import { measureDraftSaves } from './drafts.ts';
import { measureExamined } from './examined.ts';
import { measureGatewayOverhead } from './gateway-overhead.ts';
import { measureLearnersApi } from './learners-api.ts';
import {
  type Measurement,
  measureRequest,
  median,
  type RequestSpec,
  residentMemoryMb,
  startServerProcess,
} from './measure.ts';
import { measureProjection } from './projection.ts';
import { measureReads } from './reads.ts';
import { type BenchStack, columns, runWithStack, setting } from './run-with-stack.ts';
import { measureScale } from './scale.ts';
import { measureSlowLine } from './slow-line.ts';

const lessons = setting('BENCH_LESSONS', 10_000);
const seconds = setting('BENCH_SECONDS', 4);
const rounds = 5;
const connections = 32;

const page = 'limit=15&offset=0';

/** One line of the result: our request, the limit for its response size, and the hand-written equivalent, if any. */
interface Comparison {
  readonly name: string;
  readonly product: RequestSpec;
  readonly baseline: RequestSpec;
  readonly handWritten?: RequestSpec;
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.body?.cancel();
}

/** Creates `count` lessons, `connections` at a time. */
async function createLessons(count: number, write: (number: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let next = 1;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next <= count) await write(next++);
    }),
  );
  return Math.round(count / ((performance.now() - started) / 1_000));
}

async function seedBenchmarkData({ client, lessonBody }: BenchStack) {
  const rate = await createLessons(lessons, (number) =>
    client.call(lessonEndpoints.create, { body: lessonBody(number) }),
  );
  console.log(`Created ${lessons} lessons through the gateway at ${rate}/s`);

  const key = `khmer_${randomBytes(24).toString('base64url')}_${Date.now().toString(36)}`;
  await client.call(apiKeysCreate, { body: { key } });
  return {
    client,
    headers: { ...client.headers, 'content-type': 'application/json' },
    body: lessonBody,
    key,
  };
}

async function createComparisons(
  stack: Stack,
  { headers, body, key }: Awaited<ReturnType<typeof seedBenchmarkData>>,
  handWrittenUrl: string,
  baselineUrl: string,
): Promise<Comparison[]> {
  const json = { 'content-type': 'application/json' };
  await createLessons(lessons, (number) =>
    post(`${handWrittenUrl}/api/lessons`, json, { ...body(number), number }),
  );

  const middle = Math.floor(lessons / 2);
  const search = `search=market&level=Beginner&${page}`;
  const sized = async (request: RequestSpec): Promise<RequestSpec> => {
    const response = await fetch(request.url, { headers: { ...request.headers } });
    return { url: `${baselineUrl}/${(await response.arrayBuffer()).byteLength}` };
  };
  const reading = async (
    name: string,
    product: RequestSpec,
    handWritten?: RequestSpec,
  ): Promise<Comparison> => ({
    name,
    product,
    baseline: await sized(product),
    ...(handWritten ? { handWritten } : {}),
  });
  const console_ = (query: string): RequestSpec => ({ url: `${stack.url}/api/lessons${query}`, headers });
  const external = (path_: string): RequestSpec => ({
    url: `${stack.url}/api/v1${path_}`,
    headers: { 'x-api-key': key },
  });
  const created = JSON.stringify(body(1));
  return [
    await reading('lesson list', console_(`?${page}`), { url: `${handWrittenUrl}/api/lessons?${page}` }),
    await reading('lesson by id', console_(`/${middle}`), { url: `${handWrittenUrl}/api/lessons/${middle}` }),
    await reading('filtered search', console_(`?${search}`), {
      url: `${handWrittenUrl}/api/lessons?${search}`,
    }),
    {
      name: 'create',
      product: { url: stack.url + lessonEndpoints.create.path, method: 'POST', headers, body: created },
      baseline: await sized(console_(`/${middle}`)),
      handWritten: { url: `${handWrittenUrl}/api/lessons`, method: 'POST', headers: json, body: created },
    },
    await reading('/api/v1 list', external(`/lessons?${page}`)),
    await reading('/api/v1 lesson', external('/lessons/1')),
  ];
}

async function runComparison(comparison: Comparison) {
  const results: Record<'product' | 'baseline' | 'handWritten', Measurement[]> = {
    product: [],
    baseline: [],
    handWritten: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const system of ['baseline', 'product', 'handWritten'] as const) {
      const request = comparison[system];
      if (request) results[system].push(await measureRequest(request, { seconds, connections }));
    }
  }
  const rate = (system: keyof typeof results) =>
    Math.round(median(results[system].map(({ perSecond }) => perSecond)));
  return {
    product: rate('product'),
    baseline: rate('baseline'),
    handWritten: rate('handWritten'),
    p50: median(results.product.map(({ p50 }) => p50)),
  };
}

async function printLearnersApi(bench: BenchStack, key: string, baselineUrl: string): Promise<void> {
  console.log(columns(['/api/v1 for learners', 'requests/s', 'reference', 'ratio', 'goal']));
  const results = await measureLearnersApi({ ...bench, key, baselineUrl, seconds, rounds, connections });
  for (const { name, rate, reference, ratio, goal } of results)
    console.log(columns([name, rate, reference, ratio.toFixed(2), goal]));
}

/** `/api/v1` for learners alone. */
async function compareLearnersApi(bench: BenchStack): Promise<void> {
  const baselineServer = await startServerProcess('./baseline.js', {});
  try {
    const { key } = await seedBenchmarkData(bench);
    await printLearnersApi(bench, key, baselineServer.url);
  } finally {
    baselineServer.stop();
  }
}

async function compareSystems(bench: BenchStack): Promise<void> {
  const { stack, secrets } = bench;
  const handWrittenServer = await startServerProcess('./hand-written-crud.js', {
    MONGODB_URI: stack.databaseUri('bench-hand-written'),
  });
  const baselineServer = await startServerProcess('./baseline.js', {});
  try {
    const prepared = await seedBenchmarkData(bench);
    const list = await createComparisons(stack, prepared, handWrittenServer.url, baselineServer.url);
    const call = { path: `/api/lessons?${page}`, headers: prepared.headers };
    const overhead = await measureGatewayOverhead(stack, secrets.INTERNAL_PRIVATE_KEY, call);
    const { throughGateway, serviceAlone } = overhead;
    const ratio = (throughGateway / serviceAlone).toFixed(2);
    console.log(
      `Lesson list, one at a time: p50 ${throughGateway.toFixed(2)} ms through the gateway, ` +
        `${serviceAlone.toFixed(2)} ms from the service alone, ratio ${ratio}`,
    );
    console.log(
      columns(['requests/s', 'product', 'hand-written', 'baseline', 'vs hand', 'vs baseline', 'p50 ms']),
    );
    for (const comparison of list) {
      const { product, handWritten, baseline, p50 } = await runComparison(comparison);
      const to = (of: number) => (of === 0 ? '-' : (product / of).toFixed(2));
      console.log(
        columns([comparison.name, product, handWritten || '-', baseline, to(handWritten), to(baseline), p50]),
      );
    }
    await printLearnersApi(bench, prepared.key, baselineServer.url);
    for (const { name, pid } of stack.processes) {
      if (pid) console.log(columns([`${name} memory`, `${residentMemoryMb(pid)} MB`]));
    }
  } finally {
    handWrittenServer.stop();
    baselineServer.stop();
  }
}

const [, , subject] = process.argv;
if (subject === 'projection') await measureProjection();
else if (subject === 'learners') await runWithStack(compareLearnersApi);
else if (subject === 'dashboard') await runWithStack(measureDashboard);
else if (subject === 'drafts') await runWithStack(measureDraftSaves);
else if (subject === 'examined') await runWithStack(measureExamined);
else if (subject === 'reads') await runWithStack(measureReads);
else if (subject === 'scale') await runWithStack(measureScale);
else if (subject === 'slow-line') await runWithStack(measureSlowLine);
else await runWithStack(compareSystems);
