import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventOwners, natsDurables, natsInboxPrefix, republishSubject } from '@khmer-learning/contracts';
import { findMongod, findNatsServer, startChild } from '@khmer-learning/local-stack';
import {
  createTempDirectory,
  eventually,
  freePort,
  type NodeProcess,
  runTypeScript,
  startTraceCollector,
  type TraceCollector,
} from '@khmer-learning/test-kit';
import { mongo } from 'mongoose';
import { type ConsumerInfo, connect, type NatsConnection, type Status } from 'nats';
import { type ComposeFile, readComposeFile, repositoryRoot } from './compose-file.fixture.ts';
import { generateMissingSecrets, replicaSetName } from './secrets.ts';

/** The processes that this test starts, with exactly the environment of the compose file. */
const services = ['users', 'content', 'quizzes', 'commerce', 'media', 'stats'] as const;

/** Long, because all processes run on one machine and passwords are hashed at full cost. */
const slowMachineSettings = { UPSTREAM_TIMEOUT_MS: '15000', MONGODB_TIMEOUT_MS: '30000' };

let compose: ComposeFile;
let collector: TraceCollector;
let folder: string;
let secrets: Record<string, string>;
let mongoPort: number;
let natsPort: number;
/** The admin's cookie, after the sign-in. */
let cookie: string;
/** The local port that replaces a container's `<name>:8080`. */
const ports = new Map<string, number>();
const runs = new Map<string, NodeProcess>();
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  compose = await readComposeFile();
  collector = await startTraceCollector();
  stops.push(collector.stop);
  folder = await createTempDirectory();
  [mongoPort, natsPort] = [await freePort(), await freePort()];
  for (const name of [...services, 'gateway', 'shell']) ports.set(name, await freePort());
  secrets = generateMissingSecrets({ mongo: `localhost:${mongoPort}`, nats: `localhost:${natsPort}` });
  await mkdir(join(folder, 'secrets'));
  for (const [name, content] of Object.entries(secrets))
    await writeFile(join(folder, 'secrets', name), `${content}\n`);
  await startSecuredMongo(secrets.mongo_root_password ?? '', join(folder, 'secrets/mongo_keyfile'));
  await startSecuredNats(secrets.nats_conf ?? '');
});
afterAll(async () => {
  await Promise.all([...runs.values()].map((run) => run.stop()));
  for (const stop of stops.reverse()) await stop();
});

/** Starts mongod like the image does: first standalone, to create the root user, then as a replica set with users. */
async function startSecuredMongo(password: string, keyFile: string): Promise<void> {
  await chmod(keyFile, 0o400);
  const dbPath = join(folder, 'mongo');
  await mkdir(dbPath);
  const args = ['--port', String(mongoPort), '--dbpath', dbPath, '--bind_ip', '127.0.0.1', '--nounixsocket'];
  args.push('--wiredTigerCacheSizeGB', '0.25', '--quiet');
  const command = await findMongod();
  const alone = await startChild({ command, args });
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${mongoPort}/?directConnection=true`);
  await eventually(() => client.connect());
  await client.db('admin').command({ createUser: 'root', pwd: password, roles: ['root'] });
  await client.close();
  await alone.stop();
  const secured = await startChild({
    command,
    args: [...args, '--replSet', replicaSetName, '--keyFile', keyFile],
  });
  stops.push(() => secured.stop());
}

async function startSecuredNats(configuration: string): Promise<void> {
  const file = join(folder, 'nats.conf');
  const here = configuration
    .replace('port: 4222', `host: 127.0.0.1\nport: ${natsPort}`)
    .replace('http: 8222', '')
    .replace('store_dir: /data', `store_dir: ${JSON.stringify(join(folder, 'nats'))}`)
    // The local server may be older than the container's and may not support this setting.
    .replace('sync_interval: always', '');
  await writeFile(file, here);
  const server = await startChild({ command: await findNatsServer(), args: ['--config', file] });
  stops.push(() => server.stop());
}

/** A container's environment, with files, hosts and ports replaced by local ones. */
function environmentOf(name: string): Record<string, string> {
  const given = compose.services[name]?.environment ?? {};
  const here = Object.entries(given).map(([key, value]): [string, string] => [
    key,
    // What is set to nothing.
    (value ?? '')
      .replace('/run/secrets/', join(folder, 'secrets/'))
      .replace('mongo:27017', `localhost:${mongoPort}`)
      .replace(/http:\/\/([a-z-]+):8080/g, (url, host: string) =>
        ports.has(host) ? `http://127.0.0.1:${ports.get(host)}` : url,
      ),
  ]);
  const environment = {
    ...Object.fromEntries(here),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    // The container's port may be in use on this machine.
    METRICS_PORT: '0',
  };
  return ports.has(name) ? { ...environment, HOST: '127.0.0.1', PORT: String(ports.get(name)) } : environment;
}

