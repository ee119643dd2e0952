import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consoleHealthGet,
  dashboardStatsGet,
  endpoints,
  lessons as lessonEndpoints,
  presenceStream,
  remoteSettings,
  remoteTokenAudience,
  remoteTokenOptions,
  sessionUserSchema,
} from '@khmer-learning/contracts';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type DevHost, startDevHost } from './dev-host.ts';
import { exampleOf } from './example-of.ts';

/** The console of one remote, with stand-ins for the remote's dev server and for a gateway. */
let shell: string;
let remote: Server;
let gateway: Server;
let received: IncomingMessage[];
let hosts: DevHost[];

const manifest = { name: 'games', label: 'Games', api: { roles: ['admin'] } };
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const entryOf = (server: Server) => `${urlOf(server)}/mf-manifest.json`;
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

async function start(gatewayUrl?: string, api?: string): Promise<string> {
  const host = await startDevHost({ shell, remotes: [entryOf(remote)], port: 0, gateway: gatewayUrl, api });
  hosts.push(host);
  return host.url;
}

const postJson = (url: string, body: object) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dev-host-'));
  await writeFile(join(folder, 'secret.txt'), 'outside');
  shell = await mkdtemp(join(folder, 'shell-'));
  await writeFile(join(shell, 'index.html'), '<html><head></head><script src="/main.js"></script></html>');
  await writeFile(join(shell, 'main.js'), 'start()');
  remote = createServer((_request, response) => response.end(JSON.stringify(manifest)));
  gateway = createServer((request, response) => {
    received.push(request);
    if (request.url === presenceStream.path) response.write('\n');
    else response.setHeader('set-cookie', 'session=1').end('{"real":true}');
  });
  await Promise.all([listen(remote), listen(gateway)]);
});
beforeEach(() => {
  received = [];
  hosts = [];
});
afterEach(() => Promise.all(hosts.map((host) => host.stop())));
afterAll(async () => {
  await Promise.all([remote, gateway].map((server) => new Promise((done) => server.close(done))));
  await rm(join(shell, '..'), { recursive: true });
});

