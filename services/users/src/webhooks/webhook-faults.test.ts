import { join } from 'node:path';
import { headerNames, lessonEvent, streamNames } from '@khmer-learning/contracts';
import { localInternalPrivateKey, signInternalToken } from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildLessonState,
  eventually,
  type NodeProcess,
  publishEvents,
  runServer,
} from '@khmer-learning/test-kit';
import { startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import { startReceiver, verifyAll } from './receiver.fixture.ts';

const server = join(import.meta.dirname, '../server.ts');
const kills = depth(1, 5);
const lessonsPerKill = 20;

/** Observes. The service runs as a separate process, which is killed. */
let users: UsersApp;
let run: NodeProcess;

const start = () => {
  const { MONGODB_URI, NATS_URL } = users.config;
  return runServer('users', server, { env: { MONGODB_URI, NATS_URL, BCRYPT_COST: '4' } });
};

beforeAll(async () => {
  users = await startUsersApp();
  // Its jobs would take over.
  await users.app.close();
  run = await start();
});
afterAll(() => run.signal('SIGKILL'));

async function createWebhook(address: string): Promise<string> {
  const token = signInternalToken(localInternalPrivateKey, {
    audience: 'users',
    requestId: 'r',
    principal: users.admin,
  });
  const url = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
  const answer = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { [headerNames.internalToken]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ address, description: 'Ledger', events: ['lesson.published'] }),
  });
  const { secret } = (await answer.json()) as { secret: string };
  return secret;
}

it('loses no event and gives none a second id when the service is killed while it derives, sends and records', async () => {
  const receiver = await startReceiver();
  const secret = await createWebhook(receiver.url);
  const expected: number[] = [];
  for (let round = 1; round <= kills; round += 1) {
    const stopAt = receiver.received.length + 1 + ((7 * round) % lessonsPerKill);
    let isKilled = false;
    receiver.answerBy((response) => {
      if (isKilled || receiver.received.length < stopAt) return response.writeHead(204).end();
      // The receiver has taken it, and the sender never learns of it.
      isKilled = true;
      return run.signal('SIGKILL');
    });
    const ids = Array.from({ length: lessonsPerKill }, (_, index) => 100 * round + index);
    expected.push(...ids);
    // While they are published, the others are derived.
    for (const id of ids) {
      const event = buildEntityEvent(lessonEvent, id, 1, buildLessonState({ id, status: 'published' }));
      await publishEvents(users.service.nats, [{ ...event, occurredAt: new Date().toISOString() }]);
    }
    await run.exited;
    run = await start();
  }
  const lessonsOf = () => receiver.received.map(({ body }) => JSON.parse(body).data.id as number);
  await eventually(() => expect(new Set(lessonsOf())).toEqual(new Set(expected)));
  await eventually(async () => {
    const manager = await (await users.service.nats.whenConnected()).jetstreamManager();
    const { num_pending, num_ack_pending } = await manager.consumers.info(
      streamNames.events,
      'users-webhooks',
    );
    const waiting = await users.service.connection
      .collection('webhook_deliveries')
      .countDocuments({ state: 'waiting' });
    expect([num_pending, num_ack_pending, waiting]).toEqual([0, 0, 0]);
  });
  verifyAll(secret, receiver.received);
  const idsByLesson = new Map<number, Set<unknown>>();
  for (const { body, headers } of receiver.received) {
    const lesson = JSON.parse(body).data.id;
    idsByLesson.set(lesson, (idsByLesson.get(lesson) ?? new Set()).add(headers['webhook-id']));
  }
  for (const ids of idsByLesson.values()) expect(ids.size).toBe(1);
  // What was sent when the service was killed is sent again.
  expect(receiver.received.length).toBeGreaterThanOrEqual(expected.length + kills);
});
