import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  remoteApiLimits,
  remoteTokenClaimsSchema,
  remoteTokenKeysPath,
  staffNameGet,
} from '@khmer-learning/contracts';
import {
  createInternalTokenVerifier,
  generateInternalPrivateKey,
  internalPublicKeyOf,
  localInternalPrivateKey,
  localInternalPublicKey,
  signInternalToken,
} from '@khmer-learning/service-kit';
import { eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  type RunningGateway,
  sendRawRequest,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  type UpstreamHandler,
  upstreamEnv,
} from '../../gateway.fixture.ts';
import type { RemoteApiLimits } from './remote-apis.ts';
import { createRemoteTokens } from './remote-tokens.ts';

let gateway: RunningGateway;
let backend: FakeUpstream;
let other: FakeUpstream;
let users: FakeUpstream;
let answer: UpstreamHandler;
let env: Record<string, string>;

const publicKeyOfNext = internalPublicKeyOf(generateInternalPrivateKey());
const manifestOf = (name: string, api?: unknown) => ({
  ...{
    name,
    label: { en: 'Word Games', km: 'ល្បែងពាក្យ' },
    version: '1.0.0',
    build: 'b1',
    views: [],
    pages: [],
  },
  ...(api === undefined ? {} : { api }),
});
const entry = 'http://127.0.0.1:1/mf-manifest.json';
const remote = (
  name: string,
  api: string | undefined,
  manifestApi: unknown = { roles: ['admin', 'teacher'] },
) => ({
  ...{ name, entry, manifest: manifestOf(name, manifestApi) },
  ...(api === undefined ? {} : { api }),
});

beforeAll(async () => {
  backend = await startFakeUpstream('word-games', (request, reply) => answer(request, reply));
  other = await startFakeUpstream('other');
  users = await startFakeUpstream('users', ({ url }) =>
    url === staffNameGet.path ? { name: 'Dara Sok' } : {},
  );
  const remotes = [
    remote('word-games', `${backend.url}/prefix/`),
    remote('other', other.url),
    remote('for-admins', backend.url, { roles: ['admin'] }),
    remote('dead', 'http://127.0.0.1:1'),
    remote('no-address', undefined),
    { ...remote('no-roles', backend.url), manifest: manifestOf('no-roles') },
  ];
  env = {
    REMOTES: JSON.stringify(remotes),
    INTERNAL_PUBLIC_KEYS: `${localInternalPublicKey},${publicKeyOfNext}`,
    ...upstreamEnv(users.url, 'USERS'),
  };
  // Twenty calls must have arrived before the first of them ends, on a busy machine too.
  gateway = await startGateway({ env, remoteApiLimits: { timeoutMs: 5_000 } });
  await gateway.waitUntilReady();
});
beforeEach(() => {
  answer = () => ({ ok: true });
  backend.received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([backend.close(), other.close(), users.close()]);
});

const call = (
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {},
) => gateway.call(`/api/remotes/${path}`, { ...init, headers: { ...sessionHeaders('teacher'), ...headers } });
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const lastReceived = () => {
  const request = backend.received.at(-1);
  if (!request) throw new Error('The backend received nothing');
  return request;
};

