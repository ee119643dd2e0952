import { once } from 'node:events';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { connect } from 'nats';
import { waitFor } from '../process/wait-for.ts';
import {
  createFakeRepository,
  fetchSettings,
  isProcessAlive,
  pidsOf,
  processNames,
  startFakeStack,
} from './fake-stack.fixture.ts';
import type { Stack } from './start-stack.ts';

const soon = { timeoutMs: 60_000 };

describe('a running stack', () => {
  let stack: Stack;
  let lines: string[];

  beforeAll(async () => {
    Object.assign(process.env, { REMOTES: 'registry.json', INIT_CWD: '/school' });
    ({ stack, lines } = await startFakeStack());
    delete process.env.REMOTES;
  });

  afterAll(() => stack.stop());

  const pidOf = (name: string) => stack.processes.find((process) => process.name === name)?.pid;

  test('has MongoDB, NATS, every service and the gateway, which share addresses and secrets', async () => {
    expect(stack.processes.map(({ name }) => name).sort()).toEqual(processNames);
    const users = await fetchSettings(stack, 'users');
    const content = await fetchSettings(stack, 'content');
    expect(users.MONGODB_URI).toMatch(/\/khmer-learning-users\?/);
    expect(content.MONGODB_URI).toBe(stack.databaseUri('content'));
    expect(users.INTERNAL_PUBLIC_KEYS).toHaveLength(60);
    expect(content.INTERNAL_PUBLIC_KEYS).toBe(users.INTERNAL_PUBLIC_KEYS);
    expect(content).not.toHaveProperty('INTERNAL_PRIVATE_KEY');
    expect(new URL(content.NATS_URL ?? '').username).toBe('content');
  });

  test('reads the registry of remotes that the caller has named', async () => {
    expect(await (await fetch(`${stack.url}/registry`)).text()).toBe('/school/registry.json');
  });

  test('has a PayPal sandbox that only the commerce service is configured for', async () => {
    const paypal = (await (await fetch(`${stack.paypalUrl}/settings`)).json()) as Record<string, string>;
    const port = new URL(stack.url).port;
    expect(paypal.PAYPAL_WEBHOOK_URL).toBe(`http://localhost:${port}/api/payments/webhook`);
    expect(paypal.PAYPAL_DATA_DIR).toBe(join(stack.dataDir, 'paypal'));
    const commerce = await fetchSettings(stack, 'commerce');
    expect(commerce.PAYPAL_BASE_URL).toBe(stack.paypalUrl);
    for (const name of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID']) {
      expect(commerce[name]).toBeTruthy();
      expect(paypal[name]).toBe(commerce[name]);
    }
    expect(await fetchSettings(stack, 'content')).not.toHaveProperty('PAYPAL_CLIENT_SECRET');
  });

  test('shows one readable line per event, and keeps the details in files', async () => {
    expect(lines).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d users +Listening$/));
    expect(lines).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d content +A plain line$/));
    expect(lines.join('\n')).not.toContain('A detail');
    const log = join(stack.dataDir, 'logs/users.log');
    await waitFor(
      'log is written',
      async () => expect(await readFile(log, 'utf8')).toContain('A detail'),
      soon,
    );
    expect((await stat(join(stack.dataDir, 'logs/mongod.log'))).size).toBeGreaterThan(0);
  });

  test('restarts a crashed service and logs it', async () => {
    const before = pidOf('content');
    await fetch(`${stack.url}/content/crash`);
    await waitFor('content is back', () => fetchSettings(stack, 'content'), soon);
    expect(pidOf('content')).not.toBe(before);
    expect(lines).toContainEqual(expect.stringMatching(/content +ended with code 3; restarting in 0.05 s$/));
  });

  test('restarts a crashed NATS', async () => {
    process.kill(pidOf('nats') ?? 0, 'SIGKILL');
    await waitFor('NATS is back', async () => (await connect({ servers: stack.natsUrl })).close(), soon);
    expect(lines).toContainEqual(expect.stringMatching(/nats +was killed by SIGKILL; restarting/));
  });

  test('restarts one process on request', async () => {
    const before = pidOf('users');
    await stack.restart('users');
    await waitFor('users is back', () => fetchSettings(stack, 'users'), soon);
    expect(pidOf('users')).not.toBe(before);
    expect(lines.join('\n')).not.toMatch(/users +(ended|was killed)/);
  });

  test('locks its data folder and its port', async () => {
    await expect(startFakeStack({ dataDir: stack.dataDir })).rejects.toThrow(
      `is in use by process ${process.pid}`,
    );
    const port = Number(new URL(stack.url).port);
    await expect(startFakeStack({ port })).rejects.toThrow(`Port ${port} is in use: set PORT to another`);
    expect(await fetchSettings(stack, 'users')).toBeDefined();
  });

  deep.it('allows a second stack at the same time', async () => {
    const other = await startFakeStack();
    expect((await fetchSettings(other.stack, 'users')).MONGODB_URI).not.toBe(stack.databaseUri('users'));
    await other.stack.stop();
    expect(await fetchSettings(stack, 'users')).toBeDefined();
  });
});

