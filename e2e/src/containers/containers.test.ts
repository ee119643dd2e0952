import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  apiKeysCreate,
  authRegister,
  dashboardStatsGet,
  lessonsCreate,
  lessonsList,
  lessonTypesCreate,
  mainLessonsCreate,
  mediaUpload,
  ordersCapture,
  purchasesList,
  serviceNames,
  v1OrdersCreate,
} from '@khmer-learning/contracts';
import { type ConsoleClient, freePort, repoRoot, signInToConsole } from '@khmer-learning/local-stack';
import { createSandboxControl } from '@khmer-learning/paypal-sandbox';
import { eventually } from '@khmer-learning/test-kit';
import { generateApiKey, LearnerApp } from '../learner-app.ts';
import { type ComposeProject, createComposeProject, runDocker } from './compose-project.ts';
import { isGatewayReady, startLoadGenerator } from './load-generator.ts';

/** Runs docker-compose.yml like an operator, with the images that were just built. The steps depend on each other. */
const services = serviceNames.filter((name) => name !== 'gateway');
const statics = ['shell', 'mf-content', 'mf-quizzes', 'mf-users', 'mf-commerce'];
const own = [...serviceNames, ...statics];
const maxAddedBytes = 80_000_000;
const minuteMs = 60_000;
const testTimeoutMs = 20 * minuteMs;
const starting = { timeoutMs: 5 * minuteMs, intervalMs: 500 };
/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Several instances of every service that supports it; one of the others. */
const scale = ['content=3', ...serviceNames.filter((name) => name !== 'content').map((name) => `${name}=2`)];
const scaled = scale.flatMap((one) => ['--scale', one]);

/** The logs of all containers, to find the cause of a failure. */
const logFile = join(repoRoot(), '.cache/containers.log');

let compose: ComposeProject;
let port: number;
let admin: ConsoleClient;
let mainLessonId: number;
let lessonTypeId: number;
let pictureUrl: string;

const image = (app: string) => `khmer-learning/${app}:${process.env.VERSION ?? 'local'}`;
const sizeOf = async (name: string) =>
  Number(await runDocker('image', 'inspect', '--format', '{{.Size}}', name));
const figures = () => admin.call(dashboardStatsGet, {});
const lesson = (title: string) => ({
  mainLessonId,
  lessonTypeId,
  title,
  description: 'One of many',
  level: 'Beginner' as const,
  sections: [{ title: 'Key words', content: 'Where? [nouw-naa?] : នៅណា?' }],
});

/** The addresses of the running gateways, as seen from this host. */
async function gateways(): Promise<string[]> {
  const ids = await compose.containers('gateway');
  const ports = await Promise.all(ids.map((id) => runDocker('port', id, '8080/tcp').catch(() => '')));
  return ports
    .flatMap((text) => /^127\.0\.0\.1:(\d+)$/m.exec(text)?.[1] ?? [])
    .map((one) => `http://localhost:${one}`);
}

async function waitUntilReady(count: number): Promise<void> {
  await eventually(async () => {
    const states = await Promise.all((await gateways()).map((url) => isGatewayReady(url, '/readyz')));
    expect(states).toEqual(Array.from({ length: count }, () => true));
  }, starting);
}

/** The number of instances of a service that each gateway has discovered and calls. */
async function countReadyInstances(service: string): Promise<number[]> {
  const script = 'fetch("http://127.0.0.1:9464/metrics").then((answer) => answer.text()).then(console.log)';
  const line = new RegExp(`^upstream_instances\\{upstream="${service}",condition="ready".*? (\\d+)$`, 'm');
  const ids = await compose.containers('gateway');
  const texts = await Promise.all(ids.map((id) => runDocker('exec', id, 'node', '-e', script)));
  return texts.map((text) => Number(line.exec(text)?.[1]));
}