/** Verifies a token as a foreign service does: by the keys at the well-known address. */
async function readToken(authorization = ''): Promise<unknown> {
  const response = await gateway.call(remoteTokenKeysPath);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const [header = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
  const { alg, typ, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  expect([alg, typ]).toEqual(['EdDSA', 'JWT']);
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error('The key is not published');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

it('calls the backend of a remote with a token that names the user, and nothing else of the caller', async () => {
  answer = (_request, reply) =>
    reply
      .code(201)
      .headers({
        ...{ 'set-cookie': 'session=evil', 'access-control-allow-origin': '*', 'x-event': 'lesson.1@1' },
        ...{
          'content-security-policy': 'default-src *',
          'strict-transport-security': 'max-age=0',
          etag: '"1"',
        },
        ...{ 'cache-control': 'public, max-age=60', 'content-disposition': 'attachment; filename=a.json' },
      })
      .send({ words: 3 });
  const response = await call('word-games/words/ទឹក?level=A1&q=%2e%2e', {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-internal-token': 'forged', 'x-forwarded-for': '1.2.3.4' },
      ...{ authorization: 'Bearer forged', 'x-api-key': 'secret', 'if-match': '"3"', 'x-session-user': '7' },
    },
    body: '{"word":"ទឹក"}',
  });

  const { method, url, body, headers } = lastReceived();
  expect({ method, url, body }).toEqual({
    method: 'POST',
    url: `/prefix/words/${encodeURIComponent('ទឹក')}?level=A1&q=%2e%2e`,
    body: '{"word":"ទឹក"}',
  });
  const { authorization, ...others } = headers;
  expect(others).toEqual({
    ...{ host: new URL(backend.url).host, connection: 'keep-alive', 'content-length': '20' },
    ...{ accept: '*/*', 'accept-language': '*', 'content-type': 'application/json', 'if-match': '"3"' },
    'x-request-id': response.headers.get('x-request-id'),
  });
  const claims = remoteTokenClaimsSchema.strict().parse(await readToken(authorization));
  expect(claims).toMatchObject({
    ...{
      iss: 'khmer-learning-console',
      aud: 'remote:word-games',
      sub: '7',
      role: 'teacher',
      name: 'Dara Sok',
    },
    exp: claims.iat + 30,
  });

  expect([response.status, await json(response)]).toEqual([201, { words: 3 }]);
  expect(Object.fromEntries(response.headers)).toEqual({
    ...{ connection: 'keep-alive', 'keep-alive': expect.any(String), date: expect.any(String) },
    ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': '11', etag: '"1"' },
    ...{ 'content-disposition': 'attachment; filename=a.json', 'x-request-id': expect.any(String) },
    ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

it('passes on what only the browser of the user may keep, and answers without a body', async () => {
  answer = (_request, reply) => reply.code(204).header('cache-control', 'private, max-age=60').send();
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const response = await call('word-games/x', { method });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('cache-control')).toBe('private, max-age=60');
    expect(lastReceived()).toMatchObject({ method, url: '/prefix/x', body: '' });
  }
  answer = (_request, reply) => reply.send('x'.repeat(100));
  expect((await call('word-games/x', { method: 'HEAD' })).status).toBe(200);
});

it('publishes its own key and the next one, by their thumbprints', async () => {
  const { keys } = (await json(await gateway.call(remoteTokenKeysPath))) as { keys: object[] };
  expect(keys).toHaveLength(2);
  const next = createPublicKey({ key: Buffer.from(publicKeyOfNext, 'base64'), format: 'der', type: 'spki' });
  expect(keys[1]).toEqual({
    ...next.export({ format: 'jwk' }),
    kid: expect.any(String),
    use: 'sig',
    alg: 'EdDSA',
  });
  // The example of RFC 8037, A.3.
  const example = Buffer.from(
    '302a300506032b6570032100d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    'hex',
  );
  const [, known] = createRemoteTokens(localInternalPrivateKey, [example.toString('base64')]).keys;
  expect(known?.kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

it('signs tokens that no service takes, and services get none that a backend takes', async () => {
  await call('word-games/x');
  const token = String(lastReceived().headers.authorization).replace('Bearer ', '');
  for (const audience of ['users', 'remote:word-games', 'word-games']) {
    const read = createInternalTokenVerifier([localInternalPublicKey], audience);
    expect(read(token)).toBeUndefined();
    expect(read(`${token}.request-1`)).toBeUndefined();
  }
  const principal = { kind: 'gateway' } as const;
  const audience = 'remote:word-games';
  const internal = signInternalToken(localInternalPrivateKey, { audience, requestId: 'r', principal });
  const claims = JSON.parse(Buffer.from(internal.split('.')[1] ?? '', 'base64url').toString());
  expect(remoteTokenClaimsSchema.safeParse(claims).success).toBe(false);
});

it.each([
  ['without a session', 'word-games/x', { cookie: '' }, 401],
  ['with an API key', 'word-games/x', { cookie: '', 'x-api-key': 'khmer_x' }, 401],
  ['of a student', 'word-games/x', sessionHeaders('student'), 403],
  ['of a role that the manifest does not name', 'for-admins/x', {}, 403],
  ['for a page of another user', 'word-games/x', { 'x-session-user': '8' }, 409],
  ['to a remote without an address', 'no-address/x', {}, 404],
  ['to a remote whose release names no roles', 'no-roles/x', {}, 404],
  ['to an unknown remote', 'constructor/x', {}, 404],
  ['to no path', 'word-games', {}, 404],
])('refuses a call %s', async (_what, path, headers, status) => {
  const response = await call(path, { headers: headers as Record<string, string> });
  expect([response.status, backend.received]).toEqual([status, []]);
});

it('refuses a write that does not come from the console', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { 'content-type': 'text/plain' },
  ])
    expect((await call('word-games/x', { method: 'POST', headers, body: 'x' })).status).toBe(403);
  expect(backend.received).toEqual([]);
});

it.each([
  '..',
  '../x',
  'a/../../x',
  '%2e%2e/x',
  '.%2E/x',
  './x',
  '..%2fx',
  '..%5cx',
  '..\\x',
  'a%2Fb',
  'a%5cb',
  '%252e%252e/x',
  '%25252e%25252e%25252fx',
  '..;/x',
  '..;a=b/x',
  '/x',
  'a//x',
  'a%00',
  'a%0d%0aX',
  '%c0%ae%c0%ae/x',
  '%zz',
])('calls nothing above the address of the backend: %s', async (path) => {
  const { status } = await sendRawRequest(gateway.url, {
    path: `/api/remotes/word-games/${path}`,
    headers: sessionHeaders('teacher'),
  });
  // The server itself refuses what is not escaped well.
  expect([status, backend.received]).toEqual([/%(c0|zz)/.test(path) ? 400 : 404, []]);
});

it('keeps what only looks like a way out', async () => {
  for (const [sent, received] of [
    ['a..b/...', '/prefix/a..b/...'],
    ['100%25/a%3Fb', '/prefix/100%25/a%3Fb'],
    ['a:b@c/', '/prefix/a%3Ab%40c/'],
  ]) {
    expect((await call(`word-games/${sent}`)).status).toBe(200);
    expect(lastReceived().url).toBe(received);
  }
  expect((await call(`word-games/${'long/'.repeat(100)}`)).status).toBe(200);
});

describe('an answer that is not passed on', () => {
  const elsewhere = 'http://127.0.0.1:1/secret';
  it.each<[string, UpstreamHandler]>([
    ['a redirect', (_request, reply) => reply.redirect(elsewhere)],
    ['a refused token, which does not end the session', (_request, reply) => reply.code(401).send({})],
    ['a script', (_request, reply) => reply.type('application/javascript').send('alert(1)')],
    ['a style sheet', (_request, reply) => reply.type('Text/CSS').send('* {}')],
    [
      'one that is too large',
      (_request, reply) => reply.send(Buffer.alloc(remoteApiLimits.responseBytes + 1)),
    ],
  ])('%s', async (_what, given) => {
    answer = given;
    const response = await call('word-games/x');
    expect([response.status, await json(response)]).toMatchObject([502, { code: 'bad_gateway' }]);
  });

  it('is cut off when it grows too large', async () => {
    answer = (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/octet-stream' });
      const chunk = Buffer.alloc(64 * 1024);
      for (let sent = 0; sent <= remoteApiLimits.responseBytes; sent += chunk.length) reply.raw.write(chunk);
      reply.raw.end();
    };
    const response = await call('word-games/x');
    await expect(response.arrayBuffer()).rejects.toThrow();
    answer = (_request, reply) => reply.send(Buffer.alloc(remoteApiLimits.responseBytes));
    expect((await (await call('word-games/x')).arrayBuffer()).byteLength).toBe(remoteApiLimits.responseBytes);
  });
});

it('takes bodies of 1 MB', async () => {
  const send = (bytes: number) =>
    call('word-games/x', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(bytes),
    });
  expect((await send(1024 * 1024)).status).toBe(200);
  expect(lastReceived().body).toHaveLength(1024 * 1024);
  expect((await send(1024 * 1024 + 1)).status).toBe(413);
});

it('answers for a backend that is down with the name of the remote, and leaves it alone after a while', async () => {
  const dead = async () => {
    const response = await call('dead/x');
    return [response.status, (await json(response)).message];
  };
  for (let n = 0; n < 6; n += 1)
    expect(await dead()).toEqual([503, 'Word Games is not available right now.']);
  const metrics = await gateway.metrics();
  expect(metrics).toMatch(/^remote_api_calls_total\{remote="dead",outcome="lost".* 5$/m);
  expect(metrics).toMatch(/^remote_api_circuit_breaker_open\{remote="dead".* 1$/m);
  expect(metrics).toMatch(/^remote_api_circuit_breaker_open\{remote="other".* 0$/m);
  const health = await gateway.call('/api/console/health', { headers: sessionHeaders() });
  expect((await json(health)).remoteApis).toEqual(
    expect.arrayContaining([
      { name: 'dead', calls: 5, failures: 5, isOpen: true },
      { name: 'other', calls: 0, failures: 0, isOpen: false },
    ]),
  );
});

it('bounds the calls to a backend that hangs, and slows nothing else', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = async () => {
    await released;
    return {};
  };
  const slow = Array.from({ length: remoteApiLimits.callsAtOnce }, () => call('word-games/slow'));
  await eventually(async () => expect(backend.received).toHaveLength(remoteApiLimits.callsAtOnce));
  const refused = await call('word-games/slow');
  expect([refused.status, await json(refused)]).toMatchObject([503, { code: 'busy' }]);
  expect((await call('other/x')).status).toBe(200);
  expect((await gateway.call('/api/console/health', { headers: sessionHeaders() })).status).toBe(200);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 504));
  // They have opened its circuit breaker.
  expect((await call('word-games/x')).status).toBe(503);
  release();
  answer = () => ({});
  await eventually(async () => expect((await call('word-games/x')).status).toBe(200));
});

/** Answers with a first byte, and then with one at each interval, if there is one. */
const drip =
  (intervalMs?: number): UpstreamHandler =>
  (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/octet-stream' }).write('x');
    if (intervalMs === undefined) return;
    const timer = setInterval(() => reply.raw.write('x'), intervalMs);
    reply.raw.once('close', () => clearInterval(timer));
  };

it('cuts off an answer that stops', async () => {
  answer = drip();
  await expect((await call('word-games/x')).text()).rejects.toThrow();
});

describe('with short limits', () => {
  // More than the sockets between them take.
  const responseBytes = 24 * 1024 * 1024;
  const path = '/api/remotes/word-games/x';
  let short: RunningGateway;
  const start = async (remoteApiLimits: Partial<RemoteApiLimits>) => {
    short = await startGateway({ env, remoteApiLimits });
    await short.waitUntilReady();
  };
  afterEach(() => short.stop());

  /** Calls and reads nothing before it is told to. */
  async function readLater(): Promise<() => Promise<Buffer>> {
    const sent = request(`${short.url}${path}`, { headers: sessionHeaders('teacher') }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return () => buffer(response);
  }

  it('cuts off an answer that does not end, and one that is read too slowly', async () => {
    await start({ responseBytes, wholeCallMs: 2_000, callsAtOnce: 1 });
    const headers = sessionHeaders('teacher');
    answer = drip(100);
    await expect((await short.call(path, { headers })).text()).rejects.toThrow();
    answer = (_request, reply) => reply.send(Buffer.alloc(responseBytes));
    const read = await readLater();
    // Its place is free again.
    await eventually(async () =>
      expect((await short.call(path, { headers, method: 'HEAD' })).status).toBe(200),
    );
    await expect(read()).rejects.toThrow('aborted');
  });

  it('keeps little of what is read slowly, and cuts off the answer of which most waits', async () => {
    await start({ responseBytes, waitingBytes: 1.25 * responseBytes });
    let finished = 0;
    answer = (_request, reply) => {
      reply.raw.once('finish', () => {
        finished += 1;
      });
      return reply.send(Buffer.alloc(responseBytes));
    };
    const first = await readLater();
    await eventually(() => expect(finished).toBe(1));
    const second = await readLater();
    await eventually(() => expect(finished).toBe(2));
    await expect(first()).rejects.toThrow('aborted');
    expect(await second()).toHaveLength(responseBytes);
  });
});

it('ends the call to the backend when the caller is gone', async () => {
  answer = () => new Promise(() => undefined);
  const before = backend.abortedRequests;
  const caller = new AbortController();
  const left = call('word-games/slow', { signal: caller.signal }).catch(() => undefined);
  await eventually(async () => expect(backend.received).toHaveLength(1));
  caller.abort();
  await left;
  await eventually(async () => expect(backend.abortedRequests).toBe(before + 1));
});

it('takes 300 calls a minute of a user to one remote', async () => {
  const as = sessionHeaders('teacher', { sub: '9', jti: 'token-9' });
  const calls = Array.from({ length: remoteApiLimits.callsPerMinute }, () => call('dead/x', { headers: as }));
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([503]));
  const refused = await call('dead/x', { headers: as });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await call('other/x', { headers: as })).status).toBe(200);
  expect((await call('dead/x')).status).toBe(503);
});