deep.it('a configured PayPal replaces the sandbox', async () => {
  const env = { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com', PAYPAL_CLIENT_ID: 'shop' };
  const { stack } = await startFakeStack({ env });
  expect(stack.processes.map(({ name }) => name)).not.toContain('paypal');
  expect(stack.paypalUrl).toBeUndefined();
  expect(await fetchSettings(stack, 'commerce')).toMatchObject(env);
  await stack.stop();
});

async function insertRow(stack: Stack, name: string): Promise<void> {
  const connection = await createConnection(stack.databaseUri('users')).asPromise();
  await connection.collection('people').insertOne({ name });
  await connection.close();
}

async function readRows(stack: Stack): Promise<unknown[]> {
  const connection = await createConnection(stack.databaseUri('users')).asPromise();
  const people = await connection.collection('people').find().toArray();
  await connection.close();
  return people.map(({ name }) => name);
}

test('a stop leaves no process, and the next start has the same data and addresses', async () => {
  const { stack: first } = await startFakeStack();
  await insertRow(first, 'Sokha');
  const settings = await fetchSettings(first, 'users');
  const pids = pidsOf(first);
  await first.stop();
  expect(pids).toHaveLength(processNames.length);
  expect(pids.filter(isProcessAlive)).toEqual([]);

  const { stack: second } = await startFakeStack({ dataDir: first.dataDir });
  expect(await fetchSettings(second, 'users')).toEqual(settings);
  expect(await readRows(second)).toEqual(['Sokha']);
  await second.stop();
});

deep.it('the data is kept when another process uses an internal port', async () => {
  const { stack: first } = await startFakeStack();
  await insertRow(first, 'Sokha');
  await first.stop();

  const portOccupant = createServer().listen(Number(new URL(first.databaseUri('users')).port), '127.0.0.1');
  await once(portOccupant, 'listening');
  const { stack: second } = await startFakeStack({ dataDir: first.dataDir });
  expect(second.databaseUri('users')).not.toBe(first.databaseUri('users'));
  expect(await readRows(second)).toEqual(['Sokha']);
  await second.stop();
  portOccupant.close();
});

test('databases of another MongoDB version are not opened, and the error explains why', async () => {
  const root = await createFakeRepository();
  await mkdir(join(root, 'data/mongo'), { recursive: true });
  await writeFile(join(root, 'data/mongo/written-by'), '3.2');
  await expect(startFakeStack({ root })).rejects.toThrow('was written by MongoDB 3.2');
});

test('an app that is not built aborts the start with instructions', async () => {
  const root = await createFakeRepository();
  await rm(join(root, 'services/users/dist'), { recursive: true });
  await expect(startFakeStack({ root })).rejects.toThrow('services/users is not built: run `npm run build`');
});

deep.it('a service that keeps crashing aborts the start with its name', async () => {
  const root = await createFakeRepository();
  await writeFile(join(root, 'services/stats/dist/server.js'), 'process.exit(7)');
  await expect(startFakeStack({ root })).rejects.toThrow(/stats keeps crashing; see .*logs\/stats\.log/);
});

test('a setting that a process rejects ends the start at once, with the reason and no restart', async () => {
  const lines: string[] = [];
  const failed = startFakeStack({
    env: { ADMIN_PASSWORD: 'school-head' },
    backOff: { firstMs: 5_000, maxMs: 5_000, healthyMs: 60_000 },
    write: (line) => lines.push(line),
  });
  await expect(failed).rejects.toThrow(
    'Invalid settings:\n  ADMIN_PASSWORD: Password must not be based on the name',
  );
  expect(lines.filter((line) => / restarted$/.test(line))).toEqual([]);
});
