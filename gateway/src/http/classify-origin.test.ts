import {
  type FakeUpstream,
  type RunningGateway,
  sendRawRequest,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../gateway.fixture.ts';

const publicUrl = 'https://console.example.com';

let upstream: FakeUpstream;
let plain: RunningGateway;
let secure: RunningGateway;
/** Created after the gateways have started, because they trust only tokens newer than their event stream. */
let cookie: string;
let strict: string;

beforeAll(async () => {
  upstream = await startFakeUpstream('users');
  plain = await startGateway({ env: upstreamEnv(upstream.url) });
  await plain.waitUntilReady();
  secure = await startGateway({
    natsUrl: plain.natsUrl,
    env: { ...upstreamEnv(upstream.url), PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback' },
  });
  await secure.waitUntilReady();
  cookie = sessionHeaders().cookie;
  strict = `__Host-session=${userToken('session')}`;
});
beforeEach(() => {
  upstream.received.length = 0;
});
afterAll(async () => {
  await plain.stop();
  await secure.stop();
  await upstream.close();
});

const own = () => ({ origin: plain.url });

function send(gateway: RunningGateway, path: string, method: string, headers: Record<string, string>) {
  return sendRawRequest(`${gateway.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: method === 'GET' || method === 'DELETE' ? '' : '{}',
  });
}

const ours: [string, () => Record<string, string>][] = [
  ['an Origin of the own host', own],
  ['Sec-Fetch-Site: same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
  ['Sec-Fetch-Site: none', () => ({ 'sec-fetch-site': 'none' })],
  ['both', () => ({ ...own(), 'sec-fetch-site': 'same-origin' })],
];
const foreign: [string, () => Record<string, string>][] = [
  ['an Origin of another host', () => ({ origin: 'https://evil.example' })],
  ['an Origin of another port', () => ({ origin: 'http://127.0.0.1:1' })],
  ['an Origin that begins like ours', () => ({ origin: `${plain.url}.evil.example` })],
  ['an Origin of null', () => ({ origin: 'null' })],
  ['Sec-Fetch-Site: cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' })],
  ['our Origin but Sec-Fetch-Site: cross-site', () => ({ ...own(), 'sec-fetch-site': 'cross-site' })],
  [
    'a foreign Origin but Sec-Fetch-Site: same-origin',
    () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
  ],
];

it.each(ours)('lets a signed-in change through with %s', async (_name, headers) => {
  expect((await send(plain, '/api/users/1', 'PUT', { cookie, ...headers() })).status).toBe(200);
});

it.each([...foreign, ['neither header', () => ({})] as const])(
  'refuses a signed-in change with %s',
  async (_name, headers) => {
    for (const [method, path] of [
      ['PUT', '/api/users/1'],
      ['DELETE', '/api/lessons/1'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/register'],
    ] as const) {
      const answer = await send(plain, path, method, { cookie, ...headers() });
      expect([path, answer.status, JSON.parse(answer.body).code]).toEqual([path, 403, 'forbidden']);
    }
    expect(upstream.received).toEqual([]);
  },
);

it.each(['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'])(
  'refuses a signed-in change with a body of %s',
  async (type) => {
    const answer = await send(plain, '/api/users/1', 'PUT', { cookie, ...own(), 'content-type': type });
    expect([answer.status, upstream.received]).toEqual([403, []]);
  },
);

it.each(foreign)('refuses to sign in with %s', async (_name, headers) => {
  expect((await send(plain, '/api/auth/admin', 'POST', headers())).status).toBe(403);
  expect(upstream.received).toEqual([]);
});

it('lets a program without a cookie sign in', async () => {
  expect((await send(plain, '/api/auth/admin', 'POST', {})).status).toBe(200);
});

it('does not check the origin of a read', async () => {
  expect((await send(plain, '/api/users', 'GET', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(
    200,
  );
});

describe('over https', () => {
  it('takes the session from the cookie with the strict name alone', async () => {
    expect((await send(secure, '/api/users', 'GET', { cookie: strict })).status).toBe(200);
    expect((await send(secure, '/api/users', 'GET', { cookie })).status).toBe(401);
  });

  it('accepts its public origin, and not the same host over http', async () => {
    const change = async (headers: Record<string, string>) =>
      (await send(secure, '/api/users/1', 'PUT', { cookie: strict, ...headers })).status;
    expect(await change({ origin: publicUrl })).toBe(200);
    expect(await change({ origin: 'https://gateway.internal', host: 'gateway.internal' })).toBe(200);
    expect(await change({ origin: 'http://console.example.com', host: 'console.example.com' })).toBe(403);
  });

  it("tells the service the client's address as the proxy in front says it, and browsers to stay on https", async () => {
    const answer = await send(secure, '/api/users', 'GET', {
      cookie: strict,
      'x-forwarded-for': '6.6.6.6, 203.0.113.9',
    });
    expect(upstream.received.at(-1)?.headers['x-client-address']).toBe('203.0.113.9');
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
  });
});
