import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { headerNames } from '@khmer-learning/contracts';
import { eventually, freePort } from '@khmer-learning/test-kit';
import type { FastifyRequest } from 'fastify';
import {
  countInstances,
  type FakeUpstream,
  type RunningGateway,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  type TestGatewayOptions,
  type UpstreamHandler,
  upstreamEnv,
} from '../../gateway.fixture.ts';

let gateway: RunningGateway;
let upstreams: FakeUpstream[];

beforeEach(() => {
  upstreams = [];
});
afterEach(async () => {
  await gateway.stop();
  await Promise.all(upstreams.map((upstream) => upstream.close()));
});

/** Starts a content service instance per handler, and a gateway with a healthy users service. */
async function open(answers: UpstreamHandler[], settings: TestGatewayOptions = {}): Promise<FakeUpstream[]> {
  const users = await startFakeUpstream('users');
  const content = await Promise.all(answers.map((answer) => startFakeUpstream('content', answer)));
  upstreams.push(users, ...content);
  gateway = await startGateway({
    ...settings,
    env: {
      UPSTREAM_USERS: users.url,
      UPSTREAM_CONTENT: content.map(({ url }) => url).join(','),
      ...settings.env,
    },
  });
  await gateway.waitUntilReady();
  await eventually(async () => expect(await countInstances(gateway, 'ready')).toBe(content.length));
  return content;
}

let page = 0;
/** Each reads another page: readers of the same one share calls. */
const get = () => {
  page += 1;
  return gateway.call(`/api/lessons?limit=1&offset=${page}`, { headers: sessionHeaders() });
};
const post = () =>
  gateway.call('/api/lessons', {
    method: 'POST',
    body: '{"title":"x"}',
    headers: { ...sessionHeaders(), 'content-type': 'application/json' },
  });
const mainLessons = () => gateway.call('/api/main-lessons', { headers: sessionHeaders() });
const isLessons = ({ url }: { url: string }) => url.startsWith('/api/lessons');
const calls = (all: readonly FakeUpstream[]) =>
  all.reduce((sum, { startedRequests }) => sum + startedRequests, 0);
const unavailable = {
  message: 'The service is not available right now',
  code: 'unavailable',
  requestId: expect.any(String),
};
const dropConnection: UpstreamHandler = (request: FastifyRequest) => {
  request.raw.socket.destroy();
  return new Promise(() => undefined);
};
const neverRespond: UpstreamHandler = () => new Promise(() => undefined);
const ok: UpstreamHandler = () => ({ ok: true });

describe('a service that is not there', () => {
  it('is answered with an error at once, without its address', async () => {
    const port = await freePort();
    // Waiting for the timeout would give 504, long after this test.
    const env = { ...upstreamEnv(`http://127.0.0.1:${port}`), UPSTREAM_TIMEOUT_MS: '600000' };
    gateway = await startGateway({ env });
    const answer = await get();
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toEqual([503, unavailable]);
    expect(text + JSON.stringify([...answer.headers])).not.toContain(String(port));
  });

  it('is noticed to have gone, and at once to be back', async () => {
    const [content] = await open([ok]);
    expect((await get()).status).toBe(200);
    await content?.close();
    const refused = await Promise.all(Array.from({ length: 20 }, get));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    upstreams.push(await startFakeUpstream('content', ok, { port: content?.port ?? 0 }));
    await eventually(async () => expect((await get()).status).toBe(200));
  });
});

