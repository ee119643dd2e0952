import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from './build-client.ts';

/** An app in a folder outside the repository that installs the packed client without a network. */
const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, '../..');
const compiler = join(packageFolder, '../../node_modules/typescript/bin/tsc');

/** Runs npm in the app's folder, without what an npm that runs this test has set. */
const npm = (...args: string[]) =>
  run('npm', [...args, '--silent'], {
    cwd: app,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
    shell: process.platform === 'win32',
  });

let app: string;
let readmeSource: string;
let school: Server;
let baseUrl: string;

const source = `
import { createClient, KhmerLearningApiError, paginate } from '@khmer-learning/client';
import type { Learner, Lesson } from '@khmer-learning/client';

declare const console: { log(...values: unknown[]): void };
declare const baseUrl: string;

const client = createClient({ baseUrl, apiKey: 'khmer_key', storage: {
  getItem: async (_key: string) => null,
  setItem: async (_key: string, _value: string) => undefined,
  removeItem: async (_key: string) => undefined,
} });

export async function show(id: number): Promise<void> {
  try {
    const lesson: Lesson = await client.lessons.get({ id });
    for (const { english, khmer } of lesson.sections.flatMap(({ items }) => items)) console.log(english, khmer);
    const { user }: { user: Learner } = await client.auth.login({ email: 'a@b.example', password: 'secret' });
    const { passed } = await client.quizzes.submit({ id: 9, answers: [{ questionId: 1, selectedAnswer: user.name }] });
    for await (const { title } of paginate(client.lessons.list, { level: 'Beginner' })) console.log(title, passed);
  } catch (error) {
    if (error instanceof KhmerLearningApiError && error.status === 404) console.log(error.code, error.retryAfter);
    throw error;
  }
}
`;

/** Each line is a mistake that the types find. */
const mistakes = `
import { createClient, paginate } from '@khmer-learning/client';
const client = createClient({ baseUrl: '', apiKey: '' });
// @ts-expect-error an id is a number
void client.lessons.get({ id: '4' });
// @ts-expect-error the id is missing
void client.quizzes.submit({ answers: [] });
// @ts-expect-error there is no such level
void client.lessons.list({ level: 'Expert' });
// @ts-expect-error there is no such field
void client.lessons.get({ id: 4 }).then((lesson) => lesson.answer);
// @ts-expect-error a single lesson has no pages
void paginate(client.lessons.get, { id: 4 });
// @ts-expect-error it takes nothing
void client.stats({ id: 4 });
// @ts-expect-error the key is missing
createClient({ baseUrl: '' });
`;

const program = `
async function main() {
  const client = createClient({ baseUrl: process.argv[2], apiKey: 'khmer_key' });
  const titles = [];
  for await (const { title } of paginate(client.lessons.list, {})) titles.push(title);
  const error = await client.lessons.get({ id: 1 }).catch((error) => error);
  console.log(JSON.stringify([titles, error instanceof KhmerLearningApiError, error.code]));
}
main();
`;

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'app-'));
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  readmeSource = `declare const email: string, password: string;\n${code}`;
  const built = join(app, 'built');
  await buildClient(packageFolder, built);
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'an-app', private: true }));
  const { stdout } = await npm('pack', built, '--pack-destination', app);
  await npm('install', '--offline', '--no-audit', '--no-fund', join(app, stdout.trim()));
  school = createServer(({ url, headers }, response) => {
    const isList = url?.startsWith('/api/v1/lessons?') || url === '/api/v1/lessons';
    const hasKey = headers['x-api-key'] === 'khmer_key';
    const page = url?.includes('cursor=2')
      ? { data: [{ title: 'Two' }], total: 2 }
      : { data: [{ title: 'One' }], total: 2, nextCursor: '2' };
    response.statusCode = isList && hasKey ? 200 : 404;
    response.end(JSON.stringify(isList ? { success: true, ...page } : { message: 'No', code: 'not_found' }));
  });
  await new Promise<void>((done) => school.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(school.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((done) => school.close(done));
  await rm(app, { recursive: true });
});

it('installs the client alone: no dependencies, no contracts, no zod', async () => {
  const modules = join(app, 'node_modules');
  const installed = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  expect([installed, await readdir(join(modules, '@khmer-learning'))]).toEqual([
    ['@khmer-learning'],
    ['client'],
  ]);
  const folder = join(modules, '@khmer-learning/client');
  expect((await readdir(folder)).sort()).toEqual([
    'LICENSE-ts-fsrs',
    'README.md',
    'cjs',
    'esm',
    'package.json',
  ]);
  for (const format of ['esm', 'cjs'])
    expect(await readFile(join(folder, format, 'index.js'), 'utf8')).not.toMatch(
      /zod|node:|process\.|\bURL\b|structuredClone|localStorage/,
    );
});

it.each([
  ['an ES module in Node', 'node16', 'app.mts', ['ES2022']],
  ['a CommonJS module in Node', 'node16', 'app.cts', ['ES2022']],
  ['a bundler, with the types of a browser', 'bundler', 'app.ts', ['ES2022', 'DOM']],
])('has types for strict projects: %s', async (_name, resolution, file, lib) => {
  const folder = join(app, `types-${resolution}-${file}`);
  await mkdir(folder);
  await writeFile(join(folder, file), source);
  await writeFile(join(folder, `mistakes-${file}`), mistakes);
  await writeFile(join(folder, `readme-${file}`), readmeSource);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
    lib,
    target: 'ES2022',
    module: resolution === 'node16' ? 'node16' : 'esnext',
    moduleResolution: resolution,
  };
  // The program of the README uses what browsers have.
  const files = [file, `mistakes-${file}`, ...(lib.includes('DOM') ? [`readme-${file}`] : [])];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const said = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(said.stdout).toBe('');
});

it.each([
  ['app.mjs', "import { createClient, KhmerLearningApiError, paginate } from '@khmer-learning/client';"],
  ['app.cjs', "const { createClient, KhmerLearningApiError, paginate } = require('@khmer-learning/client');"],
])('runs in Node: %s', async (file, imports) => {
  await writeFile(join(app, file), imports + program);
  const { stdout } = await run(process.execPath, [join(app, file), baseUrl]);
  expect(JSON.parse(stdout)).toEqual([['One', 'Two'], true, 'not_found']);
});

it('runs where Node and browsers have more globals than React Native', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=commonjs',
    '--eval',
    `
    const { readFileSync } = require('node:fs');
    const vm = require('node:vm');
    const code = readFileSync(${JSON.stringify(join(app, 'node_modules/@khmer-learning/client/cjs/index.js'))}, 'utf8');
    const module = { exports: {} };
    // A new realm has the language alone.
    const globals = { module, fetch, setTimeout, clearTimeout, AbortController, out: (text) => console.log(text) };
    const use = \`module.exports.createClient({ baseUrl: '${baseUrl}', apiKey: 'khmer_key' })
      .lessons.list({ search: 'ស្វាយ' }).then(({ total }) => out(total), (error) => out(error.stack));
      const parameters = { desiredRetention: 0.9, maximumIntervalDays: 365, version: 0 };
      const review = { type: 'review', card: 'one', grade: 1, at: '2026-05-04T03:20:00Z' };
      out(module.exports.dueReviews([], [review], parameters)[0].schedule.dueAt);
      out('format' in Date.prototype);\`;
    vm.runInNewContext(code + use, globals);
    `,
  ]);
  expect(stdout).toBe('2026-05-04T03:21:00.000Z\nfalse\n2\n');
});
