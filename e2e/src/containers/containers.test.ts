import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import {
  apiKeysCreate,
  authRegister,
  dashboardStatsGet,
  lessons,
  lessonTypes,
  mainLessons,
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
import {
  type ComposeProject,
  createComposeProject,
  documentedCommands,
  nodeImage,
  runDocker,
} from './compose-project.ts';
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
/** The number of instances in the tests with several. */
const replicas = (name: string) => (name === 'content' ? 3 : 2);

/** The logs of all containers, to find the cause of a failure. */
const logFile = join(repoRoot(), '.cache/containers.log');

let compose: ComposeProject;
let port: number;
let tlsPort: number;
/** The documented commands that have not run. */
let remaining: string[];
let documented: readonly string[];
let admin: ConsoleClient;
let mainLessonId: number;
let lessonTypeId: number;
let pictureUrl: string;

const image = (app: string) => `khmer-learning/${app}:${process.env.VERSION ?? 'local'}`;
const sizeOf = async (name: string) =>
  Number(await runDocker('image', 'inspect', '--format', '{{.Size}}', name));

/** Runs the documented command that is, or else begins with, some words, exactly as it is written. @returns its output */
async function runDocumented(start: string): Promise<string> {
  const exact = documented.filter((command) => command === start);
  const found = exact.length > 0 ? exact : documented.filter((command) => command.startsWith(start));
  expect([start, found]).toEqual([start, [expect.any(String)]]);
  const [command = ''] = found;
  const output = await compose.run(command);
  remaining = remaining.filter((one) => one !== command);
  return output;
}

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

/** The number of instances of each service that each gateway has discovered and calls. */
async function countReadyInstances(): Promise<Record<string, number>[]> {
  const script = 'fetch("http://127.0.0.1:9464/metrics").then((answer) => answer.text()).then(console.log)';
  const lines = /^upstream_instances\{upstream="([a-z]+)",condition="ready".*? (\d+)$/gm;
  const ids = await compose.containers('gateway');
  const texts = await Promise.all(ids.map((id) => runDocker('exec', id, 'node', '-e', script)));
  return texts.map((text) =>
    Object.fromEntries([...text.matchAll(lines)].map(([, name, count]) => [name, Number(count)])),
  );
}

/** Waits until both gateways call every instance of every service. */
async function waitUntilAllCalled(): Promise<void> {
  const all = Object.fromEntries(services.map((name) => [name, replicas(name)]));
  await eventually(async () => expect(await countReadyInstances()).toEqual([all, all]), starting);
}

beforeAll(async () => {
  await mkdir(dirname(logFile), { recursive: true });
  await rm(logFile, { force: true });
  documented = await documentedCommands();
  remaining = [...documented];
  [port, tlsPort] = [await freePort(), await freePort()];
  compose = await createComposeProject({ tlsPort });
});
afterAll(async () => {
  await appendFile(logFile, (await compose?.run('docker compose logs --no-color').catch(String)) ?? '');
  await compose?.down();
}, 5 * minuteMs);

it('adds little to the base image', async () => {
  const base = await sizeOf(await nodeImage());
  for (const app of serviceNames) {
    const added = (await sizeOf(image(app))) - base;
    console.log(`${image(app)} adds ${(added / 1e6).toFixed(1)} MB`);
    expect([app, added < maxAddedBytes]).toEqual([app, true]);
  }
});

it(
  'starts with the documented commands, and becomes ready',
  async () => {
    await runDocumented('docker compose version');
    await runDocumented('cp deploy/example.env .env');
    await compose.set({
      // Several gateways use a range of ports.
      GATEWAY_PORT: `${port}-${port + 1}`,
      PUBLIC_URL: `http://localhost:${port}`,
    });
    await runDocumented('printf ');
    await runDocumented('mkdir ');
    await runDocumented('docker compose run --rm --build make-secrets');
    await runDocumented('docker compose up --build --detach');
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
  'limits the log, processes, privileges and written files of every container',
  async () => {
    const ids = await compose.containers();
    expect(ids.length).toBeGreaterThan(own.length);
    for (const id of ids) {
      const [{ Name, HostConfig }] = JSON.parse(await runDocker('inspect', id));
      expect([Name, HostConfig]).toEqual([
        Name,
        expect.objectContaining({
          ReadonlyRootfs: true,
          SecurityOpt: ['no-new-privileges:true'],
          PidsLimit: expect.any(Number),
          LogConfig: { Type: 'json-file', Config: { 'max-file': '3', 'max-size': '10m' } },
        }),
      ]);
      expect(HostConfig.PidsLimit).toBeGreaterThan(0);
      expect(HostConfig.Memory).toBeGreaterThan(0);
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
      await admin.call(mainLessons.create, {
        body: { ...paid, free: false, price: 499, status: 'published' },
      })
    ).id;
    lessonTypeId = (await admin.call(lessonTypes.create, { body: { title: 'Vocabulary', icon: '📖' } })).id;
    await admin.call(lessons.create, { body: lesson('Where?') });
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
    await runDocumented('cat deploy/sandbox.env');
    await waitUntilReady(1);
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
  'adds several of each without replacing a container, and finds them by the DNS of its network',
  async () => {
    const before = await compose.containers();
    await compose.set(
      Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_REPLICAS`, `${replicas(name)}`])),
    );
    await runDocumented('docker compose up --detach');
    expect(await compose.containers()).toEqual(expect.arrayContaining(before));
    await waitUntilReady(2);
    await waitUntilAllCalled();
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
          gateway + (saves ? lessons.create.path : `${lessons.list.path}?limit=3`),
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
        await compose.run(`docker compose up --detach --no-deps --no-recreate ${name}`);
        running = await gateways();
        await waitUntilReady(2);
        await waitUntilAllCalled();
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
    await runDocumented('docker compose run --rm backup dist/backup.js');
    await runDocumented('docker compose stop');
    await runDocumented('docker compose rm');
    await runDocumented('docker compose up --detach mongo');
    await runDocumented('docker compose run --rm backup dist/restore.js');
    await runDocumented('docker compose up --detach');
    await waitUntilReady(2);
    const [url] = await gateways();
    await eventually(async () => expect(await figures()).toEqual(before), starting);
    expect((await fetch(`${url}${pictureUrl}`)).status).toBe(200);
  },
  testTimeoutMs,
);

it(
  'repairs with the documented commands what keeps running',
  async () => {
    const before = await figures();
    const secrets = await runDocumented('docker compose run --rm --build make-secrets && ');
    expect(secrets).not.toMatch(/(created|updated) \/secrets/);
    await runDocumented('docker compose kill nats');
    await runDocumented('docker compose run --rm prepare-database');
    await waitUntilReady(2);
    await runDocumented('docker compose exec content');
    await runDocumented('docker compose exec stats');
    await eventually(async () => expect(await figures()).toEqual(before), starting);
  },
  testTimeoutMs,
);

it(
  'answers over TLS for the host of its public address',
  async () => {
    await compose.set({
      PUBLIC_URL: 'https://localhost',
      TRUST_PROXY: 'uniquelocal',
      COMPOSE_PROFILES: 'tls,sandbox',
    });
    await runDocumented('docker compose up --detach');
    await waitUntilReady(2);
    const status = await eventually(
      () =>
        new Promise<string>((resolve, reject) => {
          // Caddy signs a certificate for this host by itself.
          const options = {
            host: '127.0.0.1',
            port: tlsPort,
            servername: 'localhost',
            rejectUnauthorized: false,
          };
          request({ ...options, headers: { host: 'localhost' } }, (answer) => {
            answer.resume();
            resolve(`${answer.statusCode} ${answer.headers['strict-transport-security']}`);
          })
            .on('error', reject)
            .end();
        }),
      starting,
    );
    expect(status).toMatch(/^200 max-age=/);
  },
  testTimeoutMs,
);

it('has run every documented command', () => expect(remaining).toEqual([]));
