import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mongoose';
import { connect } from 'nats';
import { type Child, startChild } from '../process/child.ts';
import { freePort } from '../process/free-port.ts';
import { until } from '../process/until.ts';
import { removeAtEnd } from '../process/watchdog.ts';
import { fakeRepository } from './fake-apps.fixture.ts';
import { type Stack, type StackOptions, startStack } from './start-stack.ts';

const NAMES = ['content', 'gateway', 'mongod', 'nats', 'stats', 'users'];
const soon = { timeoutMs: 10_000 };

let root: string;
let lines: string[];
let stacks: Stack[];

beforeAll(async () => {
  root = await fakeRepository();
});

beforeEach(() => {
  lines = [];
  stacks = [];
});

afterEach(async () => {
  await Promise.all(stacks.map((stack) => stack.stop()));
});

async function start(options: StackOptions = {}): Promise<Stack> {
  const stack = await startStack({
    root,
    dataDir: `data-${await freePort()}`,
    port: await freePort(),
    seed: false,
    write: (line) => lines.push(line),
    backOff: { firstMs: 50, maxMs: 200, healthyMs: 5_000 },
    ...options,
  });
  stacks.push(stack);
  return stack;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function pids(stack: Stack): number[] {
  return stack.processes.flatMap(({ pid }) => pid ?? []);
}

async function settingsOf(stack: Stack, service: string): Promise<Record<string, string>> {
  return (await fetch(`${stack.url}/${service}/settings`)).json() as Promise<Record<string, string>>;
}

async function mustBe(condition: boolean, what: string): Promise<void> {
  if (!condition) throw new Error(what);
}

test('starts MongoDB, NATS, the services and the gateway; a stop leaves none of them', async () => {
  const stack = await start();
  expect(stack.processes.map(({ name }) => name).sort()).toEqual(NAMES);
  const users = await settingsOf(stack, 'users');
  const content = await settingsOf(stack, 'content');
  expect(users.MONGODB_URI).toMatch(/\/khmer-learning-users\?/);
  expect(content.MONGODB_URI).toBe(stack.databaseUri('content'));
  expect(users.INTERNAL_SECRETS).toHaveLength(43);
  expect(content.INTERNAL_SECRETS).toBe(users.INTERNAL_SECRETS);

  const running = pids(stack);
  expect(running.filter(isAlive)).toHaveLength(NAMES.length);
  await stack.stop();
  expect(running.filter(isAlive)).toEqual([]);
});

test('shows one readable line per event and keeps all of them in files', async () => {
  const stack = await start();
  expect(lines).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d users +Listening$/));
  expect(lines).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d content +A plain line$/));
  expect(lines.join('\n')).not.toContain('A detail');
  await stack.stop();
  expect(await readFile(join(stack.dataDir, 'logs/users.log'), 'utf8')).toContain('A detail');
  expect((await stat(join(stack.dataDir, 'logs/mongod.log'))).size).toBeGreaterThan(0);
});

test('starts a crashed process again, and says so', async () => {
  const stack = await start();
  const before = stack.processes.find(({ name }) => name === 'content')?.pid;
  await fetch(`${stack.url}/content/crash`);
  await until('content is back', () => settingsOf(stack, 'content'), soon);
  expect(stack.processes.find(({ name }) => name === 'content')?.pid).not.toBe(before);
  expect(lines).toContainEqual(
    expect.stringMatching(/content +ended with code 3; starting it again in 0.05 s$/),
  );

  const nats = stack.processes.find(({ name }) => name === 'nats');
  process.kill(nats?.pid ?? 0, 'SIGKILL');
  await until('NATS is back', async () => (await connect({ servers: stack.natsUrl })).close(), soon);
  expect(lines).toContainEqual(expect.stringMatching(/nats +was ended by SIGKILL; starting it again/));
});

test('keeps data and addresses from one start to the next', async () => {
  const first = await start();
  const connection = await createConnection(first.databaseUri('users')).asPromise();
  await connection.collection('people').insertOne({ name: 'Sokha' });
  await connection.close();
  const settings = await settingsOf(first, 'users');
  await first.stop();

  const second = await start({ dataDir: first.dataDir });
  expect(await settingsOf(second, 'users')).toEqual(settings);
  const again = await createConnection(second.databaseUri('users')).asPromise();
  expect(await again.collection('people').countDocuments()).toBe(1);
  await again.close();
});

