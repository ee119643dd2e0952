import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RemoteEvents, remoteEventsSchema, remoteNatsUser } from '@khmer-learning/contracts';
import { prepareNats } from '@khmer-learning/service-kit';
import {
  createTempDirectory,
  eventually,
  freePort,
  type LocalServer,
  startNats,
} from '@khmer-learning/test-kit';
import { connect, ErrorCode, Events, type NatsConnection } from 'nats';
import { generateMissingSecrets } from './secrets.ts';

let nats: LocalServer;
let operator: NatsConnection;
let secrets: Record<string, string>;
const given = remoteEventsSchema.parse('word-games=content.lesson, flashcards=content.lesson+quizzes.quiz');
const open: NatsConnection[] = [];

const prepare = (remotes: readonly RemoteEvents[]) =>
  prepareNats(operator, { eventsMaxBytes: 10_000_000, replicas: 1 }, 400, remotes);

async function connectAs(user: string): Promise<NatsConnection> {
  const { username: name, password: pass } = new URL(secrets[`nats_url_${user}`] ?? '');
  const connection = await connect({ servers: nats.url, user: name, pass });
  open.push(connection);
  return connection;
}
const publish = (subject: string, text: string) => operator.jetstream().publish(subject, text);
/** The last text of a subject in the stream. */
async function stored(subject: string): Promise<string> {
  const manager = await operator.jetstreamManager();
  return (await manager.streams.getMessage('EVENTS', { last_by_subj: subject })).string();
}

beforeAll(async () => {
  const port = await freePort();
  const hosts = { mongo: 'mongo:27017', nats: `127.0.0.1:${port}` };
  secrets = generateMissingSecrets(hosts, {}, given);
  const file = join(await createTempDirectory(), 'nats.conf');
  const [, users = ''] = (secrets.nats_conf ?? '').split(/(?=^authorization)/m);
  await writeFile(file, users);
  nats = await startNats({ port, args: ['-c', file] });
  operator = await connectAs('operator');
  await prepare(given);
});
afterAll(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  await nats.stop();
});

/** Reads a subject of a remote into a list. */
function read(connection: NatsConnection, subject: string): string[] {
  const seen: string[] = [];
  connection.subscribe(subject, {
    callback: (_error, message) => seen.push(`${message.subject} ${message.string()}`),
  });
  return seen;
}

it('gives the backend of a remote its events, and those that it missed while it was away', async () => {
  await publish('events.content.lesson.1', 'one');
  await publish('events.users.user.1', 'personal');
  const first = await connectAs(remoteNatsUser('word-games'));
  const seen = read(first, 'remote-events.word-games.content.lesson');
  await eventually(async () => expect(seen).toEqual(['events.content.lesson.1 one']));
  await first.close();
  await publish('events.content.lesson.2', 'two');
  const again = read(
    await connectAs(remoteNatsUser('word-games')),
    'remote-events.word-games.content.lesson',
  );
  await eventually(async () => expect(again).toEqual(['events.content.lesson.2 two']));
  await prepare(given);
  await publish('events.quizzes.quiz.1', 'quiz');
  await publish('events.content.lesson.1', 'one again');
  await eventually(async () =>
    expect(again).toEqual(['events.content.lesson.2 two', 'events.content.lesson.1 one again']),
  );
});

it('lets it subscribe to nothing else', async () => {
  const remote = await connectAs(remoteNatsUser('word-games'));
  const refused: string[] = [];
  for (const subject of [
    'events.>',
    'events.users.>',
    'remote-events.flashcards.content.lesson',
    'remote-events.word-games.>',
    '>',
    '_INBOX.>',
  ])
    remote.subscribe(subject, { callback: (error) => error && refused.push(subject) });
  await eventually(async () => expect(refused).toHaveLength(6));
});

it('lets it write, delete, purge and ask for nothing, also not by the reply subject of a request', async () => {
  await publish('events.content.lesson.7', 'kept');
  const remote = await connectAs(remoteNatsUser('word-games'));
  const violations: string[] = [];
  void (async () => {
    for await (const { type, data, permissionContext } of remote.status())
      if (type === Events.Error && data === ErrorCode.PermissionsViolation)
        violations.push(permissionContext?.subject ?? '');
  })();
  const reply = 'events.content.lesson.7';
  const subjects = [
    ...[
      'events.content.lesson.7',
      'events.users.user.1',
      'audit.users.1',
      'dead.x',
      'remote-events.flashcards.x',
    ],
    ...['$JS.API.STREAM.DELETE.EVENTS', '$JS.API.STREAM.PURGE.EVENTS', '$JS.API.STREAM.UPDATE.EVENTS'],
    ...[
      '$JS.API.STREAM.MSG.GET.EVENTS',
      '$JS.API.STREAM.MSG.DELETE.EVENTS',
      '$JS.API.DIRECT.GET.EVENTS.events.users.user.1',
    ],
    ...['$JS.API.CONSUMER.CREATE.EVENTS', '$JS.API.CONSUMER.DELETE.EVENTS.remote_flashcards_content_lesson'],
    ...['$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.x', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.users-audit'],
    ...[
      '$JS.API.CONSUMER.INFO.EVENTS.remote_word-games_content_lesson',
      '$JS.API.INFO',
      '$KV.remote-releases.x',
    ],
    '$JS.ACK.EVENTS.remote_word-games_content_lesson.1.1.1.1.1',
  ];
  for (const subject of subjects) remote.publish(subject, '{}', { reply });
  await remote.flush();
  await eventually(async () => expect(violations).toEqual(subjects));
  expect(await stored(reply)).toBe('kept');
  expect(await stored('events.users.user.1')).toBe('personal');
});

it('takes the events from a remote that is not named any more', async () => {
  const manager = await operator.jetstreamManager();
  await prepare(given.filter(({ remote }) => remote !== 'flashcards'));
  const names = (await manager.consumers.list('EVENTS').next()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('remote_'))).toEqual(['remote_word-games_content_lesson']);
  expect(names).toContain('stats-1');
});

it.each([
  'word-games',
  'word-games=users.user',
  'word-games=commerce.purchase',
  'x=content.>',
  'x=content.*',
  'X=content.lesson',
  'a.b=content.lesson',
])('gives nothing by the setting %s', (setting) =>
  expect(remoteEventsSchema.safeParse(setting).success).toBe(false),
);
