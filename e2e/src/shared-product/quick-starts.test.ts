import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from '@khmer-learning/client/packaging';
import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  apiKeyPattern,
  apiKeysList,
  apiKeysRevoke,
  v1LessonsList,
  v1MainLessonsList,
  v1QuizzesList,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of an API key: created in the console, used by the console's sample programs exactly as shown, and revoked.
 * The steps depend on each other and run on one real system with the demo school.
 */
const stack = getSharedStack();
let browser: Browser;
let page: Page;
let apiKey = '';
const scriptErrors: string[] = [];
const run = promisify(execFile);
/** A folder in which the client is installed, as in an app. */
let app: string;
const clientFolder = () => join(app, 'node_modules/@khmer-learning/client');

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'quick-starts-'));
  await buildClient(join(import.meta.dirname, '../../../libs/client'), clientFolder());
  browser = await launchBrowser();
  const client = getSharedClient();
  for (const { id } of await client.call(apiKeysList, {}))
    await client.call(apiKeysRevoke, { params: { id } });
  page = await openPage(browser, scriptErrors);
  await new ConsolePage(page).signIn(stack.url, stack.admin);
});

afterAll(async () => {
  await browser?.close();
  await rm(app, { recursive: true });
});

/** Calls the public API with the key and returns the response's body. */
async function callApi(path: string): Promise<unknown> {
  const response = await fetch(`${stack.url}/api/v1${path}`, { headers: { 'X-API-Key': apiKey } });
  expect(response.status).toBe(200);
  return response.json();
}

const lessons = async (query: string) => v1LessonsList.response.parse(await callApi(`/lessons?${query}`));

/** Returns a sample program exactly as the page shows it. */
async function readPrintedProgram(label: string): Promise<string> {
  await page.getByRole('tab', { name: label, exact: true }).click();
  const program = page.getByRole('region', { name: `${label} quick start` });
  await program.waitFor();
  return (await program.textContent()) ?? '';
}

/** Runs a sample program in Node, or in a shell if it is a command. */
async function runPrintedProgram(label: string): Promise<string> {
  const program = await readPrintedProgram(label);
  const { stdout } =
    label === 'curl'
      ? await run('sh', ['-c', program])
      : await run(process.execPath, ['--input-type=module', '--eval', program], {
          cwd: app,
          env: { ...process.env, KHMER_API_KEY: apiKey },
        });
  return stdout;
}

it('creates a key, which this browser stores and shows on request', async () => {
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'API Settings' }).click();
  await page.getByText('No API key generated yet.').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Generate Key' }).click();
  await page.getByText('API Key Generated', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show API key' }).click();
  apiKey = await page.evaluate(
    () =>
      Object.entries(localStorage).find(([name]) => name.startsWith('khmer-learning.api-key.'))?.[1] ?? '',
  );
  expect(apiKey).toMatch(apiKeyPattern);
  await page.getByText(apiKey, { exact: true }).first().waitFor();
  await page.getByText(`${apiKey.slice(0, 12)}…`).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('runs the web quick start, here and in a page of another origin', async () => {
  const { data, total } = await lessons('level=Beginner&limit=5');
  const expected = [`${total} lessons for beginners`, ...data.map(({ title }) => title)];
  expect((await runPrintedProgram('Web')).trim().split('\n')).toEqual(expected);

  const elsewhere = await openPage(browser, scriptErrors);
  const said: string[] = [];
  elsewhere.on('console', (message) => said.push(message.text()));
  // A page without a bundler finds the client through an import map.
  const client = (await readFile(join(clientFolder(), 'esm/index.js'))).toString('base64');
  const imports = { '@khmer-learning/client': `data:text/javascript;base64,${client}` };
  await elsewhere.addScriptTag({ type: 'importmap', content: JSON.stringify({ imports }) });
  await elsewhere.addScriptTag({ type: 'module', content: await readPrintedProgram('Web') });
  await eventually(() => expect(said).toEqual(expected));
});

it('runs the mobile quick start', async () => {
  const { data } = await lessons('limit=100');
  const [title, ...words] = (await runPrintedProgram('Mobile')).trim().split('\n');
  expect(title).toBe(data.find(({ locked }) => !locked)?.title);
  expect(words[0]).toMatch(/^\S.* \[.+\] \p{Script=Khmer}/u);
});

it('runs the backend quick start, with a quiz that is open to everybody', async () => {
  const { data } = v1QuizzesList.response.parse(await callApi('/quizzes?limit=100'));
  const said = /^(.+): \d+ of (\d+) correct, (?:not )?passed\n$/.exec(await runPrintedProgram('Backend'));
  const quiz = data.find(({ title }) => title === said?.[1]);
  expect(quiz?.questionCount).toBe(Number(said?.[2]));
});

it('runs the curl quick start', async () => {
  const answer: unknown = JSON.parse(await runPrintedProgram('curl'));
  expect(answer).toEqual(await callApi('/search?q=hello'));
  expect(answer).toMatchObject({ success: true });
});

it('runs the quick start of docs/api-v1.md', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/api-v1.md'), 'utf8');
  const blocks = [...text.matchAll(/^ *```js\n(.*?)^ *```$/gms)].map(([, code]) => code);
  const program = blocks.join('').replaceAll('http://localhost:8080', stack.url);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: app,
    env: { ...process.env, KEY: apiKey },
  });
  const { data } = v1MainLessonsList.response.parse(await callApi('/main-lessons'));
  for (const { title } of data) expect(stdout).toContain(title);
  expect(stdout).toContain("email: 'chantha@learner.local'");
});

it('links to existing documentation', async () => {
  for (const name of ['Full documentation', 'openapi.json']) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    expect((await fetch(`${stack.url}${href}`)).status).toBe(200);
  }
});

it('rejects every program after the key was revoked', async () => {
  const program = await readPrintedProgram('curl');
  await new ConsolePage(page).chooseRowAction(apiKey.slice(0, 12), 'Revoke');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API key generated yet.').waitFor();
  await eventually(async () => {
    const refused = run('sh', ['-c', program]);
    await expect(refused).rejects.toMatchObject({
      stdout: expect.stringContaining('Invalid or missing API key'),
    });
  });
  expect(scriptErrors).toEqual([]);
});
