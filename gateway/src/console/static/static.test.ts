import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { authSession, pageStateSchema } from '@khmer-learning/contracts';
import { generateInternalPrivateKey } from '@khmer-learning/service-kit';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  type RawResponse,
  type RunningGateway,
  sendRawRequest,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  type UpstreamHandler,
  upstreamEnv,
} from '../../gateway.fixture.ts';

const page =
  '<!doctype html><html lang=en><head><title>Khmer Learning</title><script defer src=/assets/main.js></script></head></html>';
const script = 'console.log("shell");'.repeat(50);
const remoteOrigin = 'https://remotes.example';

let gateway: RunningGateway;

async function writeBuilt(folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  await writeFile(`${file}.gz`, gzipSync(text));
  await writeFile(`${file}.br`, brotliCompressSync(text));
}

beforeAll(async () => {
  const folder = await createTempDirectory();
  const [shell, remote] = ['shell', 'content'].map((name) => join(folder, name));
  if (!shell || !remote) throw new Error('No folders');
  await writeBuilt(shell, 'index.html', page);
  await writeBuilt(shell, 'assets/main.3f2a9c01b7.js', script);
  await writeBuilt(remote, 'remoteEntry.js', script);
  await writeBuilt(remote, 'mf-manifest.json', '{}');
  await writeBuilt(remote, 'assets/remote.0123456789.js', script);
  await writeFile(join(shell, '.secret'), 'x');
  await writeFile(join(folder, 'outside.txt'), 'outside');
  gateway = await startGateway({
    endpoints: [],
    env: {
      SHELL_DIR: shell,
      REMOTE_DIRS: `content=${remote}`,
      REMOTES: JSON.stringify([{ name: 'quizzes', entry: `${remoteOrigin}/mf-manifest.json`, manifest: {} }]),
    },
  });
  await eventually(async () => {
    const { remotes } = (await (await gateway.call('/remotes.json')).json()) as { remotes: unknown[] };
    expect(remotes).toHaveLength(1);
  });
});
afterAll(() => gateway.stop());

const open = (path: string, headers: Record<string, string> = {}) =>
  sendRawRequest(`${gateway.url}${path}`, { headers: { accept: 'text/html', ...headers } });