describe('a service that fails', () => {
  it.each([
    ['500', 500, 'Something went wrong'],
    ['502', 500, 'Something went wrong'],
    ['503', 503, 'The service is not available right now'],
    ['507', 507, 'The file storage is full'],
  ])('with %s is answered with our own message', async (status, expected, message) => {
    await open([
      (_request, reply) =>
        reply.code(Number(status)).header('retry-after', '7').send({ message: 'mongo 10.0.0.7 refused' }),
    ]);
    const answer = await post();
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).message]).toEqual([expected, message]);
    expect(text).not.toContain('10.0.0.7');
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it('for a while and says so in the format of our services is told of in its words', async () => {
    const busy = { message: 'Too many are signing in at the moment', code: 'busy' };
    const [content] = await open([
      (_request, reply) => {
        const requestId = content?.received.at(-1)?.caller?.requestId;
        return reply
          .code(503)
          .header('retry-after', '7')
          .send({ ...busy, requestId });
      },
    ]);
    const answer = await post();
    expect([answer.status, await answer.json()]).toEqual([503, { ...busy, requestId: expect.any(String) }]);
    expect(answer.headers.get('retry-after')).toBe('7');
    const read = await get();
    expect([read.status, await read.json()]).toMatchObject([503, busy]);
  });

  it('with words that belong to another request is told of in our own', async () => {
    await open([
      (_request, reply) => reply.code(503).send({ ...unavailable, message: 'x', requestId: 'other' }),
    ]);
    expect(await (await post()).json()).toEqual(unavailable);
  });

  it('to speak HTTP is told of in our own words', async () => {
    // `resume` is needed: a socket that is not read never notices that the peer has disconnected.
    const server: Server = createServer((socket) => socket.resume().end('nonsense\r\n\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    gateway = await startGateway({ env: upstreamEnv(`http://127.0.0.1:${port}`) });
    const answer = await get();
    expect([answer.status, await answer.json()]).toEqual([503, unavailable]);
    server.close();
  });

  it('in the middle of an answer leaves the caller no whole one', async () => {
    let fail: () => void = () => undefined;
    await open([
      (request, reply) => {
        reply.header('content-type', 'application/json');
        fail = () => request.raw.socket.destroy();
        return reply.send(Readable.from(endless()));
      },
    ]);
    const answer = await get();
    fail();
    await expect(answer.text()).rejects.toThrow();
  });
});

async function* endless(): AsyncGenerator<string> {
  yield '{"rows":[';
  for (;;) {
    yield '1,';
    await delay(10);
  }
}

describe('a second attempt', () => {
  it('is made for a read that met a 503, once, on another process', async () => {
    const busy: UpstreamHandler = (_request, reply) => reply.code(503).send({});
    const content = await open([busy, busy, busy]);
    expect((await get()).status).toBe(503);
    expect(calls(content)).toBe(2);
    expect(Math.max(...content.map(({ startedRequests }) => startedRequests))).toBe(1);
  });

  it('finds a process that answers', async () => {
    const content = await open([(_request, reply) => reply.code(503).send({}), ok]);
    for (let i = 0; i < 10; i += 1) expect((await get()).status).toBe(200);
    expect(content[0]?.startedRequests).toBeGreaterThan(0);
    expect(calls(content)).toBeLessThanOrEqual(20);
  });

  it('is made on the same process when there is no other', async () => {
    let first = true;
    const content = await open([
      (request, reply) => {
        if (!first) return { ok: true };
        first = false;
        return dropConnection(request, reply);
      },
    ]);
    expect((await get()).status).toBe(200);
    expect(calls(content)).toBe(2);
  });

  it('is the last one', async () => {
    const content = await open([dropConnection, dropConnection, dropConnection]);
    expect((await get()).status).toBe(503);
    expect(calls(content)).toBe(2);
  });

  it('is never made for a write of which a byte was sent', async () => {
    const content = await open([dropConnection, dropConnection]);
    const answer = await post();
    expect([answer.status, await answer.json()]).toEqual([503, unavailable]);
    expect(calls(content)).toBe(1);
  });

  it('is never made for a write that met a 503', async () => {
    const content = await open([
      (_r, reply) => reply.code(503).send({}),
      (_r, reply) => reply.code(503).send({}),
    ]);
    expect((await post()).status).toBe(503);
    expect(calls(content)).toBe(1);
  });

  it('is made for a write that could not connect', async () => {
    const [gone, there] = await open([ok, ok]);
    await gone?.close();
    const answers = await Promise.all(Array.from({ length: 20 }, post));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(there?.received).toHaveLength(20);
  });
});

describe('a service that hangs', () => {
  const timeoutMs = 5_000;
  const env = { UPSTREAM_TIMEOUT_MS: String(timeoutMs) };
  const isRefusedWithoutCall = (content: FakeUpstream | undefined) =>
    // On a very busy machine the breaker's pause may already be over; a trial call then starts another.
    eventually(async () => {
      const asked = content?.startedRequests;
      expect((await get()).status).toBe(503);
      expect(content?.startedRequests).toBe(asked);
    });

  it('times out, then gets no more calls, while other calls are answered', async () => {
    let hanging = true;
    const [content] = await open(
      [(request, reply) => (hanging ? neverRespond(request, reply) : ok(request, reply))],
      { env },
    );
    let given = 0;
    const slow = Array.from({ length: 20 }, async (_, i) => {
      const answer = await (i % 2 ? post() : get());
      given += 1;
      return { status: answer.status, body: await answer.json() };
    });
    let quick = 0;
    while (given === 0) {
      expect((await gateway.call('/api/users', { headers: sessionHeaders() })).status).toBe(200);
      if (given === 0) quick += 1;
    }
    // If these calls waited for the hanging ones, they would be answered after them.
    expect(quick).toBeGreaterThan(0);
    for (const { status, body } of await Promise.all(slow))
      expect([status, body]).toMatchObject([504, { code: 'timeout', message: expect.any(String) }]);
    // There is no second attempt, which would take as long again.
    expect(content?.startedRequests).toBe(20);
    for (const { headers: told } of content?.received ?? [])
      expect(Number(told[headerNames.timeoutMs])).toBeLessThanOrEqual(timeoutMs);
    await eventually(() => expect(content?.abortedRequests).toBe(20));

    await isRefusedWithoutCall(content);

    hanging = false;
    await eventually(async () => expect((await get()).status).toBe(200));
  });

  it('on one route gets no more calls of that route, but all others', async () => {
    const [content] = await open(
      [(request, reply) => (isLessons(request) ? neverRespond : ok)(request, reply)],
      { env },
    );
    // All but the last of the failures that the breaker allows, then a success of another route, then the last one.
    for (const failures of [4, 1]) {
      const answers = await Promise.all(Array.from({ length: failures }, get));
      expect(answers.map(({ status }) => status)).toEqual(Array(failures).fill(504));
      if (failures > 1) expect((await mainLessons()).status).toBe(200);
    }
    expect(content?.received.filter(isLessons)).toHaveLength(5);
    await isRefusedWithoutCall(content);
    expect((await mainLessons()).status).toBe(200);
  });

  it('on one route cannot use up all connections; further calls are rejected at once', async () => {
    let release: (answer: object) => void = () => undefined;
    const held = new Promise<object>((resolve) => {
      release = resolve;
    });
    const [content] = await open([(request, reply) => (isLessons(request) ? held : ok(request, reply))], {
      env: { UPSTREAM_TIMEOUT_MS: '60000' },
    });
    const refused: Response[] = [];
    const answers = Array.from({ length: 100 }, async () => {
      const answer = await get();
      if (answer.status === 503) refused.push(answer);
      return answer.status;
    });
    await eventually(() => expect(refused.length).toBe(36));
    await eventually(() => expect(content?.received.filter(isLessons).length).toBe(64));
    expect(await refused[0]?.json()).toEqual(unavailable);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect((await mainLessons()).status).toBe(200);

    release({});
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(64);
    expect((await get()).status).toBe(200);
  });

  it('loses its calls to a process that does not', async () => {
    const [, healthy] = await open([neverRespond, ok], { env });
    await eventually(async () => {
      const before = healthy?.startedRequests ?? 0;
      const answers = await Promise.all(Array.from({ length: 20 }, () => get()));
      // One call may try the hanging process again.
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(19);
      expect((healthy?.startedRequests ?? 0) - before).toBeGreaterThanOrEqual(19);
    });
  });
});

describe('an answer', () => {
  it('streams through as it comes', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await open([
      (_request, reply) =>
        reply.type('text/plain').send(
          Readable.from(
            (async function* () {
              yield 'first';
              await finished;
              yield 'second';
            })(),
          ),
        ),
    ]);
    const reader = (await get()).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
  });

  it('waits for a slow reader instead of piling up', async () => {
    let produced = 0;
    await open([
      (_request, reply) =>
        reply.type('text/plain').send(
          Readable.from(
            (function* () {
              for (; produced < 1_000; produced += 1) yield 'x'.repeat(64 * 1024);
            })(),
          ),
        ),
    ]);
    const reader = (await get()).body?.getReader();
    let size = (await reader?.read())?.value?.length ?? 0;
    await delay(300);
    expect(produced).toBeLessThan(500);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      size += part.value.length;
    expect(size).toBe(1_000 * 64 * 1024);
  });

  /** Sends an answer after which the connection ends. */
  const sendLast =
    (bytes: number): UpstreamHandler =>
    (request, reply) => {
      reply.hijack();
      const head = `content-type: application/json\r\ncontent-length: ${bytes}\r\nconnection: close`;
      request.raw.socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      request.raw.socket.end(Buffer.alloc(bytes, '1'));
      return reply;
    };
  const getCompressed = () =>
    gateway.call('/api/lessons', { headers: { ...sessionHeaders(), 'accept-encoding': 'gzip' } });

  it.each([60_000, 8_000_000])(
    'of %d bytes that is the last of its connection reaches its callers',
    async (bytes) => {
      await open([sendLast(bytes)]);
      const read = async () => (await (await getCompressed()).text()).length;
      expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set([bytes]));
    },
  );

  it('that is the last of its connection is cut off when its caller leaves too much of it unread', async () => {
    const [content] = await open([sendLast(100_000_000)]);
    const answer = await get();
    await eventually(() => expect(content?.abortedRequests).toBe(1));
    await expect(answer.text()).rejects.toThrow();
  });

  it('is cancelled when its caller disconnects', async () => {
    const [content] = await open([neverRespond]);
    const leaving = new AbortController();
    const answer = gateway.call('/api/lessons', { headers: sessionHeaders(), signal: leaving.signal });
    await eventually(() => expect(content?.startedRequests).toBe(1));
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await eventually(() => expect(content?.abortedRequests).toBe(1));
  });
});