async function start(
  name: string,
  file: string,
  { as = name, env = {} }: { as?: string; env?: Record<string, string> } = {},
): Promise<NodeProcess> {
  const run = await runTypeScript(join(repositoryRoot, file), { env: { ...environmentOf(name), ...env } });
  runs.set(as, run);
  return run;
}

async function readiness(name: string): Promise<{ status: number; checks: Record<string, boolean> }> {
  const response = await fetch(`http://127.0.0.1:${ports.get(name)}/readyz`).catch(() => {
    throw new Error(`${name} does not listen: ${runs.get(name)?.lines.join('\n')}`);
  });
  const { checks } = (await response.json()) as { checks: Record<string, boolean> };
  return { status: response.status, checks };
}

const urlOf = (name: string) => `http://127.0.0.1:${ports.get(name)}`;

function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const origin = compose.services.gateway?.environment?.PUBLIC_URL ?? '';
  return fetch(`${urlOf('gateway')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  });
}

/** @returns the admin's cookie */
async function signIn(): Promise<string> {
  const email = compose.services.users?.environment?.ADMIN_EMAIL;
  const signedIn = await call('/api/auth/admin', { email, password: secrets.admin_password });
  expect(signedIn.status).toBe(200);
  return (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** A connection with the permissions of a process. */
async function natsAs(name: string): Promise<NatsConnection> {
  const { username: user, password: pass } = new URL(secrets[`nats_url_${name}`] ?? '');
  const nats = await connect({
    servers: `127.0.0.1:${natsPort}`,
    user,
    pass,
    inboxPrefix: natsInboxPrefix(user),
    reconnect: false,
  });
  stops.push(() => nats.close());
  return nats;
}

/** Resolves with the next permission error of NATS. */
async function firstPermissionError(nats: NatsConnection): Promise<Status['permissionContext']> {
  for await (const status of nats.status()) if (status.type === 'error') return status.permissionContext;
  return undefined;
}

/** Waits until a gateway knows that every service is ready. No shell runs here. */
async function waitUntilGatewayReachesAll(name: string): Promise<void> {
  await eventually(
    async () => {
      const { checks } = await readiness(name);
      for (const check of [...services, 'identity']) expect([check, checks[check]]).toEqual([check, true]);
    },
    { timeoutMs: 60_000 },
  );
}

const streams = ['EVENTS', 'AUDIT', 'DEAD', 'KV_remote-releases'];

/** Subjects of every verb of JetStream's API, and of what others publish, that a process may not use. */
function foreignSubjects(name: (typeof services)[number] | 'gateway'): string[] {
  const isForeign = (stream: string) => !(name === 'gateway' && stream.startsWith('KV_'));
  const durables = natsDurables.filter(({ service }) => service !== name);
  const anyStream = ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'SNAPSHOT', 'RESTORE', 'MSG.GET', 'MSG.DELETE'];
  anyStream.push('LEADER.STEPDOWN', 'PEER.REMOVE');
  const onConsumer = ['CREATE', 'DURABLE.CREATE', 'DELETE', 'MSG.NEXT', 'PAUSE', 'UNPIN', 'LEADER.STEPDOWN'];
  // A gateway follows the progress of its consumers, whose names the server makes.
  if (name !== 'gateway') onConsumer.push('INFO');
  return [
    ...['STREAM.LIST', 'STREAM.NAMES', 'STREAM.TEMPLATE.CREATE.X', 'META.LEADER.STEPDOWN', 'SERVER.REMOVE'],
    ...['ACCOUNT.PURGE.$G', 'ACCOUNT.STREAM.MOVE.$G.EVENTS', 'STREAM.CREATE.MINE', 'STREAM.INFO.MINE'],
    ...streams.flatMap((stream) => [
      ...anyStream.map((verb) => `STREAM.${verb}.${stream}`),
      `CONSUMER.NAMES.${stream}`,
      ...(isForeign(stream) ? [`DIRECT.GET.${stream}`] : []),
      ...(stream === 'EVENTS' || !isForeign(stream) ? [] : [`CONSUMER.CREATE.${stream}`]),
    ]),
    ...(name === 'gateway' ? [] : ['CONSUMER.CREATE.EVENTS', 'STREAM.INFO.KV_remote-releases']),
    ...(name === 'content' ? [] : ['CONSUMER.LIST.EVENTS']),
    ...durables.flatMap(({ stream, durable, filterSubject }) => [
      ...onConsumer.map((verb) => `CONSUMER.${verb}.${stream}.${durable}`),
      `CONSUMER.CREATE.${stream}.${durable}.${filterSubject}`,
    ]),
    ...['DIRECT.GET.AUDIT.audit.users.1', 'DIRECT.GET.EVENTS.events.users.user.1', 'CONSUMER.LIST.AUDIT'],
  ]
    .map((subject) => `$JS.API.${subject}`)
    .concat(
      durables.map(({ stream, durable }) => `$JS.ACK.${stream}.${durable}.1.1.1.1.1`),
      durables.map(({ durable }) => `dead.${durable}`),
      ['events.users.user.1', `events.${name === 'content' ? 'mine' : name}.lesson.1`, 'audit.users.1'],
      name === 'gateway'
        ? []
        : ['gateway.presence', 'gateway.rate-limit', '$KV.remote-releases.releases.content'],
    );
}

describe('every process, with the environment of docker-compose.yml', () => {
  it('creates the replica set and the database users, idempotently', async () => {
    for (let time = 0; time < 2; time += 1) {
      const run = await start('prepare-database', 'deploy/src/prepare-database.ts');
      expect(await run.exited).toMatchObject({ code: 0 });
      // The output may be read after the end.
      await eventually(() => expect(run.lines.join('\n')).toContain('ready'));
    }
  });

  it('creates the streams and durable consumers, idempotently', async () => {
    for (let time = 0; time < 2; time += 1) {
      const run = await start('prepare-nats', 'deploy/src/prepare-nats.ts');
      expect(await run.exited).toMatchObject({ code: 0 });
    }
    const manager = await (await natsAs('operator')).jetstreamManager();
    for (const { stream, durable } of natsDurables)
      expect((await manager.consumers.info(stream, durable)).config).toMatchObject({ durable_name: durable });
  });

  it('becomes ready with its own users and passwords', async () => {
    await Promise.all(
      services.map((name) => start(name, `services/${name}/src/server.ts`, { env: slowMachineSettings })),
    );
    for (const name of services)
      await eventually(async () => expect(await readiness(name)).toMatchObject({ status: 200 }), {
        timeoutMs: 60_000,
      });
    await start('gateway', 'gateway/src/server.ts', { env: slowMachineSettings });
    await waitUntilGatewayReachesAll('gateway');
  });

  it('propagates a change from the gateway to the figures', async () => {
    cookie = await signIn();
    const lessonType = { title: 'Vocabulary', icon: '📖' };
    const mainLesson = { title: 'Greetings', description: 'The first words', imageCover: 'cover.png' };
    expect((await call('/api/lesson-type', lessonType, { cookie })).status).toBe(201);
    const created = await call('/api/main-lessons', mainLesson, { cookie });
    expect(created.status).toBe(201);
    const after = { cookie, 'x-after': created.headers.get('x-event') ?? '' };
    // The figures wait for the change for a second only, and not for that of the users.
    await eventually(async () => {
      const stats = await fetch(`${urlOf('gateway')}/api/dashboard/stats`, { headers: after });
      expect(await stats.json()).toMatchObject({ totalMainLessons: 1, totalUsers: 1 });
    });
  });

  it('traces that change from the gateway through the service and its event', async () => {
    await eventually(() => {
      const begun = collector.spans.find(
        ({ service, name }) => service === 'gateway' && name === 'POST /api/main-lessons',
      );
      const parts = collector.spans.filter(({ traceId }) => traceId === begun?.traceId);
      const names = parts.map(({ service, name }) => `${service}: ${name}`);
      expect(names).toEqual(
        expect.arrayContaining([
          'gateway: POST /api/main-lessons',
          'content: POST /api/main-lessons',
          'stats: process stats-1',
        ]),
      );
    });
  });

  it('denies a service access to other databases', async () => {
    const client = new mongo.MongoClient(secrets.mongodb_uri_content ?? '');
    stops.push(() => client.close());
    const found = client.db('khmer-learning-users').collection('users').findOne();
    await expect(found).rejects.toThrow(/not authorized/);
  });

  describe.each(['content', 'media', 'stats', 'gateway'] as const)('lets %s', (name) => {
    it('use no verb of JetStream on what is not its own, and publish for nobody else', async () => {
      const tried = foreignSubjects(name);
      const nats = await natsAs(name);
      const refused = new Set<string>();
      void (async () => {
        for await (const { permissionContext } of nats.status())
          if (permissionContext) refused.add(permissionContext.subject);
      })();
      for (const subject of tried) nats.publish(subject, '{}');
      await nats.flush();
      await eventually(() => expect(tried.filter((subject) => !refused.has(subject))).toEqual([]));
    });
  });

  it('lets a gateway make or change no durable by a consumer without a name', async () => {
    const operator = await (await natsAs('operator')).jetstreamManager();
    const before = await operator.consumers.list('EVENTS').next();
    const gateway = await natsAs('gateway');
    for (const config of [
      { durable_name: 'mine' },
      { name: 'stats-1' },
      { name: 'stats-1', durable_name: 'stats-1' },
    ]) {
      const request = {
        stream_name: 'EVENTS',
        config: { ...config, ack_policy: 'none', deliver_policy: 'all', deliver_subject: 'gateway.presence' },
      };
      const answer = await gateway.request('$JS.API.CONSUMER.CREATE.EVENTS', JSON.stringify(request));
      expect(answer.json()).toMatchObject({ error: expect.anything() });
    }
    const durables = ({ name, config, created }: ConsumerInfo) => ({ name, config, created });
    expect((await operator.consumers.list('EVENTS').next()).map(durables)).toEqual(before.map(durables));
  });

  it.each(['_INBOX.>', '_INBOX.users.>', '_INBOX.users.*'])(
    'lets a service read no answers to others: %s',
    async (subject) => {
      const nats = await natsAs('content');
      const refused = firstPermissionError(nats);
      nats.subscribe(subject, { callback: () => undefined });
      expect(await refused).toEqual({ operation: 'subscription', subject });
    },
  );

  it('shares the rate limit of a key between two gateways', async () => {
    ports.set('another gateway', await freePort());
    await start('gateway', 'gateway/src/server.ts', {
      as: 'another gateway',
      env: { ...slowMachineSettings, PORT: String(ports.get('another gateway')), API_RATE_LIMIT: '20' },
    });
    await waitUntilGatewayReachesAll('another gateway');
    const key = `khmer_${randomBytes(24).toString('base64url')}_${Date.now().toString(36)}`;
    expect((await call('/api/api-keys', { key }, { cookie })).status).toBe(201);
    const read = (gateway: string) =>
      fetch(`${urlOf(gateway)}/api/v1/lessons`, { headers: { 'x-api-key': key } });
    await eventually(async () => expect((await read('gateway')).status).toBe(200));
    for (let i = 0; i < 20; i += 1) expect((await read('gateway')).status).toBe(200);
    await eventually(async () => expect((await read('another gateway')).status).toBe(429));
  });

  it.each(eventOwners)('lets an operator, and nobody else, ask %s to republish', async (owner) => {
    const operator = await natsAs('operator');
    const answer = await operator.request(republishSubject(owner), '', { timeout: 10_000 });
    expect(answer.json()).toMatchObject({ service: owner, totalRows: expect.any(Number) });
    const service = await natsAs('stats');
    const refused = firstPermissionError(service);
    service.publish(republishSubject(owner));
    expect(await refused).toEqual({ operation: 'publish', subject: republishSubject(owner) });
  });

  it('gets no permission error from NATS', () => {
    const refusals = [...runs].flatMap(([name, { lines }]) =>
      lines.filter((line) => line.includes('NATS denied permission')).map((line) => `${name}: ${line}`),
    );
    expect(refusals).toEqual([]);
  });
});