/** The built shell page with the nonce that the gateway inserted. */
function splitNonce(body: string): { page: string; nonce: string | undefined } {
  const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(body)?.[1];
  const original = body
    .replace(`<meta property="csp-nonce" nonce="${nonce}">`, '')
    .replace(/<meta name="console-[^>]*>/g, '')
    .replace(/<script type="application\/json".*?<\/script>/, '')
    .replaceAll(` nonce="${nonce}"`, '');
  return { page: original, nonce };
}

describe('pages', () => {
  it.each([
    '/',
    '/dashboard',
    '/dashboard/',
    '/reset-password/abc',
    '/choose-password/abc',
    '/confirm-email/abc',
    '/complete?token=1',
    '/cancel?token=1',
    '/forgot-password',
  ])('the shell answers %s', async (path) => {
    const answer = await open(path);
    expect([answer.status, splitNonce(answer.body).page]).toEqual([200, page]);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it.each(['/nothing', '/dashboard/x', '/reset-password', '/remotes'])(
    'the shell says 404 for %s',
    async (path) => {
      const answer = await open(path);
      expect([answer.status, splitNonce(answer.body).page]).toEqual([404, page]);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    },
  );

  it.each([
    ['a file that is not there', '/nothing.js', {}],
    ['a script that wants data', '/nothing', { accept: 'application/json' }],
    ['a folder', '/assets/', {}],
    ['a file outside', '/..%2foutside.txt', {}],
    ['a hidden file', '/.secret', {}],
    ['the page under its file name', '/index.html', {}],
    ['a copy of the page', '/index.html.br', {}],
    ['the page by a detour', '/assets/../index.html', {}],
    ['a remote that does not live here', '/remotes/other/remoteEntry.js', {}],
  ])('%s is not found', async (_name, path, headers) => {
    const answer = await open(path, headers);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ message: 'Not found', code: 'not_found' });
  });

  it('a change to a page is not found', async () => {
    const answer = await sendRawRequest(`${gateway.url}/dashboard`, { method: 'POST', body: '{}' });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found']);
  });
});

describe('what a page is told', () => {
  const build = (body: string) => /<meta name="console-build" content="([0-9a-f]+)">/.exec(body)?.[1];

  it('the release of the shell, as the list of remotes says it too', async () => {
    const { shell } = (await (await gateway.call('/remotes.json')).json()) as { shell: { build: string } };
    expect(build((await open('/')).body)).toBe(shell.build);
  });

  it('the time zone', async () => {
    expect((await open('/')).body).toContain('<meta name="console-time-zone" content="Asia/Phnom_Penh">');
  });

  it.each(['development', 'production'])('in %s, whether it may take overrides of remotes', async (mode) => {
    const secret = 'a secret of one installation that is long enough';
    const shellDir = await createTempDirectory();
    await writeFile(join(shellDir, 'index.html'), page);
    const other = await startGateway({
      endpoints: [],
      env: {
        NODE_ENV: mode,
        SESSION_SECRETS: secret,
        INTERNAL_PRIVATE_KEY: generateInternalPrivateKey(),
        SHELL_DIR: shellDir,
      },
    });
    try {
      const query = [
        'remote.quizzes=http://localhost:3103/mf-manifest.json',
        'remote.content=https://evil.example/mf-manifest.json',
        'remote.users=nonsense',
      ].join('&');
      const answer = await sendRawRequest(`${other.url}/?${query}`);
      const policy = String(answer.headers['content-security-policy']);
      const isDevelopment = mode === 'development';
      expect(answer.body.includes('<meta name="console-mode" content="development">')).toBe(isDevelopment);
      expect(/script-src [^;]* http:\/\/localhost:3103(;|$)/.test(policy)).toBe(isDevelopment);
      expect(policy).not.toContain('evil.example');
      const plain = await sendRawRequest(`${other.url}/`);
      expect(plain.headers['content-security-policy']).not.toContain('localhost:3103');
    } finally {
      await other.stop();
    }
  });
});

describe('the state in a page', () => {
  const user = {
    id: 7,
    firstName: '</script><script>alert(1)</script>',
    lastName: '<!-- \u2028 $& សុខ',
    email: 'sok@example.com',
    role: 'teacher',
  };
  let users: FakeUpstream;
  let answer: UpstreamHandler;
  let other: RunningGateway;

  beforeAll(async () => {
    users = await startFakeUpstream('users', (request, reply) => answer(request, reply));
    const shellDir = await createTempDirectory();
    await writeFile(join(shellDir, 'index.html'), page);
    other = await startGateway({
      endpoints: [],
      env: {
        SHELL_DIR: shellDir,
        REMOTES: JSON.stringify([
          { name: 'quizzes', entry: `${remoteOrigin}/mf-manifest.json`, manifest: { name: 'quizzes' } },
        ]),
        ...upstreamEnv(users.url),
      },
    });
    await other.waitUntilReady();
  });
  beforeEach(() => {
    answer = () => ({ user });
    users.received.length = 0;
  });
  afterAll(() => Promise.all([other.stop(), users.close()]));

  const openAs = (headers: Record<string, string>, path = '/') =>
    sendRawRequest(`${other.url}${path}`, { headers: { accept: 'text/html', ...headers } });
  /** The text of the element, as a browser delimits it. */
  const stateOf = ({ body }: RawResponse) => {
    const text = /<script type="application\/json" id="page-state">([\s\S]*?)<\/script>/i.exec(body)?.[1];
    return text === undefined ? undefined : pageStateSchema.parse(JSON.parse(text));
  };

  it.each(['admin', 'teacher'] as const)(
    'is the session and the remotes of the signed-in %s',
    async (role) => {
      answer = () => ({ user: { ...user, role } });
      for (const path of ['/', '/dashboard', '/complete', '/cancel']) {
        const opened = await openAs(sessionHeaders(role), path);
        expect(stateOf(opened)).toMatchObject({
          session: { user: { ...user, role } },
          remotes: { remotes: [{ name: 'quizzes' }] },
        });
        expect(opened.headers['cache-control']).toBe('private, no-store');
        expect(opened.headers.vary).toBe('cookie, accept-encoding');
      }
      expect(users.received.map(({ url, caller }) => [url, caller?.principal])).toEqual(
        Array.from({ length: 4 }, () => [
          authSession.path,
          expect.objectContaining({ kind: 'session', userId: 7, role }),
        ]),
      );
    },
  );

  it('continues the session: the page sets the cookie that the users service has renewed', async () => {
    answer = (_request, reply) => {
      reply.header('set-cookie', 'session=renewed; HttpOnly');
      return { user };
    };
    const { headers } = await openAs(sessionHeaders());
    expect(headers['set-cookie']).toEqual(['session=renewed; HttpOnly']);
  });

  it('comes with the language of its user on the page', async () => {
    const languageOf = async () => /<html[^>]*>/.exec((await openAs(sessionHeaders())).body)?.[0];
    expect(await languageOf()).toBe('<html lang=en>');
    answer = () => ({ user, language: 'km', numerals: 'khmr' });
    expect(await languageOf()).toBe('<html lang="km">');
    expect(stateOf(await openAs(sessionHeaders()))).toMatchObject({
      session: { language: 'km', numerals: 'khmr' },
    });
  });

  it('is the same list of remotes as the browser reads later', async () => {
    const { remotes } = stateOf(await openAs(sessionHeaders())) ?? {};
    expect(remotes).toEqual(await (await other.call('/remotes.json')).json());
  });

  it('cannot end its element, whatever the name is', async () => {
    const { body } = await openAs(sessionHeaders());
    expect(body).not.toContain('alert(1)</script>');
    expect(body).not.toContain('<!--');
    expect(body.match(/<script/g)).toHaveLength(2);
  });

  it('says that nobody is signed in without a session, with an expired and with a forged one', async () => {
    const now = Math.floor(Date.now() / 1_000);
    for (const headers of [
      {},
      sessionHeaders('admin', { exp: now - 1, iat: now - 10 }),
      { cookie: 'session=forged' },
    ]) {
      const opened = await openAs(headers);
      expect(stateOf(opened)).toEqual({ session: null });
      expect(opened.headers['cache-control']).toBe('private, no-store');
    }
    expect(users.received).toEqual([]);
  });

  it('says so too when the users service has deleted the user', async () => {
    answer = (_request, reply) =>
      reply.code(401).send({ message: 'Sign in', code: 'unauthenticated', requestId: '' });
    expect(stateOf(await openAs(sessionHeaders()))).toEqual({ session: null });
  });

  it('is missing when the session cannot be read, and the page is sent all the same', async () => {
    for (const failing of [
      (_request, reply) => reply.code(500).send({}),
      () => ({ user: { id: 'no user' } }),
      () => new Promise(() => undefined),
    ] satisfies UpstreamHandler[]) {
      answer = failing;
      const opened = await openAs(sessionHeaders());
      expect([opened.status, stateOf(opened)]).toEqual([200, undefined]);
    }
  });

  it.each([
    '/reset-password/abc',
    '/choose-password/abc',
    '/confirm-email/abc',
    '/forgot-password',
    '/nothing',
  ])('is missing in %s, which shows everybody the same', async (path) => {
    expect(stateOf(await openAs(sessionHeaders(), path))).toBeUndefined();
    expect(users.received).toEqual([]);
  });

  it('is compressed with the page', async () => {
    answer = () => ({ user: { ...user, lastName: 'Sok '.repeat(300) } });
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const opened = await other.call('/', { headers: { ...sessionHeaders(), 'accept-encoding': accepted } });
      expect(opened.headers.get('content-encoding')).toBe(encoding);
      expect(await opened.text()).toContain('"page-state"');
    }
  });
});

