import {
  auditSubject,
  grantedMethod,
  lessonEvent,
  mainLessonEvent,
  purchaseEvent,
  quizEvent,
  userEvent,
  type WebhookDelivery,
  type WebhookSettings,
  webhookEventSchemas,
  webhookEventTypes,
  webhookLimits,
} from '@khmer-learning/contracts';
import { createAuditRecord, type EventConsumer } from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildLessonState,
  buildMainLessonState,
  buildPurchaseState,
  eventually,
  publishEvents,
} from '@khmer-learning/test-kit';
import { startAuditLogConsumer } from '../audit/audit.consumer.ts';
import { createSessionPrincipal, expectMails, startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import { startReceiver, verifyAll } from './receiver.fixture.ts';
import { startWebhookConsumer } from './webhook.consumer.ts';

let users: UsersApp;
let consumer: EventConsumer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let lastId = 0;

beforeAll(async () => {
  users = await startUsersApp();
  consumer = startWebhookConsumer(users.service);
  startAuditLogConsumer(users.service);
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const { id } of (await call('GET', '')).json()) await call('DELETE', `/${id}`);
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  users.call(method, `/api/webhooks${path}`, { as: users.admin, ...(body ? { body } : {}) });

async function create(change: Partial<WebhookSettings> = {}): Promise<{ id: number; secret: string }> {
  const body = { address: receiver.url, description: 'Accounting', events: webhookEventTypes, ...change };
  const response = await call('POST', '', body);
  expect(response.statusCode).toBe(201);
  const { webhook, secret } = response.json();
  return { id: webhook.id, secret };
}

const listOf = async (id: number): Promise<WebhookDelivery[]> =>
  (await call('GET', `/${id}/deliveries`)).json().deliveries;

/** Publishes states of an entity, in order, and waits until they were handled. Null is a tombstone. */
async function publish(
  definition: Parameters<typeof buildEntityEvent>[0] & Parameters<EventConsumer['waitForVersion']>[0],
  id: number,
  ...states: readonly (object | null)[]
): Promise<void> {
  for (const [index, state] of states.entries()) {
    const event = buildEntityEvent(definition, id, index + 1, state && { ...state, id });
    await publishEvents(users.service.nats, [{ ...event, occurredAt: new Date().toISOString() }]);
    expect(await consumer.waitForVersion(definition, id, index + 1, 60_000)).toBe(true);
  }
}

const newId = () => {
  lastId += 1;
  return lastId;
};
const expectReceived = (count: number) =>
  eventually(() => expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toHaveLength(count));

const draft = buildLessonState({ title: 'Greetings' });
const published = { ...draft, status: 'published' };
const quiz = {
  ...{ lessonId: 1, title: 'Greetings quiz', description: 'Try it', status: 'draft', questions: [] },
  ...{ createdAt: draft.createdAt, updatedAt: draft.updatedAt },
};
const learner = {
  ...{ email: 'dara@example.com', firstName: 'Dara', lastName: 'Sok', role: 'student', isActive: true },
  ...{ registrationType: 'email', createdAt: draft.createdAt, updatedAt: draft.updatedAt },
};

it.each([
  [
    'lessons',
    lessonEvent,
    [draft, published, { ...published, title: 'Hello' }, draft, published, null],
    [
      ['lesson.published', { version: 2, title: 'Greetings', mainLessonId: 1, level: 'Beginner' }],
      ['lesson.unpublished', { version: 4, isDeleted: false }],
      ['lesson.published', { version: 5 }],
      ['lesson.unpublished', { version: 6, isDeleted: true }],
    ],
  ],
  [
    'main lessons',
    mainLessonEvent,
    [buildMainLessonState(), buildMainLessonState({ status: 'draft' })],
    [
      ['main_lesson.published', { version: 1, title: 'First Words', free: true, price: null }],
      ['main_lesson.unpublished', { version: 2 }],
    ],
  ],
  [
    'quizzes',
    quizEvent,
    [quiz, { ...quiz, status: 'active' }, quiz],
    [
      ['quiz.activated', { version: 2, lessonId: 1, title: 'Greetings quiz', isPractice: false }],
      ['quiz.deactivated', { version: 3 }],
    ],
  ],
  [
    'purchases',
    purchaseEvent,
    [
      buildPurchaseState({ paymentStatus: 'pending' }),
      buildPurchaseState(),
      buildPurchaseState({ paymentStatus: 'pending_refund', pendingRefundAmount: 99 }),
      buildPurchaseState({ paymentStatus: 'partially_refunded', refundedAmount: 99 }),
      buildPurchaseState({ paymentStatus: 'refunded', refundedAmount: 499 }),
    ],
    [
      ['purchase.completed', { version: 2, orderId: 'ORDER-1', learnerId: 3, amount: 499, currency: 'USD' }],
      ['purchase.refunded', { version: 4, refundedAmount: 99 }],
      ['purchase.refunded', { version: 5, refundedAmount: 499, mainLessonId: 1 }],
    ],
  ],
  [
    'a purchase of which only the end was seen',
    purchaseEvent,
    [buildPurchaseState({ paymentStatus: 'refunded', refundedAmount: 499 })],
    [
      ['purchase.completed', { version: 1 }],
      ['purchase.refunded', { version: 1 }],
    ],
  ],
  [
    'learners',
    userEvent,
    [{ ...learner, isActive: false }, learner, { ...learner, isActive: false }, null],
    [
      ['learner.registered', { version: 2, registrationType: 'email' }],
      ['learner.deleted', { version: 4 }],
    ],
  ],
  [
    'nothing of access that was granted',
    purchaseEvent,
    [buildPurchaseState({ paymentMethod: grantedMethod })],
    [],
  ],
  ['nothing of staff', userEvent, [{ ...learner, role: 'teacher' }, null], []],
] as const)(
  'tells what happens to %s, in order, signed and without personal data',
  async (_of, definition, states, expected) => {
    const { id: webhook, secret } = await create();
    const id = newId();
    await publish(definition, id, ...states);
    await expectReceived(expected.length);
    const bodies = verifyAll(secret, receiver.received);
    expect(bodies).toMatchObject(
      expected.map(([type, data]) => ({ type, schemaVersion: 1, data: { id, ...data } })),
    );
    for (const body of bodies) expect(webhookEventSchemas[body.type].strict().parse(body)).toEqual(body);
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/@|Dara/);
    await eventually(async () =>
      expect((await listOf(webhook)).map(({ state }) => state)).toEqual(expected.map(() => 'delivered')),
    );
  },
);

it('gives no event a second id, also when what was known is lost and everything is read again', async () => {
  const { id: webhook } = await create();
  const id = newId();
  await publish(lessonEvent, id, draft, published);
  await expectReceived(1);
  const { connection, nats } = users.service;
  await connection.collection('webhook_facts').deleteMany({});
  await connection.collection<{ _id: string }>('inbox').deleteMany({ _id: /^users-webhooks:/ });
  const repeated = buildEntityEvent(lessonEvent, id, 2, { ...published, id });
  await publishEvents(nats, [{ ...repeated, occurredAt: new Date().toISOString() }]);
  expect(await consumer.waitForVersion(lessonEvent, id, 2, 60_000)).toBe(true);
  expect(await listOf(webhook)).toHaveLength(1);
});

it('tells of imports once, however often the record comes', async () => {
  const { secret } = await create();
  const input = {
    action: 'imported',
    id: '',
    title: 'lessons.csv',
    detail: '3 lines created, 1 changed',
  } as const;
  const record = createAuditRecord(lessonEvent, input, { actor: null, requestId: null });
  const client = (await users.service.nats.whenConnected()).jetstream();
  // The stream deduplicates by message id only.
  await client.publish(auditSubject(record), JSON.stringify(record));
  await client.publish(auditSubject(record), JSON.stringify(record));
  const other = createAuditRecord(
    lessonEvent,
    { ...input, action: 'import-undone' },
    { actor: null, requestId: null },
  );
  await client.publish(auditSubject(other), JSON.stringify(other));
  await expectReceived(2);
  const data = { service: 'content', entity: 'lesson', fileName: 'lessons.csv', summary: input.detail };
  expect(verifyAll(secret, receiver.received)).toMatchObject([
    { type: 'import.applied', timestamp: record.at, data },
    { type: 'import.undone' },
  ]);
});

it('tells each webhook what it asks for, from its creation on and while it is on', async () => {
  const id = newId();
  await publish(lessonEvent, id, draft);
  const before = buildEntityEvent(lessonEvent, id, 2, { ...published, id });
  const lessons = await create({ events: ['lesson.published'] });
  const off = await create({ address: `${receiver.url}/off` });
  await call('PATCH', `/${off.id}`, { isOn: false });
  await publishEvents(users.service.nats, [{ ...before, occurredAt: '2026-01-01T00:00:00.000Z' }]);
  await publish(lessonEvent, newId(), published, draft);
  await expectReceived(1);
  expect(verifyAll(lessons.secret, receiver.received)).toMatchObject([{ type: 'lesson.published' }]);
  expect(await listOf(off.id)).toEqual([]);
  expect((await call('POST', `/${off.id}/test`)).json().message).toBe(
    'The webhook is off. Switch it on first.',
  );
});

it('tries again later, keeps the order of each entity meanwhile, and never waits for one entity with another', async () => {
  const { id: webhook, secret } = await create();
  receiver.answerBy((response, { body }) =>
    response.writeHead(JSON.parse(body).data.title === 'Greetings' ? 503 : 200).end('Later, please'),
  );
  const id = newId();
  await publish(lessonEvent, id, published, draft);
  const other = newId();
  await publish(lessonEvent, other, { ...published, title: 'Other' });
  await eventually(async () =>
    expect(await listOf(webhook)).toContainEqual(expect.objectContaining({ state: 'delivered' })),
  );
  const sent = () => receiver.received.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data.id]);
  expect(sent()).not.toContainEqual(['lesson.unpublished', id]);
  const failed = (await listOf(webhook)).find(({ status }) => status === 503);
  expect(failed).toMatchObject({ type: 'lesson.published', state: 'waiting' });
  const details = (await call('GET', `/${webhook}/deliveries/${failed?.id}`)).json();
  expect(details).toMatchObject({
    body: receiver.received[0]?.body,
    attempt: { answer: 'Later, please', failure: null, headers: { 'webhook-id': failed?.id } },
  });

  receiver.answerBy((response) => response.writeHead(200).end());
  await call('POST', `/${webhook}/deliveries/${failed?.id}/send`);
  await eventually(() => expect(sent()).toContainEqual(['lesson.unpublished', id]));
  verifyAll(secret, receiver.received);
  expect(sent().at(-2)).toEqual(['lesson.published', id]);
  // A repetition has the id of the first attempt.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids.at(-2)).toBe(failed?.id);
});