beforeAll(async () => {
  await mkdir(dirname(logFile), { recursive: true });
  await rm(logFile, { force: true });
  port = await freePort();
  compose = await createComposeProject({
    // Several gateways use a range of ports.
    GATEWAY_PORT: `${port}-${port + 1}`,
    PUBLIC_URL: `http://localhost:${port}`,
    ADMIN_EMAIL: 'admin@khmer-learning.example',
  });
});
afterAll(async () => {
  await appendFile(logFile, (await compose?.run('logs', '--no-color', ...serviceNames)) ?? '');
  await compose?.down();
}, 5 * minuteMs);

it('adds little to the base image', async () => {
  const text = await readFile(join(repoRoot(), 'Dockerfile'), 'utf8');
  const version = /^ARG NODE_VERSION=(\S+)$/m.exec(text)?.[1];
  const base = await sizeOf(`node:${version}-bookworm-slim`);
  for (const app of serviceNames) {
    const added = (await sizeOf(image(app))) - base;
    console.log(`${image(app)} adds ${(added / 1e6).toFixed(1)} MB`);
    expect([app, added < maxAddedBytes]).toEqual([app, true]);
  }
});

it(
  'starts with the secrets that make-secrets has made, and becomes ready',
  async () => {
    await compose.run('run', '--rm', 'make-secrets');
    await compose.run('up', '--detach', '--no-build');
    await waitUntilReady(1);
  },
  testTimeoutMs,
);

it(
  'runs without root, capabilities or a file system that could be written',
  async () => {
    const script = 'id -u; grep CapEff /proc/self/status; touch /probe /app/probe 2>&1';
    for (const app of own)
      for (const id of await compose.containers(app)) {
        const seen = await runDocker('exec', id, 'sh', '-c', `${script} || true`);
        const [user, capabilities, ...refusals] = seen.split('\n');
        expect([app, user === '0', capabilities]).toEqual([app, false, 'CapEff:\t0000000000000000']);
        expect(refusals.filter((line) => line.includes('Read-only file system'))).not.toEqual([]);
        expect(await runDocker('exec', id, 'sh', '-c', 'ls /probe 2>/dev/null || true')).toBe('');
      }
  },
  testTimeoutMs,
);

it(
  'lets an admin in at the published port, counts a lesson and keeps a picture',
  async () => {
    const password = (await readFile(join(compose.folder, 'deploy/secrets/admin_password'), 'utf8')).trim();
    const url = `http://localhost:${port}`;
    admin = await signInToConsole(url, { email: 'admin@khmer-learning.example', password });
    const form = new FormData();
    form.append('file', new File([picture], 'cover.png', { type: 'image/png' }));
    const uploaded = await fetch(url + mediaUpload.path, {
      method: 'POST',
      headers: admin.headers,
      body: form,
    });
    expect([uploaded.status, await uploaded.clone().text()]).toEqual([201, expect.any(String)]);
    const { data } = mediaUpload.response.parse(await uploaded.json());
    pictureUrl = data.url;
    const paid = { title: 'Greetings', description: 'The first words', imageCover: data.filename };
    mainLessonId = (
      await admin.call(mainLessonsCreate, { body: { ...paid, free: false, price: 499, status: 'published' } })
    ).id;
    lessonTypeId = (await admin.call(lessonTypesCreate, { body: { title: 'Vocabulary', icon: '📖' } })).id;
    await admin.call(lessonsCreate, { body: lesson('Where?') });
    await eventually(async () =>
      expect(await figures()).toMatchObject({ totalMainLessons: 1, totalLessons: 1 }),
    );
    expect((await fetch(url + pictureUrl)).headers.get('content-type')).toBe('image/png');
  },
  testTimeoutMs,
);

it(
  'sells a main lesson through the sandbox',
  async () => {
    const key = generateApiKey();
    await admin.call(apiKeysCreate, { body: { key } });
    const learner = new LearnerApp(`http://localhost:${port}`, key);
    const account = { email: 'nary@khmer-learning.example', password: 'learns-at-night-2026' };
    await admin.call(authRegister, {
      body: { firstName: 'Nary', lastName: 'Sim', role: 'student', ...account },
    });
    await learner.signIn(account);
    const { data } = await eventually(
      () => learner.call(v1OrdersCreate, { body: { mainLessonId } }),
      starting,
    );
    await createSandboxControl('http://127.0.0.1:8090').decide(data.id, 'approve');
    expect(await admin.call(ordersCapture, { params: { token: data.id } })).toMatchObject({
      status: 'COMPLETED',
    });
    const { data: purchases } = await admin.call(purchasesList, { query: { search: 'nary@' } });
    expect(purchases).toEqual([expect.objectContaining({ paymentStatus: 'completed' })]);
  },
  testTimeoutMs,
);