describe('compression and caching', () => {
  it('sends the copy that was compressed at build time', async () => {
    const file = '/assets/main.3f2a9c01b7.js';
    const sent = async (accepted: string) => {
      const response = await gateway.call(file, { headers: { 'accept-encoding': accepted } });
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(response.headers.get('content-type')).toContain('javascript');
      return [response.headers.get('content-encoding'), await response.text()];
    };
    expect(await sent('gzip, deflate, br')).toEqual(['br', script]);
    expect(await sent('gzip')).toEqual(['gzip', script]);
    expect(await sent('identity')).toEqual([null, script]);
    const raw = await sendRawRequest(`${gateway.url}${file}`, { headers: { 'accept-encoding': 'br' } });
    expect(Number(raw.headers['content-length'])).toBe(brotliCompressSync(script).length);
    expect(brotliDecompressSync(brotliCompressSync(script)).equals(gunzipSync(gzipSync(script)))).toBe(true);
  });

  it.each([
    ['/assets/main.3f2a9c01b7.js', 'public, max-age=31536000, immutable'],
    ['/remotes/content/assets/remote.0123456789.js', 'public, max-age=31536000, immutable'],
    ['/remotes/content/remoteEntry.js', 'no-cache'],
    ['/remotes/content/mf-manifest.json', 'no-cache'],
  ])('%s may be kept: %s', async (path, caching) => {
    for (const encoding of ['br', 'identity']) {
      const answer = await open(path, { 'accept-encoding': encoding });
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, caching]);
      const again = await open(path, {
        'if-none-match': String(answer.headers.etag),
        'accept-encoding': encoding,
      });
      expect([again.status, again.body]).toEqual([304, '']);
    }
  });
});