it('signs with the previous secret, too, until it ends', async () => {
  const { id, secret } = await create();
  const { secret: next } = (await call('POST', `/${id}/secret`)).json();
  expect(next).not.toBe(secret);
  await call('POST', `/${id}/test`);
  await expectReceived(1);
  expect(verifyAll(secret, receiver.received)).toEqual(verifyAll(next, receiver.received));
  const rows = users.service.connection.collection<{ _id: number }>('webhooks');
  await rows.updateOne({ _id: id }, { $set: { previousUntil: new Date() } });
  await call('POST', `/${id}/test`);
  await expectReceived(2);
  expect(verifyAll(next, receiver.received)).toHaveLength(2);
  expect(() => verifyAll(secret, receiver.received.slice(1))).toThrow();
});

it.each([
  ['at once for 410 Gone', 410, { failedInRow: 0 }, 'gone'],
  [
    'after many failures in a row, for a day',
    500,
    { failedInRow: webhookLimits.failures - 1, failingSince: new Date(Date.now() - 25 * 3_600_000) },
    'failures',
  ],
] as const)('is switched off %s, and tells the admins', async (_when, status, change, reason) => {
  const admin = await users.createUser({ role: 'admin' });
  const { id } = await create();
  const rows = users.service.connection.collection<{ _id: number }>('webhooks');
  await rows.updateOne({ _id: id }, { $set: change });
  receiver.answerBy((response) => response.writeHead(status).end());
  await call('POST', `/${id}/test`);
  await eventually(async () =>
    expect((await call('GET', '')).json()).toMatchObject([{ id, off: { reason } }]),
  );
  await expectMails(users, admin.email, 'was switched off', new URL(receiver.url).host);
  expect(await listOf(id)).toMatchObject([{ state: 'failed', status, attempts: 1 }]);
  expect((await call('PATCH', `/${id}`, { isOn: true })).json()).toMatchObject({
    off: null,
    failingSince: null,
  });
});