it(
  'finds several of each by the DNS of its network',
  async () => {
    await compose.run('up', '--detach', '--no-build', '--no-recreate', ...scaled);
    await waitUntilReady(2);
    await eventually(async () => {
      expect(await countReadyInstances('content')).toEqual([3, 3]);
      for (const name of services.filter((one) => one !== 'content'))
        expect([name, await countReadyInstances(name)]).toEqual([name, [2, 2]]);
    }, starting);
  },
  testTimeoutMs,
);

it(
  'fails no call while each container is replaced, one after another',
  async () => {
    const before = (await figures()).totalLessons;
    let running = await gateways();
    let calls = 0;
    let saved = 0;
    const load = startLoadGenerator(
      () => running,
      5,
      async (gateway) => {
        calls += 1;
        const saves = calls % 10 === 0;
        const answer = await fetch(
          gateway + (saves ? lessonsCreate.path : `${lessonsList.path}?limit=3`),
          saves
            ? {
                method: 'POST',
                headers: { ...admin.headers, 'content-type': 'application/json' },
                body: JSON.stringify(lesson(`Under load ${calls}`)),
              }
            : { headers: admin.headers },
        );
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
        if (saves) saved += 1;
      },
    );
    const steps: string[] = [];
    for (const name of [...own, 'nats'])
      for (const id of await compose.containers(name)) {
        steps.push(`${new Date().toISOString()} ${name} is replaced`);
        await runDocker('stop', id);
        await appendFile(logFile, await runDocker('logs', id));
        await runDocker('rm', id);
        await compose.run('up', '--detach', '--no-build', '--no-deps', '--no-recreate', ...scaled, name);
        running = await gateways();
        await waitUntilReady(2);
        if (services.some((service) => service === name))
          await eventually(async () => {
            const count = name === 'content' ? 3 : 2;
            expect([name, await countReadyInstances(name)]).toEqual([name, [count, count]]);
          }, starting);
      }
    const { sent, failures } = await load.stop();
    console.log(`${sent} calls while ${own.length + 1} services were replaced`);
    expect(failures.length === 0 ? [] : [...steps, ...failures].sort()).toEqual([]);
    await eventually(async () => expect((await figures()).totalLessons).toBe(before + saved), starting);
  },
  2 * testTimeoutMs,
);

it(
  'is backed up while it runs, and restored into empty volumes',
  async () => {
    const before = await figures();
    await compose.run('run', '--rm', 'backup', 'dist/backup.js', '/backups/today');
    await compose.run('stop', ...serviceNames);
    const [mongo] = await compose.containers('mongo');
    const project = await runDocker(
      'inspect',
      '--format',
      '{{index .Config.Labels "com.docker.compose.project"}}',
      mongo ?? '',
    );
    await compose.run('rm', '--stop', '--force', 'mongo', 'nats');
    await runDocker('volume', 'rm', `${project}_mongo`, `${project}_nats`);
    const servers = ['mongo', 'nats', 'storage', 'prepare-database', 'prepare-nats', 'prepare-bucket'];
    await compose.run('up', '--detach', '--no-build', ...servers);
    await eventually(
      () => compose.run('run', '--rm', 'backup', 'dist/restore.js', '/backups/today'),
      starting,
    );
    await compose.run('up', '--detach', '--no-build', ...scaled);
    await waitUntilReady(2);
    const [url] = await gateways();
    await eventually(async () => expect(await figures()).toEqual(before), starting);
    expect((await fetch(`${url}${pictureUrl}`)).status).toBe(200);
  },
  testTimeoutMs,
);
