import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { authLearnerLogin, authRegister, lessons as lessonEndpoints } from '@khmer-learning/contracts';
import { type ConsoleClient, freePort, repoRoot, type Stack } from '@khmer-learning/local-stack';
import { createDrafts, whileDraftsAreSaved } from './drafts.ts';
import { cpuSeconds, median, startNodeProcess } from './measure.ts';
import { measureRaw } from './raw-client.ts';

const differentLessons = 2_000;

export interface LearnersApiOptions {
  readonly stack: Stack;
  readonly client: ConsoleClient;
  readonly key: string;
  /** A bare Fastify handler that repeats any response that was posted to it. */
  readonly baselineUrl: string;
  readonly secrets: Readonly<Record<'INTERNAL_PRIVATE_KEY' | 'SESSION_SECRETS', string>>;
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

/** A ratio of two rates that were measured in alternating rounds, and the goal for it. */
export interface LearnersApiResult {
  readonly name: string;
  readonly rate: number;
  readonly reference: number;
  readonly ratio: number;
  readonly goal: number;
}

/** Measures `/api/v1` as learners' apps use it: hot, while authors save drafts, with tokens, and on two gateways. */
export async function measureLearnersApi(options: LearnersApiOptions): Promise<LearnersApiResult[]> {
  const { stack, client, key, baselineUrl, seconds, connections } = options;
  const asGuest = { 'x-api-key': key };
  const hot = '/api/v1/lessons?limit=15&offset=0';
  const read = (
    headers: Readonly<Record<string, string>>,
    pathOf: (number: number) => string,
    url = stack.url,
  ) => measureRaw({ url, headers, pathOf, seconds, connections });

  const publicLessons = await client.call(lessonEndpoints.list, {
    query: { status: 'published', limit: 100, offset: 0 },
  });
  const newest = publicLessons.lessons[0]?.id ?? 0;
  const lessonPaths = await findLessonPaths(stack.url, asGuest, newest);
  const lessonPath = (number: number) => lessonPaths[number % lessonPaths.length] ?? hot;
  const asLearner = { ...asGuest, authorization: `Bearer ${await createLearner(stack.url, client)}` };
  const [{ mainLessonId = 1, lessonTypeId = 1 } = {}] = publicLessons.lessons;
  const drafts = await createDrafts(client, { mainLessonId, lessonTypeId });
  const second = await startSecondGateway(options);
  const baselinePath = await postBytes(stack.url + hot, asGuest, baselineUrl);

  const pairs: readonly {
    name: string;
    goal: number;
    measured: () => Promise<number>;
    reference: () => Promise<number>;
  }[] = [
    {
      name: 'hot list, of the bare handler',
      goal: 0.6,
      measured: () => read(asGuest, () => hot),
      reference: () => read({}, () => baselinePath, baselineUrl),
    },
    {
      name: `${differentLessons} lessons while drafts are saved`,
      goal: 0.9,
      measured: async () =>
        (await whileDraftsAreSaved(client, drafts, () => read(asGuest, lessonPath))).result,
      reference: () => read(asGuest, lessonPath),
    },
    {
      name: 'hot list with a token',
      goal: 0.8,
      measured: () => read(asLearner, () => hot),
      reference: () => read(asGuest, () => hot),
    },
    {
      // Per second of the gateways' processor time: the client runs on the same cores.
      name: 'two gateways, of one',
      goal: 1.7,
      measured: async () => {
        const pids = [gatewayPid(stack), second.pid];
        const before = pids.map(cpuSeconds);
        const rates = await Promise.all([read(asGuest, () => hot), read(asGuest, () => hot, second.url)]);
        const used = pids.reduce((sum, pid, index) => sum + cpuSeconds(pid) - (before[index] ?? 0), 0);
        return (2 * seconds * rates.reduce((sum, rate) => sum + rate, 0)) / used;
      },
      reference: async () => {
        const before = cpuSeconds(gatewayPid(stack));
        const rate = await read(asGuest, () => hot);
        return (seconds * rate) / (cpuSeconds(gatewayPid(stack)) - before);
      },
    },
  ];
  try {
    const results: LearnersApiResult[] = [];
    for (const { name, goal, measured, reference } of pairs) {
      const rates = { measured: [] as number[], reference: [] as number[] };
      for (let round = 0; round < options.rounds; round += 1) {
        rates.reference.push(await reference());
        rates.measured.push(await measured());
      }
      const [rate, base] = [median(rates.measured), median(rates.reference)];
      results.push({ name, goal, rate: Math.round(rate), reference: Math.round(base), ratio: rate / base });
    }
    return results;
  } finally {
    second.stop();
  }
}

function gatewayPid(stack: Stack): number {
  const pid = stack.processes.find(({ name }) => name === 'gateway')?.pid;
  if (!pid) throw new Error('The gateway is not running');
  return pid;
}

/** Paths of public lessons, newest first. */
async function findLessonPaths(
  url: string,
  headers: Readonly<Record<string, string>>,
  newest: number,
): Promise<string[]> {
  const paths: string[] = [];
  for (let id = newest; id > 0 && paths.length < differentLessons; id -= 1) {
    const response = await fetch(`${url}/api/v1/lessons/${id}`, { headers });
    await response.body?.cancel();
    if (response.ok) paths.push(`/api/v1/lessons/${id}`);
  }
  return paths;
}

async function createLearner(url: string, client: ConsoleClient): Promise<string> {
  const account = { email: `bench-${Date.now()}@school.example`, password: 'correct horse battery' };
  await client.call(authRegister, {
    body: { ...account, firstName: 'Sok', lastName: 'Dara', role: 'student', isActive: true },
  });
  const response = await fetch(`${url}${authLearnerLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`The learner's sign-in answered ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

/** What Node itself sets on each response. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/** Makes the bare handler answer the same bytes: the headers and the body, Khmer included. @returns the path to read them from */
async function postBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  baselineUrl: string,
): Promise<string> {
  const product = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const productHeaders = [...product.headers].filter(([name]) => !ownHeaders.has(name));
  const response = await fetch(`${baselineUrl}/bytes`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-response-headers': JSON.stringify(Object.fromEntries(productHeaders)),
    },
    body: await product.arrayBuffer(),
  });
  return (await response.json()) as string;
}

/** Starts another gateway in front of the same services. */
async function startSecondGateway({ stack, secrets }: LearnersApiOptions) {
  const state = JSON.parse(await readFile(path.join(stack.dataDir, 'state.json'), 'utf8')) as {
    ports: Record<string, number>;
  };
  const upstreams = Object.entries(state.ports).map(([name, port]) => [
    `UPSTREAM_${name.toUpperCase()}`,
    `http://127.0.0.1:${port}`,
  ]);
  const port = await freePort();
  const gateway = startNodeProcess(path.join(repoRoot(), 'gateway/dist/server.js'), {
    ...Object.fromEntries(upstreams),
    ...secrets,
    NATS_URL: stack.natsUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    API_RATE_LIMIT: '1000000000',
    API_CALLER_RATE_LIMIT: '1000000000',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) return { url, ...gateway };
    if (attempt > 100) throw new Error('The second gateway did not become ready');
    await delay(100);
  }
}
