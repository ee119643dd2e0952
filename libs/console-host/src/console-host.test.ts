import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, endpoints, lessons } from '@khmer-learning/contracts';
import type { DevHost } from '@khmer-learning/remote-build/dev-host';
import { startConsoleHost } from './console-host.ts';
import type { RecordedAnswers } from './school-answers.ts';

const school = join(import.meta.dirname, '../school');
let recorded: RecordedAnswers;
let folder: string;
let local: Server;
let host: DevHost;

const write = async (file: string, body: unknown) => {
  await mkdir(join(folder, file, '..'), { recursive: true });
  await writeFile(join(folder, file), JSON.stringify(body));
};
const get = async (path: string): Promise<unknown> => (await fetch(`${host.url}${path}`)).json();

beforeAll(async () => {
  recorded = JSON.parse(await readFile(join(school, 'answers.json'), 'utf8'));
  folder = await mkdtemp(join(tmpdir(), 'console-host-'));
  await write('shell/index.html', {});
  for (const name of ['content', 'quizzes'])
    await write(`${name}/remote-manifest.json`, { name, version: '1' });
  await write('secret.json', 'secret');
  await write('fixtures/api/games.json', { games: [{ id: 1 }, { id: 2 }], total: 2 });
  await write('fixtures/api/lessons/2.json', { title: 'Ours' });
  await write('fixtures/api/lessons.POST.json', { id: 99 });
  local = createServer((_request, response) => response.end('{"name":"quizzes","version":"2"}'));
  await new Promise<void>((done) => local.listen(0, '127.0.0.1', done));
  host = await startConsoleHost({
    shell: join(folder, 'shell'),
    remotes: [`http://127.0.0.1:${(local.address() as AddressInfo).port}/mf-manifest.json`],
    folders: [join(folder, 'content'), join(folder, 'quizzes')],
    fixtures: join(folder, 'fixtures'),
    uploads: join(school, 'uploads'),
    port: 0,
    recorded,
  });
});
afterAll(async () => {
  await host.stop();
  await new Promise((done) => local.close(done));
  await rm(folder, { recursive: true });
});

/** The endpoint of a recorded answer; one without parameters comes first. */
function endpointOf(path: string): Endpoint | undefined {
  const isMatch = ({ path: pattern }: Endpoint) =>
    new RegExp(`^${pattern.replace(/:\w+/g, '\\d+')}$`).test(path);
  return endpoints.find((one) => one.method === 'GET' && isMatch(one));
}

it('has recorded what the contracts still say', () => {
  const wrong = Object.entries(recorded).filter(
    ([path, body]) => endpointOf(path)?.response.safeParse(body).success !== true,
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

it('lists the remotes of its folders, and instead of one that of the developer', async () => {
  const listed = (await get('/remotes.json')) as {
    remotes: { name: string; entry: string; manifest: object }[];
  };
  expect(listed).toMatchObject({
    remotes: [
      { name: 'content', entry: '/remotes/content/mf-manifest.json', manifest: { version: '1' } },
      { name: 'quizzes', entry: expect.stringContaining('http://127.0.0.1'), manifest: { version: '2' } },
    ],
    problems: [],
  });
  expect(await get('/remotes/content/remote-manifest.json')).toEqual({ name: 'content', version: '1' });
  for (const path of ['/remotes/content/..%2fsecret.json', '/uploads/..%2f..%2fpackage.json'])
    expect(await (await fetch(`${host.url}${path}`)).text()).not.toMatch(/secret|console-host/);
});

it('answers from the demo school: lists that are searched, filtered and paged, items, and files', async () => {
  const page = lessons.list.response.parse(await get('/api/lessons?limit=2&offset=1&level=Advanced'));
  expect(page).toMatchObject({ total: 2, lessons: [{ level: 'Advanced', title: 'At the office' }] });
  const found = lessons.list.response.parse(await get('/api/lessons?search=doctor&limit=20'));
  expect(found).toMatchObject({ total: 1, lessons: [{ title: 'At the doctor' }] });
  expect(await get('/api/lessons/1')).toMatchObject({ id: 1, title: 'Greetings' });
  expect(lessons.get.response.parse(await get('/api/lessons/4000'))).toMatchObject({ id: 4000 });
  const types = (await get('/api/lesson-type')) as { iconUrl: string | null }[];
  const icon = types.find(({ iconUrl }) => iconUrl !== null)?.iconUrl ?? '';
  expect((await fetch(`${host.url}${icon}`)).headers.get('content-type')).toBe('image/svg+xml');
});

it('answers with the files of a team first, also calls that no contract has', async () => {
  expect(await get('/api/games?limit=1&offset=1')).toEqual({ games: [{ id: 2 }], total: 2 });
  expect(await get('/api/lessons/2')).toEqual({ title: 'Ours' });
  const created = await fetch(`${host.url}/api/lessons`, { method: 'POST', body: '{}' });
  expect([created.status, await created.json()]).toEqual([201, { id: 99 }]);
  expect((await fetch(`${host.url}/api/..%2f..%2fsecret`)).status).toBe(404);
});
