import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempDirectory, eventually, freePort, startNats } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  type RunningGateway,
  sendRawRequest,
  startFakeUpstream,
  startGateway,
} from '../gateway.fixture.ts';

let gateway: RunningGateway;
let opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await gateway.stop();
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

/** A fake service that is closed after the test. */
async function startService(...args: Parameters<typeof startFakeUpstream>): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream(...args);
  opened.push(upstream);
  return upstream;
}

const readiness = async () => {
  const answer = await gateway.call('/readyz');
  return { status: answer.status, ...((await answer.json()) as { ready: boolean; checks: object }) };
};

it('is ready exactly when everything is', async () => {
  const port = await freePort();
  const nats = await startNats();
  opened.push({ close: () => nats.stop() });
  const shell = await mkdtemp(join(await createTempDirectory(), 'shell-'));
  const users = await startService('users');
  gateway = await startGateway({
    natsUrl: nats.url,
    env: { UPSTREAM_USERS: users.url, UPSTREAM_STATS: `http://127.0.0.1:${port}`, SHELL_DIR: shell },
  });
  const all = { identity: true, changes: true, users: true, stats: true, shell: true, serving: true };
  const becomes = (missing: object) =>
    eventually(async () =>
      expect(await readiness()).toEqual({
        status: Object.keys(missing).length ? 503 : 200,
        ready: Object.keys(missing).length === 0,
        checks: { ...all, ...missing },
      }),
    );

  await becomes({ stats: false, shell: false });
  const stats = await startService('stats', undefined, { port });
  await becomes({ shell: false });
  await writeFile(join(shell, 'index.html'), '<!doctype html>');
  await becomes({});

  users.state = 'degraded';
  await becomes({ users: false });
  users.state = 'ready';
  await stats.close();
  await becomes({ stats: false });
  await startService('stats', undefined, { port });
  await nats.pause();
  await becomes({ identity: false, changes: false });
  nats.resume();
  await becomes({});
  await rm(join(shell, 'index.html'));
  await becomes({ shell: false });
  expect((await gateway.call('/healthz')).status).toBe(200);
});

it('tells load balancers that it takes requests from its first readiness until it drains, whoever else is down', async () => {
  const port = await freePort();
  const users = await startService('users');
  gateway = await startGateway({
    env: { UPSTREAM_USERS: users.url, UPSTREAM_STATS: `http://127.0.0.1:${port}` },
  });
  const statuses = async () => [(await readiness()).status, (await gateway.call('/readyz/gateway')).status];
  await eventually(async () => expect((await readiness()).checks).toMatchObject({ users: true }));
  expect(await statuses()).toEqual([503, 503]);
  const stats = await startService('stats', undefined, { port });
  await eventually(async () => expect(await statuses()).toEqual([200, 200]));
  await stats.close();
  await eventually(async () => expect(await statuses()).toEqual([503, 200]));
  gateway.app.startDraining();
  expect(await statuses()).toEqual([503, 503]);
});

it('takes requests 30 s after its start, although a service has not been ready yet', async () => {
  const users = await startService('users');
  const stats = `http://127.0.0.1:${await freePort()}`;
  gateway = await startGateway({ env: { UPSTREAM_USERS: users.url, UPSTREAM_STATS: stats } });
  const status = async () => (await gateway.call('/readyz/gateway')).status;
  expect(await status()).toBe(503);
  const inHalfAMinute = Date.now() + 30_001;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(inHalfAMinute);
  await status().finally(() => clock.mockRestore());
  expect(await status()).toBe(200);
});

it('says that it is about to stop, on every answer, while it still answers', async () => {
  const users = await startService('users');
  gateway = await startGateway({ env: { UPSTREAM_USERS: users.url } });
  await gateway.waitUntilReady();
  gateway.app.startDraining();
  expect(await readiness()).toMatchObject({ status: 503, checks: { users: true, serving: false } });
  for (const path of ['/healthz', '/api/users', '/api/nothing', '/api/auth/session']) {
    const answer = await sendRawRequest(`${gateway.url}${path}`, { headers: { connection: 'keep-alive' } });
    expect(answer.headers.connection).toBe('close');
  }
  const signIn = await sendRawRequest(`${gateway.url}/api/auth/admin`, { method: 'POST', body: '{}' });
  expect([signIn.status, signIn.headers.connection]).toEqual([200, 'close']);
});

it('measures answers by route, services, breakers, cache and feeds, on a port that people do not reach', async () => {
  const users = await startService('users', (_request, reply) => reply.code(401).send({}));
  gateway = await startGateway({ env: { UPSTREAM_USERS: users.url } });
  await gateway.waitUntilReady();
  await gateway.call('/api/auth/admin', { method: 'POST', body: '{}' });
  await gateway.call('/reset-password/secret-token');
  const text = await gateway.metrics();
  for (const line of [
    /http_request_duration_seconds_count\{.*method="POST",route="\/api\/auth\/admin",status="401".* 1$/m,
    /upstream_attempts_total\{upstream="users",outcome="answered".* 1$/m,
    /upstream_instances\{upstream="users",condition="ready".* 1$/m,
    /upstream_circuit_breakers_open\{upstream="users".* 0$/m,
    /event_feed_up\{feed="identity".* 1$/m,
    /response_cache_bytes\{.* 0$/m,
  ])
    expect(text).toMatch(line);
  expect(text).not.toContain('secret-token');

  expect((await gateway.call('/metrics')).status).toBe(404);
});
