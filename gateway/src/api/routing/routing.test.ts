import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { endpoint, endpoints, webhookHeaders } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { z } from 'zod';
import {
  type FakeUpstream,
  type RunningGateway,
  sendRawRequest,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../../gateway.fixture.ts';

/** An endpoint with a larger body limit, as for uploads. */
const upload = endpoint({
  id: 'test.upload',
  service: 'users',
  method: 'POST',
  path: '/api/test-upload',
  access: 'session',
  summary: 'An upload',
  bodyType: 'multipart',
  bodyLimit: 3 * 1024 ** 2,
  response: z.object({}),
});

let upstream: FakeUpstream;
let gateway: RunningGateway;
const megabyte = 1024 ** 2;

beforeAll(async () => {
  upstream = await startFakeUpstream('users', (request, reply) => {
    reply.headers({
      'x-event': 'lesson.4@2',
      'set-cookie': ['session=abc; HttpOnly', 'other=1'],
      connection: 'close, x-secret-hop',
      'x-secret-hop': 'inner',
      server: 'inner',
      'x-request-id': 'from the service',
    });
    const size = /^\/api\/lessons\?search=bytes-(\d+)/.exec(request.url)?.[1];
    if (size !== undefined) return { text: 'ក'.repeat(Number(size) / 3) };
    if (request.url.startsWith('/api/lessons?search=streamed'))
      return reply.type('application/json').send(Readable.from(Array.from({ length: 500 }, () => '[1,2,3]')));
    if (request.url.includes('SLOW')) return new Promise((resolve) => setTimeout(() => resolve({}), 3_000));
    return request.url.startsWith('/api/users/404')
      ? reply.code(404).send({ message: 'User not found' })
      : {};
  });
  gateway = await startGateway({
    env: {
      ...upstreamEnv(upstream.url, 'USERS', 'CONTENT', 'MEDIA', 'COMMERCE'),
      UPSTREAM_TIMEOUT_MS: '2500',
    },
    endpoints: [...endpoints, upload],
  });
  await gateway.waitUntilReady();
});
beforeEach(() => {
  upstream.received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const last = () => upstream.received.at(-1);
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  gateway.call(path, {
    method: 'POST',
    body,
    headers: { ...sessionHeaders(), 'content-type': 'application/json', ...headers },
  });

describe('what a service receives', () => {
  it('is the call on the path of the contract, with query, body and what the client may say', async () => {
    const answer = await gateway.call('/api/users/%34/status/?a=1&b=%20', {
      method: 'PATCH',
      body: '{"isActive":true}',
      headers: {
        ...sessionHeaders(),
        'content-type': 'application/json',
        'if-match': '"3"',
        'x-after': 'lesson.1@2',
        'user-agent': 'test',
      },
    });
    expect(answer.status).toBe(200);
    expect(last()).toMatchObject({
      method: 'PATCH',
      url: '/api/users/4/status?a=1&b=%20',
      body: '{"isActive":true}',
      headers: { 'if-match': '"3"', 'x-after': 'lesson.1@2', 'user-agent': 'test' },
    });
  });

  it('says who calls in a token for that service, bound to the request', async () => {
    const answer = await gateway.call('/api/users', {
      headers: sessionHeaders('admin', { sub: '12', jti: 'j' }),
    });
    expect(last()?.caller).toEqual({
      requestId: answer.headers.get('x-request-id'),
      principal: {
        kind: 'session',
        userId: 12,
        role: 'admin',
        sessionId: 'j',
        sessionExpiresAt: expect.any(Number),
        provedAt: expect.any(Number),
      },
    });
  });

  it('has no deadline for calls to the payment provider, and only there', async () => {
    const [capture, lesson] = await Promise.all([
      gateway.call('/api/orders/SLOW/capture', { method: 'POST' }),
      gateway.call('/api/auth/session?SLOW', { headers: { cookie: sessionHeaders('teacher').cookie } }),
    ]);
    expect([capture.status, lesson.status]).toEqual([200, 504]);
  });

  it('holds the signature of a payment notification, with its bytes as they were; no other call does', async () => {
    const signature = Object.fromEntries(Object.values(webhookHeaders).map((name) => [name, `the ${name}`]));
    const body = '{ "id" : "WH-1",\r\n"event_type":"X" } ';
    const sent = { ...signature, 'content-type': 'application/json' };
    await gateway.call('/api/payments/webhook', { method: 'POST', headers: sent, body });
    expect(last()).toMatchObject({ url: '/api/payments/webhook', headers: signature, body });
    await gateway.call('/api/orders/ORDER/capture', { method: 'POST', headers: sent, body });
    expect(last()?.url).toBe('/api/orders/ORDER/capture');
    for (const name of Object.values(webhookHeaders)) expect(last()?.headers).not.toHaveProperty(name);
    // Calls to the payment provider have no deadline: a late result must still be stored.
    expect(last()?.headers).not.toHaveProperty('x-timeout-ms');
  });

  it.each([
    ['as it is', {}],
    ['named in Connection', { connection: 'x-internal-token, x-client-address, x-user-id' }],
  ])('never holds an identity made up outside, sent %s', async (_name, trick) => {
    const { cookie } = sessionHeaders('teacher');
    const answer = await sendRawRequest(`${gateway.url}/api/auth/session`, {
      headers: {
        cookie,
        'x-internal-token': 'forged',
        'x-client-address': '6.6.6.6',
        'x-timeout-ms': '999999',
        'x-user-id': '1',
        'x-user-role': 'admin',
        'x-forwarded-for': '6.6.6.6',
        'x-request-id': 'mine',
        authorization: 'Bearer x',
        ...trick,
      },
    });
    expect(answer.status).toBe(200);
    expect(last()?.caller?.principal).toMatchObject({ kind: 'session', role: 'teacher' });
    expect(last()?.headers['x-client-address']).toBe('127.0.0.1');
    // Four fifths of UPSTREAM_TIMEOUT_MS, minus the elapsed time.
    expect(Number(last()?.headers['x-timeout-ms'])).toBeGreaterThan(0);
    expect(Number(last()?.headers['x-timeout-ms'])).toBeLessThanOrEqual(2_000);
    expect(answer.headers['x-request-id']).not.toBe('mine');
    for (const name of [
      'x-user-id',
      'x-user-role',
      'cookie',
      'authorization',
      'x-forwarded-for',
      'x-request-id',
    ])
      expect(last()?.headers).not.toHaveProperty(name);
  });

  it('holds one cookie where passwords are checked, which says that the browser has signed in before, and that of a begun sign-in', async () => {
    const { cookie } = sessionHeaders('teacher');
    const sent = {
      ...sessionHeaders('teacher'),
      'content-type': 'application/json',
      cookie: `${cookie}; other=1; trusted-browser=abc`,
    };
    const body = '{}';
    for (const path of ['/api/auth/admin', '/api/auth/reset-password']) {
      await gateway.call(path, { method: 'POST', headers: sent, body });
      expect(last()?.headers.cookie).toBe('trusted-browser=abc');
    }
    const begun = { cookie: `${cookie}; school-sign-in=def; trusted-browser=abc` };
    await gateway.call('/api/auth/school-account/callback?code=1', { headers: begun });
    expect(last()?.headers.cookie).toBe('trusted-browser=abc; school-sign-in=def');
    await gateway.call('/api/auth/sign-in-options', { headers: begun });
    expect(last()?.headers.cookie).toBe('school-sign-in=def');
    await gateway.call('/api/auth/logout', { method: 'POST', headers: sent, body });
    expect(last()?.url).toBe('/api/auth/logout');
    expect(last()?.headers).not.toHaveProperty('cookie');
  });

  it('is not disturbed by Expect and Upgrade', async () => {
    const expecting = await sendRawRequest(`${gateway.url}/api/users/4`, {
      method: 'PUT',
      headers: { ...sessionHeaders(), 'content-type': 'application/json', expect: '100-continue' },
      body: '{}',
    });
    const upgrading = await sendRawRequest(`${gateway.url}/api/users`, {
      headers: { ...sessionHeaders(), connection: 'upgrade', upgrade: 'websocket' },
    });
    expect([expecting.status, upgrading.status]).toEqual([200, 200]);
  });

  it('carries no content type without a body', async () => {
    await gateway.call('/api/auth/logout', {
      method: 'POST',
      headers: { ...sessionHeaders(), 'content-type': 'application/json' },
    });
    expect(last()?.headers).not.toHaveProperty('content-type');
  });
});

describe('what the caller receives', () => {
  it("is the service's answer without what belongs to its connection", async () => {
    const answer = await gateway.call('/api/users', { headers: sessionHeaders() });
    expect(answer.headers.getSetCookie()).toEqual(['session=abc; HttpOnly', 'other=1']);
    expect(answer.headers.get('x-event')).toBe('lesson.4@2');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['x-secret-hop', 'server']) expect(answer.headers.has(name)).toBe(false);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['zstd', null],
    ['identity', null],
    [`${'gzip, '.repeat(20)}gzip`, null],
  ])('is JSON compressed for who accepts %s: %s', async (accepted, encoding) => {
    const answer = await gateway.call('/api/lessons?search=bytes-300000', {
      headers: { ...sessionHeaders(), 'accept-encoding': accepted },
    });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      encoding,
      'accept-encoding',
    ]);
    expect(await answer.json()).toEqual({ text: 'ក'.repeat(100_000) });
  });

  it.each([
    ['a small answer', 'GET', '/api/lessons?search=bytes-300'],
    ['what the service streams', 'GET', '/api/lessons?search=streamed'],
    ['the answer of a write, which may contain a key', 'POST', '/api/lessons?search=bytes-30000'],
    ['the head alone', 'HEAD', '/api/lessons?search=bytes-30000'],
  ])('is not compressed: %s', async (_name, method, path) => {
    const answer = await gateway.call(path, {
      method,
      headers: { ...sessionHeaders(), 'accept-encoding': 'br, gzip', origin: gateway.url },
    });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    await answer.text();
  });

  it("is the service's refusal as it is", async () => {
    const answer = await gateway.call('/api/users/404', { headers: sessionHeaders() });
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'User not found' }]);
  });

  it('is the head alone when only that was asked for', async () => {
    const answer = await gateway.call('/api/users', { method: 'HEAD', headers: sessionHeaders() });
    expect([answer.status, await answer.text(), last()?.method]).toEqual([200, '', 'HEAD']);
  });
});

