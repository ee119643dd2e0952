import { type EntityEvent, headerNames, streamNames } from '@khmer-learning/contracts';
import { eventually, type LocalServer, publishStreamIsFilled, startNats } from '@khmer-learning/test-kit';
import { connect, headers } from 'nats';
import { pino } from 'pino';
import { connectNats, type NatsConnectionManager } from '../nats/connect-nats.ts';
import { ensureStreams } from '../nats/streams.ts';
import { type EventWatcher, watchChanges, watchEvents } from './watch-events.ts';

const logger = pino({ level: 'silent' });
let server: LocalServer;
let nats: NatsConnectionManager;
let watchers: EventWatcher[];

beforeEach(async () => {
  server = await startNats();
  nats = connectNats(server.url, { name: 'watch-test' });
  watchers = [];
  await ensureStreams(await nats.whenConnected(), { eventsMaxBytes: 1024 ** 2, replicas: 1 });
  await sayFilled();
});

afterEach(async () => {
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  await nats.close();
  await server.stop();
});

async function publish(entityId: string, version: number, surrogateKeys?: string): Promise<void> {
  const event: EntityEvent = {
    id: `${entityId}-${version}`,
    service: 'users',
    entity: 'user-sessions',
    entityId,
    version,
    type: 'changed',
    state: { version },
    occurredAt: new Date().toISOString(),
    actor: null,
    requestId: null,
  };
  const client = await connect({ servers: server.url });
  const messageHeaders = headers();
  if (surrogateKeys !== undefined) messageHeaders.set(headerNames.surrogateKey, surrogateKeys);
  const subject = `events.users.user-sessions.${entityId}`;
  await client.jetstream().publish(subject, JSON.stringify(event), { headers: messageHeaders });
  await client.close();
}

/** The watcher's state: the last version of each entity. */
function watchVersions(): { versions: Map<string, number>; watcher: EventWatcher } {
  const versions = new Map<string, number>();
  const watcher = watchEvents({
    nats,
    logger,
    owner: 'users',
    filterSubjects: ['events.users.user-sessions.*'],
    onEvent: (event) => versions.set(event.entityId, event.version),
  });
  watchers.push(watcher);
  return { versions, watcher };
}

const sayFilled = () => publishStreamIsFilled(nats, 'users');
const live = (watcher: EventWatcher) => eventually(() => expect(watcher.isLive()).toBe(true));

test('delivers the last event of every entity, then new ones', async () => {
  await publish('1', 1);
  await publish('1', 2);
  await publish('2', 1);
  const { versions, watcher } = watchVersions();
  expect(watcher.isLive()).toBe(false);
  await live(watcher);
  expect([...versions]).toEqual([
    ['1', 2],
    ['2', 1],
  ]);

  await publish('1', 3);
  await eventually(() => expect(versions.get('1')).toBe(3));
});

test('ignores messages that are not events', async () => {
  const client = await connect({ servers: server.url });
  await client.jetstream().publish('events.users.user-sessions.9', 'not JSON');
  await client.close();
  await publish('1', 1);
  const { versions, watcher } = watchVersions();
  await live(watcher);
  expect(versions.get('1')).toBe(1);
});

test('is not live while the server is silent, and misses nothing', async () => {
  const { versions, watcher } = watchVersions();
  await live(watcher);
  await server.pause();
  await eventually(() => expect(watcher.isLive()).toBe(false));
  const confirmedAt = watcher.confirmedAt();
  server.resume();
  await publish('1', 1);
  await eventually(() => expect(versions.get('1')).toBe(1));
  await live(watcher);
  expect(watcher.confirmedAt()).toBeGreaterThan(confirmedAt);
});

test('is never live with an undelivered event, also after a killed server and a lost stream', async () => {
  const { versions, watcher } = watchVersions();
  await live(watcher);
  await server.kill();
  await eventually(() => expect(watcher.isLive()).toBe(false));
  await server.restart();
  await publish('1', 1);
  const notifiedBefore = performance.now();
  await eventually(() => expect(watcher.confirmedAt()).toBeGreaterThan(notifiedBefore));
  expect(versions.get('1')).toBe(1);

  const manager = await (await nats.whenConnected()).jetstreamManager();
  await manager.streams.delete(streamNames.events);
  await ensureStreams(await nats.whenConnected(), { eventsMaxBytes: 1024 ** 2, replicas: 1 });
  const recreated = performance.now();
  await publish('2', 7);
  await eventually(() => expect(versions.get('2')).toBe(7));
  // Events of the former stream may be missing.
  await eventually(() => expect(watcher.confirmedAt()).toBe(Number.NEGATIVE_INFINITY));
  await publish('1', 1);
  await sayFilled();
  await eventually(() => expect(watcher.confirmedAt()).toBeGreaterThan(recreated));
});

describe('watchChanges', () => {
  let notified: unknown[];

  function startWatcher() {
    notified = [];
    const watcher = watchChanges({
      nats,
      logger,
      onChange: (...change) => notified.push(change),
      onRestart: () => notified.push('restart'),
    });
    watchers.push(watcher);
    return watcher;
  }

  test('reports what new events purge, and when some may have been missed', async () => {
    await publish('1', 1);
    await publish('1', 2);
    await live(startWatcher());
    await publish('2', 1);
    await publish('3', 1, 'lesson:3 lessons');
    await publish('4', 1, '');
    const changes = [
      'restart',
      ['user-sessions', undefined, '2'],
      ['user-sessions', ['lesson:3', 'lessons'], '3'],
      ['user-sessions', [], '4'],
    ];
    await eventually(() => expect(notified).toEqual(changes));

    await server.kill();
    await server.restart();
    await eventually(() => expect(notified.at(-1)).toBe('restart'));
    await publish('5', 1, 'lesson:5');
    await eventually(() => expect(notified.at(-1)).toEqual(['user-sessions', ['lesson:5'], '5']));
  });

  test('reports a restart when an event was removed before it was delivered', async () => {
    await live(startWatcher());
    const manager = await (await nats.whenConnected()).jetstreamManager();
    await publish('1', 1, 'lesson:1');
    await eventually(() => expect(notified).toHaveLength(2));
    // The server skips sequence numbers when it purges past the end, as it does for events that were replaced.
    const { state } = await manager.streams.info(streamNames.events);
    await manager.streams.purge(streamNames.events, { seq: state.last_seq + 3 });
    await publish('2', 1, 'lesson:2');
    await eventually(() =>
      expect(notified.slice(2)).toEqual(['restart', ['user-sessions', ['lesson:2'], '2']]),
    );
  });
});
