import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStateFile } from '../data-dir/state-file.ts';
import { removeFolderOnExit } from '../process/watchdog.ts';
import { seedOnce } from './seed-once.ts';

/** A fake gateway of a school with lessons; its sign-in returns the given statuses, then 200. */
let gateway: Server;
let signIns: number[];
let signInRequests: number;
let slowListMs: number;
/** When the lists were asked for and answered. */
let listTimes: number[];
const lists: Readonly<Record<string, unknown>> = {
  '/api/main-lessons': { mainLessons: [{}] },
  '/api/lesson-type': [],
  '/api/lessons': { lessons: [] },
};

beforeEach(async () => {
  signInRequests = 0;
  signIns = [];
  slowListMs = 0;
  listTimes = [];
  gateway = createServer((request, response) => {
    const list = lists[request.url ?? ''];
    if (list !== undefined) {
      listTimes.push(performance.now());
      setTimeout(() => {
        listTimes.push(performance.now());
        response.end(JSON.stringify(list));
      }, slowListMs);
      return;
    }
    signInRequests += 1;
    response.writeHead(signIns.shift() ?? 200).end('{}');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

async function seed(): Promise<{ outcome: string | undefined; loggedMessages: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'khmer-learning-seed-'));
  removeFolderOnExit(dataDir);
  const stateFile = await openStateFile(dataDir);
  const loggedMessages: string[] = [];
  const log = {
    lineWriter: () => () => undefined,
    info: (_name: string, text: string) => void loggedMessages.push(text),
    close: async () => undefined,
  };
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const admin = { email: 'admin@khmer.local', password: 'learn-khmer-2026' };
  const target = { root: dataDir, url, admin, stateFile, log, paypalUrl: undefined, signal: undefined };
  await (await seedOnce(target)).rest;
  return { outcome: stateFile.state.seed, loggedMessages };
}

test('demo data is written after initial time-outs on a busy machine', async () => {
  signIns = [504, 503];
  expect(await seed()).toEqual({ outcome: 'done', loggedMessages: [] });
  expect(signInRequests).toBe(3);
});

test('the seed leaves a busy machine to others for as long as a slow call has taken', async () => {
  slowListMs = 300;
  await seed();
  const [, firstAnswered = 0, secondAsked = 0] = listTimes;
  expect(secondAsked - firstAnswered).toBeGreaterThan(200);
});

test('a rejected seed is reported immediately and retried on the next start', async () => {
  signIns = [401];
  const { outcome, loggedMessages } = await seed();
  expect([outcome, signInRequests]).toEqual([undefined, 1]);
  expect(loggedMessages).toEqual([expect.stringContaining('POST /api/auth/admin answered 401')]);
});