describe('the development host', () => {
  it('serves the shell on every path under the policy of production, its files, and nothing else', async () => {
    const url = await start();
    const page = await fetch(`${url}/dashboard`);
    const text = await page.text();
    const nonce = /<script nonce="([^"]+)" src="\/main.js">/.exec(text)?.[1];
    expect(text).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' ${urlOf(remote)};`);
    expect(policy).not.toContain('unsafe');
    expect(await (await fetch(`${url}/main.js`)).text()).toBe('start()');
    expect(await (await fetch(`${url}/..%2fsecret.txt`)).text()).not.toContain('outside');
  });

  it('lists the remote of its dev server, and says what is wrong while there is none', async () => {
    const url = await start();
    const entry = entryOf(remote);
    const listed = await (await fetch(`${url}/remotes.json`)).json();
    expect(listed).toEqual({
      remotes: [{ name: 'games', entry, manifest }],
      problems: [],
    });
    const alone = await startDevHost({ shell, remotes: ['http://127.0.0.1:1/mf-manifest.json'], port: 0 });
    hosts.push(alone);
    const { problems } = (await (await fetch(`${alone.url}/remotes.json`)).json()) as { problems: object[] };
    expect(problems).toEqual([{ name: 'REMOTES', problem: expect.stringContaining('fetch failed') }]);
  });

  it('answers as an admin who is signed in, signs out, and signs in with the role of the address', async () => {
    const url = await start();
    const session = () => fetch(`${url}/api/auth/session`);
    expect(await (await session()).json()).toMatchObject({ user: { role: 'admin' } });
    expect((await postJson(`${url}/api/auth/logout`, {})).status).toBe(200);
    expect([(await session()).status, (await fetch(`${url}/api/lessons`)).status]).toEqual([401, 401]);
    await postJson(`${url}/api/auth/admin`, { email: 'teacher@khmer.local', password: 'x' });
    const { user } = (await (await session()).json()) as { user: unknown };
    expect(sessionUserSchema.parse(user)).toMatchObject({ email: 'teacher@khmer.local', role: 'teacher' });
  });

  it('answers with examples that follow the contract, under the id that was asked for', async () => {
    const url = await start();
    const lesson = lessonEndpoints.get.response.parse(await (await fetch(`${url}/api/lessons/42`)).json());
    expect(lesson).toMatchObject({ id: 42, title: 'Title 1' });
    const dashboard = await fetch(`${url}${dashboardStatsGet.path}`);
    expect(dashboardStatsGet.response.parse(await dashboard.json())).not.toHaveProperty('attention');
    const health = await (await fetch(`${url}${consoleHealthGet.path}`)).json();
    expect(consoleHealthGet.response.parse(health).deadEvents).toBe(0);
    expect(await (await fetch(`${url}/api/dead-jobs/content`)).json()).toEqual({ jobs: [] });
    const presence = await fetch(`${url}${presenceStream.path}`);
    expect([presence.status, presence.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await presence.body?.cancel();
    const unknown = await fetch(`${url}/api/games`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  it('passes the API on to a gateway as its own page would call it', async () => {
    const url = await start(urlOf(gateway));
    const answer = await fetch(`${url}/api/lessons?page=2`, {
      headers: { origin: url, cookie: 'session=1' },
    });
    expect([await answer.json(), answer.headers.get('set-cookie')]).toEqual([{ real: true }, 'session=1']);
    const [request] = received;
    expect(request?.url).toBe('/api/lessons?page=2');
    const host = new URL(urlOf(gateway)).host;
    expect(request?.headers).toMatchObject({ host, origin: urlOf(gateway), cookie: 'session=1' });
    const away = await start('http://127.0.0.1:1');
    expect((await fetch(`${away}/api/lessons`)).status).toBe(502);
  });

  it('ends a stream of the gateway when the page that reads it is closed', async () => {
    const url = await start(urlOf(gateway));
    const page = await fetch(`${url}${presenceStream.path}`);
    const [request] = received;
    const ended = new Promise((done) => request?.socket.once('close', done));
    await page.body?.cancel();
    await ended;
  });
});

describe('the remote’s own backend', () => {
  it('gets the call with a token of who is signed in, and no session', async () => {
    const url = await start(undefined, `${urlOf(gateway)}/v2/`);
    const answer = await fetch(`${url}/api/remotes/games/words/7?level=A1`, {
      headers: { cookie: 'session=1' },
    });
    expect([await answer.json(), answer.headers.get('set-cookie')]).toEqual([{ real: true }, null]);
    const [request] = received;
    expect([request?.url, request?.headers.cookie]).toEqual(['/v2/words/7?level=A1', undefined]);
    const token = request?.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL('/.well-known/jwks.json', url)), {
      issuer: remoteTokenOptions.issuer,
      audience: remoteTokenAudience('games'),
      algorithms: ['EdDSA'],
    });
    expect(payload).toMatchObject({ sub: '1', role: 'admin', exp: (payload.iat ?? 0) + 30 });
  });

  it('is not called for another role, another remote, or without its address', async () => {
    const url = await start(undefined, urlOf(gateway));
    await postJson(`${url}/api/auth/admin`, { email: 'teacher@khmer.local', password: 'x' });
    const status = async (path: string) => (await fetch(path)).status;
    expect(await status(`${url}/api/remotes/games/words`)).toBe(403);
    expect(await status(`${url}/api/remotes/other/words`)).toBe(404);
    expect(await status(`${await start()}/api/remotes/games/words`)).toBe(404);
    expect(received).toEqual([]);
  });

  it('is not needed for settings: those of each remote are kept', async () => {
    const settings = `${await start()}/api/users/me/settings`;
    const put = await fetch(`${settings}/games`, { method: 'PUT', body: '{"level":"A1"}' });
    expect(remoteSettings.put.response.parse(await put.json()).version).toBe(1);
    const read = async (name: string) => (await fetch(`${settings}/${name}`)).json();
    expect([await read('games'), await read('other')]).toEqual([
      { settings: { level: 'A1' }, version: 1 },
      { settings: {}, version: 0 },
    ]);
  });
});

it.each(
  endpoints
    .filter(
      ({ access, envelope, responseType }) =>
        access !== 'internal' && !envelope && responseType !== 'event-stream',
    )
    .map((one) => [one.id, one]),
)('has an example of the response of %s', (_id, { response }) => {
  expect(response.safeParse(exampleOf(response)).error?.issues ?? []).toEqual([]);
});