test('finds its data again when somebody else has taken its inner ports', async () => {
  const first = await start();
  const connection = await createConnection(first.databaseUri('users')).asPromise();
  await connection.collection('people').insertOne({ name: 'Sokha' });
  await connection.close();
  await first.stop();

  const squatter = createServer().listen(Number(new URL(first.databaseUri('users')).port), '127.0.0.1');
  await once(squatter, 'listening');
  const second = await start({ dataDir: first.dataDir });
  expect(second.databaseUri('users')).not.toBe(first.databaseUri('users'));
  const again = await createConnection(second.databaseUri('users')).asPromise();
  expect(await again.collection('people').countDocuments()).toBe(1);
  await again.close();
  squatter.close();
});

test('two run side by side, but not on one data folder nor on one port', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect((await settingsOf(one, 'users')).MONGODB_URI).not.toBe((await settingsOf(two, 'users')).MONGODB_URI);

  await expect(start({ dataDir: one.dataDir })).rejects.toThrow(`is in use by process ${process.pid}`);
  const port = Number(new URL(one.url).port);
  await expect(start({ port })).rejects.toThrow(`Port ${port} is in use: set PORT to another`);
  expect(await settingsOf(one, 'users')).toBeDefined();
});

test('an app that is not built ends the start with what to do', async () => {
  const dataDir = join(root, `data-${await freePort()}`);
  await expect(start({ root: join(root, 'gateway'), dataDir })).rejects.toThrow(
    'services/users is not built: run `npm run build`',
  );
});

test('a service that cannot run ends the start with its name', async () => {
  const broken = await fakeRepository();
  await writeFile(join(broken, 'services/stats/dist/server.js'), 'process.exit(7)');
  await expect(start({ root: broken })).rejects.toThrow(/stats keeps ending; see .*logs\/stats\.log/);
  expect(lines).toContainEqual(expect.stringMatching(/stats +ended with code 7; starting it again/));
});

async function startInProcess(dataDir: string, port: number): Promise<{ run: Child; pids: number[] }> {
  const workspace = join(import.meta.dirname, '../..');
  const outdir = `.cache/${await freePort()}`;
  removeAtEnd(join(workspace, outdir));
  const builder = join(workspace, '../../scripts/build-node-app.mjs');
  const entry = 'src/stack/killed-stack.fixture.ts';
  await promisify(execFile)(process.execPath, [builder, '--outdir', outdir, entry], { cwd: workspace });

  const output: string[] = [];
  const run = await startChild({
    command: process.execPath,
    args: [join(workspace, outdir, 'killed-stack.fixture.js'), root, dataDir, String(port)],
    onLine: (line) => output.push(line),
  });
  await until('stack starts', () => mustBe(output.length > 0, 'nothing yet'), {
    timeoutMs: 20_000,
    giveUp: () => (run.exit === undefined ? undefined : output.join('\n')),
  });
  return { run, pids: JSON.parse(output[0] ?? '[]') as number[] };
}

test('a killed stack leaves no process, and the next start on its folder works at once', async () => {
  const dataDir = join(root, `data-${await freePort()}`);
  const port = await freePort();
  const killed = await startInProcess(dataDir, port);
  expect(killed.pids.filter(isAlive)).toHaveLength(NAMES.length);
  process.kill(killed.run.pid, 'SIGKILL');
  await killed.run.exited;

  const stack = await start({ dataDir, port });
  expect(await settingsOf(stack, 'users')).toBeDefined();
  await until('all are gone', () => mustBe(!killed.pids.some(isAlive), 'some are alive'), soon);
});

test('the next start ends what a killed stack left behind without its watchdog', async () => {
  const dataDir = join(root, `data-${await freePort()}`);
  const port = await freePort();
  const killed = await startInProcess(dataDir, port);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,comm=', '--ppid', String(killed.run.pid)]);
  const watchdog = /(\d+) sh\b/.exec(stdout)?.[1];
  process.kill(Number(watchdog), 'SIGKILL');
  process.kill(killed.run.pid, 'SIGKILL');
  await killed.run.exited;
  expect(killed.pids.filter(isAlive)).toHaveLength(NAMES.length);

  await start({ dataDir, port });
  expect(killed.pids.filter(isAlive)).toEqual([]);
  expect(lines).toContainEqual(expect.stringMatching(/stack +Ended 6 processes/));
});
