import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { eventually } from '@khmer-learning/test-kit';
import {
  type RawResponse,
  type RunningGateway,
  sendRawRequest,
  sessionHeaders,
  startGateway,
} from '../../gateway.fixture.ts';

const page =
  '<!doctype html><html lang=en><head><title>Khmer Learning</title><script defer src=/assets/main.js></script></head></html>';
const script = 'console.log("shell");'.repeat(50);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A static host that records its requests. */
interface Host {
  readonly url: string;
  readonly received: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  /** By path; anything else is 404. */
  readonly files: Map<string, Answer>;
  close(): Promise<void>;
}

async function startHost(): Promise<Host> {
  const files: Host['files'] = new Map();
  const received: Host['received'] = [];
  const server = createServer((request, response) => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    const answer = files.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const file =
  (body: string | Buffer, headers: Record<string, string>): Answer =>
  (_request, response) => {
    response.writeHead(200, headers).end(body);
  };
const html = (text: string) => file(text, { 'content-type': 'text/html' });
const json = (value: unknown) => file(JSON.stringify(value), { 'content-type': 'application/json' });

let shell: Host;
let remote: Host;
let gateway: RunningGateway;

beforeEach(async () => {
  [shell, remote] = await Promise.all([startHost(), startHost()]);
  shell.files.set('/index.html', html(page));
  remote.files.set('/remote-manifest.json', json({ name: 'content', build: '1' }));
  gateway = await startGateway({
    endpoints: [],
    env: {
      SHELL_URL: shell.url,
      REMOTE_URLS: `content=${remote.url}`,
      REMOTES: JSON.stringify([{ name: 'content', entry: '/remotes/content/mf-manifest.json' }]),
    },
  });
  await gateway.waitUntilReady();
});
afterEach(async () => {
  await gateway.stop();
  await Promise.all([shell.close(), remote.close()]);
});

const open = (path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  sendRawRequest(`${gateway.url}${path}`, { headers: { accept: 'text/html', ...headers } });

it('sends the pages of the host with a policy and a nonce of their own', async () => {
  for (const [path, status] of [
    ['/', 200],
    ['/dashboard', 200],
    ['/reset-password/abc', 200],
    ['/nothing', 404],
  ] as const) {
    const answer = await open(path);
    const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(answer.body)?.[1];
    expect(nonce).toBeDefined();
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'private, no-store']);
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(answer.body).toContain(`<script nonce="${nonce}" defer src=/assets/main.js>`);
  }
});

it('takes up a new release of the shell, and keeps its page while the host is away', async () => {
  shell.files.set('/index.html', html(page.replace('main.js', 'main.2.js')));
  await eventually(async () => expect((await open('/')).body).toContain('main.2.js'));
  await shell.close();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect((await open('/')).body).toContain('main.2.js');
  await gateway.waitUntilReady();
});

it('is not ready, and says so on every page, until the host has answered once', async () => {
  const late = await startHost();
  const other = await startGateway({ endpoints: [], env: { SHELL_URL: late.url } });
  try {
    const ready = async () => ((await (await other.call('/readyz')).json()) as { checks: object }).checks;
    await eventually(async () => expect(late.received.length).toBeGreaterThan(0));
    expect(await ready()).toMatchObject({ shell: false });
    expect((await other.call('/')).status).toBe(503);
    late.files.set('/index.html', html(page));
    await eventually(async () => expect(await ready()).toMatchObject({ shell: true }));
    expect((await other.call('/')).status).toBe(200);
  } finally {
    await other.stop();
    await late.close();
  }
});

it('streams files through, with their encoding, tags and caching', async () => {
  const packed = brotliCompressSync(script);
  const headers = {
    'content-type': 'text/javascript',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=60',
    etag: '"1"',
    vary: 'accept-encoding',
  };
  remote.files.set('/assets/remote.0123456789.js', (request, response) => {
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304, { etag: '"1"' }).end();
    else response.writeHead(200, headers).end(packed);
  });
  const path = '/remotes/content/assets/remote.0123456789.js';
  const answer = await gateway.call(path, { headers: { 'accept-encoding': 'br' } });
  expect(await answer.text()).toBe(script);
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  expect(remote.received.at(-1)?.headers['accept-encoding']).toBe('br');
  const again = await gateway.call(path, { headers: { 'if-none-match': '"1"' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await gateway.call(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/javascript']);
});

it('streams a file after which the host ends the connection, also to slow callers', async () => {
  const text = 'x'.repeat(200_000);
  remote.files.set('/assets/last.js', file(text, { 'content-type': 'text/javascript', connection: 'close' }));
  const call = async () => {
    const answer = await gateway.call('/remotes/content/assets/last.js');
    await delay(100);
    return (await answer.text()).length;
  };
  const lengths = await Promise.all(Array.from({ length: 20 }, call));
  expect(new Set(lengths)).toEqual(new Set([text.length]));
});

it('says how long a file may be kept where the host does not', async () => {
  const plain = file(script, { 'content-type': 'text/javascript' });
  for (const name of ['/remoteEntry.js', '/assets/remote.0123456789.js']) remote.files.set(name, plain);
  const caching = async (path: string) => (await open(path)).headers['cache-control'];
  expect(await caching('/remotes/content/remoteEntry.js')).toBe('no-cache');
  expect(await caching('/remotes/content/assets/remote.0123456789.js')).toContain('immutable');
});

it('sends a host nothing about the caller, and takes only the file from it', async () => {
  shell.files.set(
    '/assets/main.js',
    file(script, {
      'content-type': 'text/javascript',
      'set-cookie': 'session=stolen',
      'x-powered-by': 'inside',
      'content-security-policy': "default-src 'none'",
      'proxy-authenticate': 'Basic',
    }),
  );
  const answer = await open('/assets/main.js?t=1', {
    ...sessionHeaders(),
    authorization: 'Bearer secret',
    'x-api-key': 'secret',
    'x-user-id': '1',
    'x-forwarded-for': '203.0.113.9',
  });
  expect([answer.status, answer.body]).toEqual([200, script]);
  for (const name of ['set-cookie', 'x-powered-by', 'content-security-policy', 'proxy-authenticate'])
    expect(answer.headers[name]).toBeUndefined();
  const { headers = {} } = shell.received.find(({ url }) => url === '/assets/main.js') ?? {};
  expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host']);
});

it.each([
  ['a file that is not there', '/assets/none.js'],
  ['the page under its file name', '/index.html'],
  ['a step outside', '/remotes/content/..%2f..%2fetc%2fpasswd'],
  ['a step outside, disguised', '/remotes/content/assets/..%5c..%5csecret'],
  ['a hidden file', '/remotes/content/.env.js'],
  ['a folder', '/remotes/content/assets/'],
  ['a redirect', '/remotes/content/moved.js'],
  ['a page instead of a script', '/remotes/content/assets/page.js'],
  ['a remote that is not served here', '/remotes/other/remoteEntry.js'],
])('%s is not found', async (_name, path) => {
  const redirect: Answer = (_request, response) =>
    void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  remote.files.set('/moved.js', redirect);
  remote.files.set('/assets/page.js', html('<h1>Welcome</h1>'));
  for (const name of ['/../etc/passwd', '/etc/passwd', '/secret', '/.env.js'])
    remote.files.set(name, html(''));
  const answer = await open(path, { accept: '*/*' });
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found']);
  expect(answer.headers.location).toBeUndefined();
});

it('a hanging host times out, without retries, and does not block other requests', async () => {
  remote.files.set('/remoteEntry.js', () => undefined);
  shell.files.set('/assets/main.js', file(script, { 'content-type': 'text/javascript' }));
  const answered: number[] = [];
  const ask = async (path: string) => void answered.push((await open(path)).status);
  const hanging = Array.from({ length: 20 }, () => ask('/remotes/content/remoteEntry.js'));
  await Promise.all(['/', '/assets/main.js', '/remotes.json', '/readyz'].map(ask));
  expect(answered).toEqual([200, 200, 200, 200]);
  await Promise.all(hanging);
  expect(answered.slice(4)).toEqual(hanging.map(() => 504));
  expect(remote.received.filter(({ url }) => url === '/remoteEntry.js')).toHaveLength(20);
});

it('an unavailable or failing host gives 503 without details', async () => {
  remote.files.set(
    '/remoteEntry.js',
    (_request, response) => void response.writeHead(500).end('at /srv/inside'),
  );
  expect((await open('/remotes/content/remoteEntry.js')).status).toBe(503);
  await remote.close();
  const answer = await open('/remotes/content/remoteEntry.js');
  expect(answer.status).toBe(503);
  expect(answer.body).not.toContain('127.0.0.1');
  expect((await open('/')).status).toBe(200);
});

it('lists the remote with the manifest of its host', async () => {
  const manifests = async () => {
    const { remotes } = (await (await gateway.call('/remotes.json')).json()) as {
      remotes: { manifest?: unknown }[];
    };
    return remotes.map(({ manifest }) => manifest);
  };
  await eventually(async () => expect(await manifests()).toEqual([{ name: 'content', build: '1' }]));
  remote.files.set('/remote-manifest.json', json({ name: 'content', build: '2' }));
  await eventually(async () => expect(await manifests()).toEqual([{ name: 'content', build: '2' }]));
});