it('shows why there was no answer, and answers no redirect', async () => {
  const { id } = await create({ address: 'http://localhost:1/closed' });
  await call('POST', `/${id}/test`);
  const ended = async () =>
    eventually(async () => {
      const [delivery] = await listOf(id);
      expect(delivery?.state).toBe('failed');
      return (await call('GET', `/${id}/deliveries/${delivery?.id}`)).json();
    });
  expect(await ended()).toMatchObject({
    status: null,
    attempt: { failure: 'connection', detail: 'ECONNREFUSED' },
  });

  receiver.answerBy((response) =>
    response.writeHead(307, { location: '/elsewhere' }).end('x'.repeat(100_000)),
  );
  await call('PATCH', `/${id}`, { address: receiver.url });
  await call('POST', `/${id}/test`);
  await eventually(async () => expect((await listOf(id))[0]).toMatchObject({ status: 307, state: 'failed' }));
  expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
  expect((await ended()).attempt.answer).toHaveLength(webhookLimits.answer);
});

it('is for admins, and bounded', async () => {
  const as = createSessionPrincipal({ id: 2, role: 'teacher' });
  expect((await users.call('GET', '/api/webhooks', { as })).statusCode).toBe(403);
  const body = { address: receiver.url, description: 'Accounting', events: ['lesson.published'] };
  const answers = [];
  for (let count = 0; count <= webhookLimits.webhooks; count += 1) answers.push(await call('POST', '', body));
  expect(answers.at(-1)?.json().message).toBe('There are 20 webhooks. Delete one first.');
  const stored = await users.service.connection.collection('webhooks').find().toArray();
  expect(JSON.stringify(stored)).not.toContain(answers[0]?.json().secret.slice(6));
  expect((await call('GET', '/1/deliveries/x')).statusCode).toBe(404);
});

it('keeps the latest deliveries that have ended', async () => {
  const { id } = await create();
  const rows = users.service.connection.collection<{ _id: string }>('webhook_deliveries');
  await rows.insertMany(
    Array.from({ length: webhookLimits.deliveries + 5 }, (_, index) => ({
      _id: `old-${index}`,
      ...{
        webhookId: id,
        type: 'webhook.test',
        entity: `old-${index}`,
        sequence: 0,
        body: '{}',
        dueAt: null,
      },
      ...{
        state: index < 2 ? 'waiting' : 'delivered',
        createdAt: new Date(index),
        attempts: 1,
        attempt: null,
      },
      ...(index < 2 ? { dueAt: new Date(Date.now() + 3_600_000) } : {}),
    })),
  );
  await call('POST', `/${id}/test`);
  await eventually(async () =>
    expect(await rows.countDocuments({ webhookId: id })).toBe(webhookLimits.deliveries + 2),
  );
  expect(await rows.countDocuments({ webhookId: id, state: 'waiting' })).toBe(2);
});
