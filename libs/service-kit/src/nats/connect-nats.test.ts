import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTempDirectory,
  eventually,
  freePort,
  type LocalServer,
  startNats,
} from '@khmer-learning/test-kit';
import { pino } from 'pino';
import { connectNats, type NatsConnectionManager } from './connect-nats.ts';
import { ensureStreams } from './streams.ts';

let server: LocalServer;
let link: NatsConnectionManager;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  const file = join(await createTempDirectory(), 'nats.conf');
  const permissions =
    '{ publish: ["events.content.>", "$JS.API.>", "_INBOX.content.>"], subscribe: ["_INBOX.content.>"] }';
  await writeFile(
    file,
    `authorization { users: [{ user: content, password: secret, permissions: ${permissions} }] }`,
  );
  server = await startNats({ port: await freePort(), args: ['-c', file] });
  lines = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const url = server.url.replace('//', '//content:secret@');
  link = connectNats(url, { name: 'content', logger });
});
afterEach(async () => {
  await link.close();
  await server.stop();
});

const refusal = { msg: 'NATS denied permission to the user' };

it('receives replies in an inbox that only its own user may read', async () => {
  const connection = await link.whenConnected();
  await ensureStreams(connection, { eventsMaxBytes: 1024 ** 2, replicas: 1 });
  const { seq } = await connection.jetstream().publish('events.content.lesson.1', '{}');
  const manager = await connection.jetstreamManager();
  await manager.consumers.add('EVENTS', { durable_name: 'reader' });
  const reader = await connection.jetstream().consumers.get('EVENTS', 'reader');
  expect((await reader.next())?.seq).toBe(seq);
  expect(lines).toEqual([]);
});

it('logs denied permissions as errors, once per subject', async () => {
  const connection = await link.whenConnected();
  for (let i = 0; i < 3; i += 1) connection.publish('events.users.user.1', '{}');
  connection.subscribe('events.>', { callback: () => undefined });
  await connection.flush();
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines).toEqual([
    expect.objectContaining({ ...refusal, operation: 'publish', subject: 'events.users.user.1' }),
    expect.objectContaining({ ...refusal, operation: 'subscription', subject: 'events.>' }),
  ]);
});

it('gives up a server that hangs while messages are sent, and connects again when it goes on', async () => {
  const connection = await link.whenConnected();
  server.pause();
  try {
    await eventually(() => {
      connection.publish('events.content.lesson.1', '{}');
      expect(link.isConnected()).toBe(false);
    });
  } finally {
    server.resume();
  }
  await eventually(() => expect(link.isConnected()).toBe(true));
});

it('sends nothing to a server without TLS when the address says `tls`', async () => {
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const url = server.url.replace('nats://', 'tls://content:secret@');
  const encrypted = connectNats(url, { name: 'content', logger });
  try {
    await eventually(() =>
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'NATS cannot be reached' })),
    );
    expect(encrypted.isConnected()).toBe(false);
  } finally {
    await encrypted.close();
  }
});
