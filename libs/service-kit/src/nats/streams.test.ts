import { auditStream, streamNames } from '@khmer-learning/contracts';
import { eventually, freePort, type LocalServer, startNats } from '@khmer-learning/test-kit';
import { connect, type NatsConnection } from 'nats';
import { fetchStreamState } from './stream-completeness.ts';
import { ensureStreams } from './streams.ts';

const eventsMaxBytes = 1024 ** 2;

let servers: LocalServer[];
let client: NatsConnection;

/** Starts a cluster of three servers. */
beforeAll(async () => {
  const routePorts = await Promise.all([1, 2, 3].map(() => freePort()));
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`).join(',');
  servers = await Promise.all(
    routePorts.map((port) => {
      const cluster = ['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${port}`, '--routes', routes];
      return startNats({ args: ['--name', `server-${port}`, ...cluster] });
    }),
  );
  client = await connect({ servers: servers.map(({ url }) => url) });
});
afterAll(async () => {
  await client.close();
  await Promise.all(servers.map((server) => server.stop()));
});

/** A stream does not answer while its leader is elected. */
const replicaCounts = () =>
  eventually(async () => {
    const manager = await client.jetstreamManager();
    const names = [streamNames.events, streamNames.deadLetters, auditStream.name];
    const infos = await Promise.all(names.map((name) => manager.streams.info(name)));
    return infos.map(({ config }) => config.num_replicas);
  });

/** A cluster needs a moment to elect the leaders. */
const ensure = (replicas: number) => eventually(() => ensureStreams(client, { eventsMaxBytes, replicas }));

test('streams get the replicas of the setting, and no process with a lower one takes them away', async () => {
  await ensure(1);
  expect(await replicaCounts()).toEqual([1, 1, 1]);
  await ensure(3);
  expect(await replicaCounts()).toEqual([3, 3, 3]);
  await ensure(1);
  expect(await replicaCounts()).toEqual([3, 3, 3]);
});

test('a cluster with too few servers refuses, instead of storing fewer copies', async () => {
  await expect(ensureStreams(client, { eventsMaxBytes, replicas: 5 })).rejects.toThrow();
  expect(await replicaCounts()).toEqual([3, 3, 3]);
});

test('a stream keeps its identity when it is ensured again and its server starts again', async () => {
  const server = await startNats();
  const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  const identity = () => eventually(() => fetchStreamState(connection).then(({ identity }) => identity));
  try {
    await ensureStreams(connection, { eventsMaxBytes, replicas: 1 });
    const before = await identity();
    // A server that has recovered a stream forgets when it was made with the next update.
    await server.restart();
    await eventually(() => ensureStreams(connection, { eventsMaxBytes, replicas: 1 }));
    await server.restart();
    expect(await identity()).toBe(before);
  } finally {
    await connection.close();
    await server.stop();
  }
});