describe('which paths exist', () => {
  it('are all of the contracts, aliases too, and go to the right service', async () => {
    const content = endpoints.filter(({ service }) => service === 'content' || service === 'users');
    for (const { method, path, aliases = [], access } of content) {
      if (access !== 'session' && access !== 'admin' && access !== 'adminOrLearner') continue;
      for (const each of [path, ...aliases]) {
        const answer = await gateway.call(each.replace(/:\w+/g, '1'), { method, headers: sessionHeaders() });
        expect([each, answer.status]).toEqual([each, 200]);
      }
    }
  });

  it('may lie outside /api: an uploaded file comes from the media service', async () => {
    const answer = await gateway.call('/uploads/cover.png?w=64');
    expect([answer.status, last()?.url]).toEqual([200, '/uploads/cover.png?w=64']);
    expect((await gateway.call('/uploads/cover.png', { method: 'DELETE' })).status).toBe(405);
  });

  it('may ask for a part of an uploaded file, and of nothing else', async () => {
    const headers = { range: 'bytes=0-9', 'if-range': '"cover.png"' };
    await gateway.call('/uploads/cover.png', { headers });
    expect(last()?.headers).toMatchObject(headers);
    await gateway.call('/api/lessons', { headers: { ...headers, ...sessionHeaders() } });
    expect(last()?.url).toBe('/api/lessons');
    for (const name of Object.keys(headers)) expect(last()?.headers).not.toHaveProperty(name);
  });

  it.each(['/api/nothing', '/api', '/api/users/1/nothing', '/api//users', '/api/v1/nothing', '/API/users'])(
    'do not include %s',
    async (path) => {
      const answer = await gateway.call(path, { headers: sessionHeaders() });
      const body = path.includes('v1')
        ? { success: false, error: 'Not found', message: 'Not found', code: 'not_found' }
        : { message: 'Not found', code: 'not_found', requestId: answer.headers.get('x-request-id') };
      expect([answer.status, await answer.json()]).toEqual([404, body]);
    },
  );

  it.each(endpoints.filter(({ access }) => access === 'internal').map(({ path }) => path))(
    'never include the internal %s, however it is spelled',
    async (path) => {
      for (const spelled of [
        path,
        `/api/..${path}`,
        `/api/users/..%2f..${path}`,
        `/api/lessons/../../${path}`,
      ]) {
        const answer = await sendRawRequest(`${gateway.url}${spelled}`, {
          method: 'POST',
          headers: { ...sessionHeaders(), 'content-type': 'application/json' },
          body: '{}',
        });
        expect([404, 405]).toContain(answer.status);
      }
      expect(upstream.received.filter(({ url }) => url.includes('internal') && !url.includes('%2F'))).toEqual(
        [],
      );
    },
  );

  it('say so when the method is another one', async () => {
    const answer = await gateway.call('/api/users/1', { method: 'POST', headers: sessionHeaders() });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    expect(await answer.json()).toMatchObject({ message: 'Method not allowed', code: 'method_not_allowed' });
    expect(upstream.received).toEqual([]);
  });

  it('answer 503 when their service is not part of this installation', async () => {
    const answer = await gateway.call('/api/dashboard/stats', { headers: sessionHeaders() });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({
      message: 'The service is not available right now',
      code: 'unavailable',
      requestId: expect.any(String),
    });
  });

  it('answer 400 to an address that cannot be read', async () => {
    const answer = await sendRawRequest(`${gateway.url}/api/users/%zz`, { headers: sessionHeaders() });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'validation']);
  });
});