describe('security', () => {
  it('a page runs scripts of our own and of registered remotes alone, in no frame', async () => {
    const answer = await open('/');
    const policy = String(answer.headers['content-security-policy']);
    const { nonce } = splitNonce(answer.body);
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
    expect(rules.get('script-src')).toEqual(["'self'", `'nonce-${nonce}'`, remoteOrigin]);
    expect(rules.get('style-src')).toEqual(["'self'", `'nonce-${nonce}'`, remoteOrigin]);
    expect(rules.get('connect-src')).toEqual([
      "'self'",
      remoteOrigin,
      'wss://remotes.example',
      'ws://localhost:*',
    ]);
    expect(rules.get('img-src')).toEqual(expect.arrayContaining(["'self'", 'data:', 'https:']));
    expect(rules.get('media-src')).toEqual(["'self'", 'blob:']);
    for (const name of ['frame-ancestors', 'base-uri', 'object-src'])
      expect(rules.get(name)).toEqual(["'none'"]);
    expect(policy).not.toContain('unsafe');
  });

  it('a page has a nonce of its own, on its scripts too, and is never taken from a cache', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/', '/nothing', '/complete', '/reset-password/abc']) {
      const { body, headers } = await open(path, { 'if-none-match': '*' });
      const { nonce = '' } = splitNonce(body);
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(body).toContain(`<script nonce="${nonce}" defer`);
      expect(Buffer.from(nonce, 'base64url').length).toBe(16);
      expect([headers['cache-control'], headers.etag, headers['last-modified']]).toEqual([
        'private, no-store',
        undefined,
        undefined,
      ]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  it('a page has no device permissions but that of the microphone, and an isolated browsing context', async () => {
    const { headers } = await open('/');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['permissions-policy']).toContain('geolocation=()');
    // Authors record words.
    expect(headers['permissions-policy']).toContain('microphone=(self)');
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('is kept to https where people come over https, as a proxy that is trusted says', async () => {
    const trusting = await startGateway({ endpoints: [], env: { TRUST_PROXY: 'loopback' } });
    const behind = await startGateway({
      endpoints: [],
      env: { PUBLIC_URL: 'https://learn.example', NODE_ENV: 'development' },
    });
    try {
      const strictness = async (url: string, scheme: string) =>
        (await sendRawRequest(`${url}/remotes.json`, { headers: { 'x-forwarded-proto': scheme } })).headers[
          'strict-transport-security'
        ];
      const forever = 'max-age=63072000; includeSubDomains';
      expect(await strictness(trusting.url, 'https')).toBe(forever);
      expect(await strictness(trusting.url, 'http')).toBeUndefined();
      expect(await strictness(gateway.url, 'https')).toBeUndefined();
      expect(await strictness(behind.url, 'http')).toBe(forever);
    } finally {
      await Promise.all([trusting.stop(), behind.stop()]);
    }
  });

  it('nothing is taken for another type than it says', async () => {
    for (const path of ['/', '/assets/main.3f2a9c01b7.js', '/nothing.js', '/remotes.json']) {
      const { headers } = await open(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    }
  });

  it('the address of a reset link is never sent as a referrer', async () => {
    const { headers } = await open('/reset-password/a-secret-token');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});
