/** @jest-environment node */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from '@khmer-learning/client/packaging';
import { type QuickStart, quickStarts } from './quick-starts.ts';

const run = promisify(execFile);
const apiKey = `khmer_${'k'.repeat(32)}_mb0r2q9k`;

const locked = { id: 3, title: 'Only for buyers', locked: true, sections: [] };
const lesson = {
  id: 4,
  title: 'At the market',
  locked: false,
  sections: [{ items: [{ english: 'Where?', phonemic: '[nouw-naa?]', khmer: 'នៅណា?' }] }],
};
const lockedQuiz = { id: 8, lessonId: 3, title: 'Words for buyers' };
const quiz = { id: 9, lessonId: 4, title: 'Market words', questions: [{ id: 1, options: ['fish', 'rice'] }] };

/** Responses of the public API to the requests that the programs send. */
const answers: Readonly<Record<string, object>> = {
  'GET /api/v1/lessons?level=Beginner&limit=5': { data: [lesson], total: 1 },
  'GET /api/v1/lessons': { data: [locked, lesson], total: 2 },
  'GET /api/v1/lessons/4': { data: lesson },
  'GET /api/v1/quizzes': { data: [lockedQuiz, quiz], total: 2 },
  'GET /api/v1/quizzes/9': { data: quiz },
  'POST /api/v1/quizzes/9/submit': { data: { correctAnswers: 1, totalQuestions: 1, passed: true } },
  'GET /api/v1/search?q=hello': { data: { lessons: [lesson], quizzes: [] }, total: 1 },
};

let server: Server;
let baseUrl: string;
/** A folder in which the client is installed, as in an app. */
let app: string;
let bodies: string[];

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'quick-starts-'));
  await buildClient(
    join(import.meta.dirname, '../../../libs/client'),
    join(app, 'node_modules/@khmer-learning/client'),
  );
  server = createServer(async (request, response) => {
    bodies.push(await textOf(request));
    const hasKey = request.headers['x-api-key'] === apiKey;
    const answer = answers[`${request.method} ${request.url}`];
    response.statusCode = hasKey ? (answer === undefined ? 404 : 200) : 401;
    const message = hasKey ? 'Not found' : 'Invalid or missing API key';
    const failure = {
      success: false,
      error: message,
      message,
      code: hasKey ? 'not_found' : 'unauthenticated',
    };
    response.end(JSON.stringify(hasKey && answer !== undefined ? { success: true, ...answer } : failure));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
beforeEach(() => {
  bodies = [];
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await rm(app, { recursive: true });
});

function quickStart(id: QuickStart['id']): QuickStart {
  const found = quickStarts.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No quick start ${id}`);
  return found;
}

/** Runs a quick start as it is displayed: curl in a shell, the others in Node. */
async function output(id: QuickStart['id'], key = apiKey): Promise<string> {
  const program = quickStart(id).renderCode({ baseUrl, apiKey: key });
  const { stdout, stderr } =
    id === 'curl'
      ? await run('sh', ['-c', program])
      : await run(process.execPath, ['--input-type=module', '--eval', program], {
          cwd: app,
          env: { ...process.env, KHMER_API_KEY: key },
        });
  return stdout + stderr;
}

describe('the quick starts, executed as displayed', () => {
  it.each([
    ['web', '1 lessons for beginners\nAt the market\n'],
    ['mobile', 'At the market\nWhere? [nouw-naa?] នៅណា?\n'],
    ['backend', 'Market words: 1 of 1 correct, passed\n'],
  ] as const)('%s does what it says', async (id, expected) => {
    expect(await output(id)).toBe(expected);
  });

  it('curl does what it says', async () => {
    expect(JSON.parse(await output('curl'))).toMatchObject({ success: true, total: 1 });
  });

  it('backend submits an answer to each question', async () => {
    await output('backend');
    expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ answers: [{ questionId: 1, selectedAnswer: 'fish' }] });
  });

  it('backend says how to give it the key', () => {
    expect(quickStart('backend').renderCode({ baseUrl, apiKey })).toContain(`KHMER_API_KEY=${apiKey} node`);
  });

  it.each(['web', 'mobile', 'backend', 'curl'] as const)('%s says why it failed', async (id) => {
    const failure = await output(id, 'wrong').catch((error: { stdout: string; stderr: string }) => error);
    const text = typeof failure === 'string' ? failure : failure.stdout + failure.stderr;
    expect(text).toContain('Invalid or missing API key');
  });
});