describe('which process is asked', () => {
  it('is a ready one, or else one that lacks something, or else one that is stopping', async () => {
    const [first, second] = await open([ok, ok]);
    if (!first || !second) throw new Error('Not started');
    const share = async () => {
      const before = [first.startedRequests, second.startedRequests];
      for (let i = 0; i < 10; i += 1) expect((await post()).status).toBe(200);
      return [first.startedRequests - (before[0] ?? 0), second.startedRequests - (before[1] ?? 0)];
    };
    first.state = 'degraded';
    await eventually(async () => expect(await countInstances(gateway, 'degraded')).toBe(1));
    expect(await share()).toEqual([0, 10]);
    second.state = 'stopping';
    await eventually(async () => expect(await countInstances(gateway, 'stopping')).toBe(1));
    expect(await share()).toEqual([10, 0]);
    await first.close();
    await eventually(async () => expect(await countInstances(gateway, 'away')).toBe(1));
    expect(await share()).toEqual([0, 10]);
  });

  it('takes turns', async () => {
    const content = await open([ok, ok, ok]);
    for (let i = 0; i < 30; i += 1) await get();
    expect(content.map(({ startedRequests }) => startedRequests)).toEqual([10, 10, 10]);
  });

  it('follows the addresses behind a name, as processes come and go', async () => {
    const first = await startFakeUpstream('content', ok);
    const second = await startFakeUpstream('content', ok, { host: '127.0.0.2', port: first.port });
    upstreams.push(first, second);
    let addresses = ['127.0.0.1'];
    gateway = await startGateway({
      env: { UPSTREAM_CONTENT: `http://content.internal:${first.port}` },
      resolve: async () => addresses.map((address) => ({ address, family: 4 })),
    });
    await gateway.waitUntilReady();
    expect((await get()).status).toBe(200);
    expect(first.received[0]?.headers.host).toBe(`content.internal:${first.port}`);

    addresses = ['127.0.0.1', '127.0.0.2'];
    await eventually(async () => {
      await get();
      expect(second.startedRequests).toBeGreaterThan(0);
    });
    addresses = ['127.0.0.2'];
    await eventually(async () => expect(await countInstances(gateway, 'ready')).toBe(1));
    const before = first.startedRequests;
    for (let i = 0; i < 5; i += 1) expect((await get()).status).toBe(200);
    expect(first.startedRequests).toBe(before);
  });
});