describe('large bodies', () => {
  it('may weigh 1 MiB', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(megabyte - 20) });
    expect((await post('/api/api-keys', body)).status).toBe(200);
    expect(last()?.body).toHaveLength(body.length);
  });

  it.each([
    ['that say their length', 'x'.repeat(2 * megabyte)],
    ['that do not', Array.from({ length: 32 }, () => 'x'.repeat(megabyte / 16))],
  ])('of 2 MiB %s are refused with 413 and never reach the service', async (_name, body) => {
    const answer = await sendRawRequest(`${gateway.url}/api/api-keys`, {
      method: 'POST',
      headers: { ...sessionHeaders(), 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      413,
      { message: 'The request is too large', code: 'too_large', requestId: expect.any(String) },
    ]);
    expect(upstream.received).toEqual([]);
  });

  it('are not read from unauthenticated callers', async () => {
    const answer = await sendRawRequest(`${gateway.url}/api/api-keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(megabyte / 2),
    });
    expect(answer.status).toBe(401);
  });

  it('pass through where the contract says upload, up to its limit', async () => {
    const fits = Array.from({ length: 40 }, () => 'x'.repeat(megabyte / 16));
    const headers = { ...sessionHeaders(), 'content-type': 'multipart/form-data; boundary=x' };
    const sent = await sendRawRequest(`${gateway.url}${upload.path}`, {
      method: 'POST',
      headers,
      body: fits,
    });
    expect([sent.status, last()?.body.length]).toEqual([200, 2.5 * megabyte]);

    upstream.received.length = 0;
    const over = Array.from({ length: 64 }, () => 'x'.repeat(megabyte / 16));
    const refused = await sendRawRequest(`${gateway.url}${upload.path}`, {
      method: 'POST',
      headers,
      body: over,
    });
    expect([refused.status, upstream.received]).toEqual([413, []]);
  });

  it('are given up when their sender gives up', async () => {
    const [started, abandoned] = [upstream.startedRequests, upstream.abortedRequests];
    const call = httpRequest(`${gateway.url}${upload.path}`, {
      method: 'POST',
      headers: { ...sessionHeaders(), 'content-type': 'multipart/form-data', 'content-length': megabyte },
    });
    call.on('error', () => undefined);
    call.write('x'.repeat(1_000));
    await eventually(() => expect(upstream.startedRequests).toBe(started + 1));
    call.destroy();
    await eventually(() => expect(upstream.abortedRequests).toBe(abandoned + 1));
    expect(upstream.received).toEqual([]);
  });
});

describe('compressed bodies', () => {
  it.each([
    ['/api/lessons', 'gzip', 'message'],
    ['/api/auth/login', 'br', 'message'],
    ['/api/test-upload', 'deflate, gzip', 'message'],
    ['/api/v1/quizzes/1/submit', 'GZIP', 'error'],
  ])('are refused with a sentence: of %s in %s', async (path, encoding, field) => {
    const body = new Uint8Array(gzipSync('{"title":"River"}'));
    const headers = { ...sessionHeaders(), 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await gateway.call(path, { method: 'POST', body, headers });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      [field]: 'The request body is compressed. Send it without Content-Encoding',
    });
    expect(last()).toBeUndefined();
  });

  it('are not those with the encoding identity', async () => {
    expect((await post('/api/lessons', '{}', { 'content-encoding': 'identity' })).status).toBe(200);
    expect(last()?.body).toBe('{}');
  });
});

describe('what is not a request', () => {
  /** The complete response to these bytes. */
  function send(bytes: string): Promise<{ status: number; headers: string; body: unknown }> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', reject);
      socket.on('close', () => {
        const [headers = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
        resolve({ status: Number(headers.split(' ')[1]), headers, body: JSON.parse(body) });
      });
    });
  }
  const request = (...headers: string[]) =>
    `${['GET /api/lessons HTTP/1.1', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  it.each([
    ['a line that is none', 'NONSENSE\r\n\r\n', 400, 'validation'],
    ['an unknown method', 'FETCH /api/lessons HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'validation'],
    ['a header without a colon', request('Host: a', 'nonsense'), 400, 'validation'],
    ['two lengths', request('Host: a', 'Content-Length: 1', 'Content-Length: 2'), 400, 'validation'],
    ['headers without end', request('Host: a', `X-Filler: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
    ['two hosts', request('Host: console.example.com', 'Host: evil.example'), 400, 'validation'],
    ['the same host twice', request('Host: a', 'host: a'), 400, 'validation'],
    ['no host', request(), 400, 'validation'],
  ])('is answered in the format of every failure: %s', async (_name, bytes, status, code) => {
    const answer = await send(bytes);
    expect([answer.status, answer.body]).toEqual([
      status,
      { message: expect.any(String), code, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(answer.headers).toMatch(/^content-type: application\/json; charset=utf-8$/im);
    expect(answer.headers).toContain((answer.body as { requestId: string }).requestId);
    expect(last()).toBeUndefined();
  });

  it('frees the socket of a peer that never ends its half', async () => {
    const other = await startGateway({ endpoints: [] });
    const accepted: Socket[] = [];
    other.app.server.on('connection', (socket) => accepted.push(socket));
    const port = Number(new URL(other.url).port);
    const openSockets = () => promisify(other.app.server.getConnections.bind(other.app.server))();
    const peers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => undefined);
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        // Half of them begin a request and never go on.
        socket.write(index % 2 === 0 ? 'NONSENSE\r\n\r\n' : 'GET / HTTP/1.1\r\nHost: a\r\n');
        return { socket, answer: () => answer };
      }),
    );
    await eventually(async () => expect(await openSockets()).toBe(20));
    // As Node does when the headers of a request have not arrived in time.
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    for (const socket of accepted)
      if (!socket.writableEnded) other.app.server.emit('clientError', late, socket);
    await eventually(async () => expect(await openSockets()).toBe(0));
    for (const { socket, answer } of peers) {
      expect(answer()).toMatch(/^HTTP\/1.1 40[08] /);
      socket.destroy();
    }
    await other.stop();
  });

  it('refuses more connections of one address than the setting, but not of a trusted proxy', async () => {
    for (const [TRUST_PROXY, held] of [
      ['false', 3],
      ['loopback', 5],
    ] as const) {
      const env = { MAX_CONNECTIONS_PER_ADDRESS: '3', MAX_CONNECTIONS: '5', TRUST_PROXY };
      const other = await startGateway({ endpoints: [], env });
      const sockets = Array.from({ length: 8 }, () =>
        connect(Number(new URL(other.url).port), '127.0.0.1').on('error', () => undefined),
      );
      await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(held));
      for (const socket of sockets) socket.destroy();
      await eventually(async () => expect((await other.call('/healthz')).status).toBe(200));
      await other.stop();
    }
  });
});
