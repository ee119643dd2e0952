import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Import } from '@khmer-learning/contracts';
import { eventually, multipartBody, multipartContentType } from '@khmer-learning/test-kit';
import {
  type RunningGateway,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../gateway.fixture.ts';
import { type BrowserSession, signIn, startTestSystem, type TestSystem } from './test-system.fixture.ts';

const megabyte = 1024 * 1024;

describe('a file on its way through the gateway', () => {
  let system: TestSystem;
  let gateway: RunningGateway;
  let console: BrowserSession;

  beforeAll(async () => {
    system = await startTestSystem('users', 'content');
    gateway = await system.startGateway();
    console = await signIn(gateway);
  });
  afterAll(() => system.stop());

  /** A lessons file of the given size, padded with whitespace, which JSON ignores. */
  function lessonsFile(bytes: number): Buffer {
    const file = Buffer.alloc(bytes, ' ');
    file.write(
      '{"format": "khmer-learning/lessons", "version": 1, "mainLessons": [], "lessonTypes": [], "lessons": [',
    );
    file.write('{"title": "Alone"}]}', bytes - 20);
    return file;
  }

  async function send(bytes: number): Promise<{ status: number; body: Import & { message?: string } }> {
    const answer = await gateway.call('/api/import/lessons', {
      method: 'POST',
      headers: { ...console.headers, 'sec-fetch-site': 'same-origin', 'content-type': multipartContentType },
      body: new Uint8Array(multipartBody({ name: 'lessons.json', content: lessonsFile(bytes) })),
    });
    return { status: answer.status, body: (await answer.json()) as Import };
  }

  it('may have 64 MB, and is validated by the service', async () => {
    const { status, body } = await send(3 * megabyte);
    expect({ status, state: body.state }).toEqual({ status: 201, state: 'checking' });
    await eventually(async () => {
      const { body: now } = await console.call<Import>('GET', `/api/imports/${body.id}`);
      expect(now).toMatchObject({ state: 'checked', counts: { refuse: 1 } });
    });
    expect(await send(64 * megabyte)).toMatchObject({ status: 201, body: { state: 'checking' } });
  });

  it.each([64 * megabyte + 1, 65 * megabyte])('is refused with %i bytes', async (bytes) => {
    const { status, body } = await send(bytes);
    expect({ status, message: body.message }).toEqual({
      status: 413,
      message: 'The file is larger than 64 MB',
    });
  });

  it('comes out as a file to save', async () => {
    const answer = await gateway.call('/api/export/lessons', { headers: console.headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="lessons-.*\.json"$/);
    expect(await answer.json()).toMatchObject({ lessons: [] });
  });
});

it('an export may take longer than any other answer, for as long as it keeps coming', async () => {
  const pieces = 8;
  const service = await startFakeUpstream('content', (_request, reply) => {
    async function* slowly(): AsyncGenerator<string> {
      for (let piece = 0; piece < pieces; piece += 1) {
        yield `piece ${piece}\n`.padEnd(megabyte, '.');
        await delay(800);
      }
    }
    reply.header('content-type', 'text/csv; charset=utf-8');
    return Readable.from(slowly());
  });
  const gateway = await startGateway({
    env: { ...upstreamEnv(service.url), UPSTREAM_TIMEOUT_MS: '2500' },
  });
  try {
    await gateway.waitUntilReady();
    const answer = await gateway.call('/api/export/vocabulary', { headers: sessionHeaders('teacher') });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await answer.text()).toHaveLength(pieces * megabyte);
  } finally {
    await gateway.stop();
    await service.close();
  }
});
