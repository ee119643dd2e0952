import {
  auditRecordSchema,
  auditStream,
  ownedMainLessons,
  type PurchaseDetail,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  createMainLessonEvent,
  createUserEvent,
  emailOf,
  startCommerce,
  type TestCommerce,
} from '../commerce.test-kit.ts';

let commerce: TestCommerce;
const start = new Date('2026-11-20T03:00:00.000Z');
const end = '2026-11-30T17:00:00.000Z';
const learners = [10, 11, 12, 13, 14, 15, 16, 20, 21, 22];

beforeAll(async () => {
  commerce = await startCommerce();
  await commerce.publish(
    createMainLessonEvent(1, 1, {}),
    createMainLessonEvent(2, 1, { free: true, price: null }),
    createMainLessonEvent(3, 1, { status: 'draft' }),
    // User 1 is the admin who calls.
    ...[1, ...learners].map((id) => createUserEvent(id, 1, { email: emailOf(id) })),
  );
  await commerce.waitForConsumers();
});
afterAll(() => commerce.close());
beforeEach(() => {
  commerce.clock.now = () => start;
});

const reason = 'Scholarship of the district';
const grant = (userId: number, more: Readonly<Record<string, unknown>> = {}) =>
  commerce.call<PurchaseDetail>('POST', '/api/purchase_history/grants', {
    userId,
    mainLessonId: 1,
    reason,
    ...more,
  });
const revoke = (id: number, body: Readonly<Record<string, unknown>> = {}) =>
  commerce.call<PurchaseDetail>('POST', `/api/purchase_history/${id}/revoke`, body);

const ownedBy = async (learnerId: number) =>
  (await commerce.call('POST', ownedMainLessons.path, { learnerId }, { as: 'gateway' })).body;
const listedOf = async (userId: number) =>
  (await commerce.callAsLearner<{ data: unknown[] }>(userId, 'GET', '/api/v1/purchases')).body.data;

describe('granting access', () => {
  it('gives the learner the main lesson as a purchase for nothing, with its reason for admins alone', async () => {
    const { status, body } = await grant(10, { accessEndsAt: end });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userId: 10,
      userEmail: emailOf(10),
      mainLessonId: 1,
      purchaseAmount: 0,
      paymentMethod: 'granted',
      paymentStatus: 'completed',
      purchaseDate: start.toISOString(),
      accessEndsAt: end,
      grant: { reason, grantedBy: emailOf(1) },
    });
    expect(await ownedBy(10)).toEqual({ mainLessonIds: [1], until: end });
    expect(await listedOf(10)).toEqual([
      expect.objectContaining({ purchaseAmount: 0, paymentMethod: 'granted', accessEndsAt: end }),
    ]);
    const event = await commerce.waitForEvent(body.id, 1);
    expect(event.state).toMatchObject({ paymentMethod: 'granted', accessEndsAt: end });
    expect(JSON.stringify(event)).not.toContain(reason);
  });

  it('is in the list of grants, and neither in that of completed purchases nor in the sales', async () => {
    const { id } = (await grant(11)).body;
    const idsOf = async (filter: string) => {
      const path = `/api/purchase_history?payment_status=${filter}`;
      return (await commerce.call<{ data: PurchaseDetail[] }>('GET', path)).body.data.map((row) => row.id);
    };
    expect(await idsOf('Granted')).toContain(id);
    expect(await idsOf('Completed')).toEqual([]);
    expect((await commerce.call('GET', '/api/main-lessons/1/sales')).body).toEqual({ learners: 0, paid: 0 });
  });

  it('is refused twice, also at the same time, and for who has paid; who has access cannot order', async () => {
    const both = await Promise.all([grant(12), grant(12)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await grant(12)).toMatchObject({
      status: 409,
      body: { message: 'This learner already has access to this main lesson' },
    });
    const order = await commerce.callAsLearner(12, 'POST', '/api/v1/orders', { mainLessonId: 1 });
    expect(order.status).toBe(409);
    await commerce.createPaidPurchase(13, 1);
    expect((await grant(13)).status).toBe(409);
  });

  it.each([
    ['an unknown learner', { userId: 99 }, 404, 'Learner not found'],
    ['a free main lesson', { mainLessonId: 2 }, 409, 'This main lesson is free'],
    ['a draft', { mainLessonId: 3 }, 404, 'Main lesson not found'],
    ['a blank reason', { reason: ' ' }, 400, 'Reason is required'],
    ['an end in the past', { accessEndsAt: start.toISOString() }, 400, 'The end must be in the future'],
  ])('is refused for %s', async (_what, change, status, message) => {
    expect(await grant(14, change)).toMatchObject({ status, body: { message } });
  });

  it('and revoking it are for admins, and in the audit trail', async () => {
    const body = { userId: 14, mainLessonId: 1, reason };
    for (const as of ['teacher', 'app', 'nobody'] as const)
      expect(
        (await commerce.call('POST', '/api/purchase_history/grants', body, { as })).status,
      ).toBeGreaterThan(400);
    const { id } = (await grant(14)).body;
    await revoke(id);
    const client = await commerce.service.nats.whenConnected();
    await eventually(async () => {
      const manager = await client.jetstreamManager();
      const { state } = await manager.streams.info(auditStream.name);
      const last = await Promise.all(
        [state.last_seq - 1, state.last_seq].map(async (seq) =>
          auditRecordSchema.parse((await manager.streams.getMessage(auditStream.name, { seq })).json()),
        ),
      );
      expect(last).toEqual(
        ['access-granted', 'access-revoked'].map((action) =>
          expect.objectContaining({
            ...{ action, entity: 'purchase', entityId: String(id), title: emailOf(14) },
            ...{ detail: 'Main lesson 1', actor: { id: 1, role: 'admin' } },
          }),
        ),
      );
    });
  });
});

describe('granted access', () => {
  it('is revoked once, and can be granted again', async () => {
    const { id } = (await grant(15)).body;
    expect(await revoke(id, { reason: 'Left the school' })).toMatchObject({
      status: 200,
      body: { paymentStatus: 'revoked', grant: { reason, revocationReason: 'Left the school' } },
    });
    expect(await ownedBy(15)).toEqual({ mainLessonIds: [] });
    expect(await revoke(id)).toMatchObject({
      status: 409,
      body: { message: 'This access has already ended' },
    });
    expect((await grant(15)).status).toBe(201);
    const paid = await commerce.createPaidPurchase(16, 1);
    expect(await revoke(paid.id)).toMatchObject({
      status: 409,
      body: { message: 'Only access that was granted can be revoked' },
    });
    expect((await revoke(9_999)).status).toBe(404);
  });

  it('ends at its end wherever it is read, before the job has stored it, and the job tells it once', async () => {
    const userId = 20;
    const { id } = (await grant(userId, { accessEndsAt: end })).body;
    commerce.clock.now = () => new Date(Date.parse(end) - 1);
    expect(await ownedBy(userId)).toEqual({ mainLessonIds: [1], until: end });
    commerce.clock.now = () => new Date(end);
    expect(await ownedBy(userId)).toEqual({ mainLessonIds: [] });
    const ended = expect.objectContaining({ id, paymentStatus: 'expired' });
    expect(await listedOf(userId)).toEqual([ended]);
    expect((await commerce.call('GET', `/api/purchase_history/${id}`)).body).toEqual(ended);
    expect((await revoke(id)).status).toBe(409);
    await commerce.reconcile();
    const event = await commerce.waitForEvent(id, 2);
    expect(event.state).toMatchObject({ paymentStatus: 'expired' });
    const [, told] = await commerce.service.connection
      .collection('outbox')
      .find({ subject: `events.commerce.purchase.${id}` })
      .sort({ version: 1 })
      .toArray();
    expect(told?.surrogateKeys).toBe(`learner:${userId}:purchases`);
    await commerce.reconcile();
    await commerce.waitForEvent(id, 2);
    expect((await grant(userId)).status).toBe(201);
  });

  it('is no payment: it cannot be refunded, captured or cancelled, and the provider is never asked about it', async () => {
    const userId = 21;
    const { id, purchaseId } = (await grant(userId)).body;
    expect(await commerce.call('POST', `/api/payments/captures/${id}/refund`, {})).toMatchObject({
      status: 409,
      body: { message: 'Access that was granted cannot be refunded. Revoke it instead.' },
    });
    expect((await commerce.capture(purchaseId)).status).toBe(404);
    const cancelled = await commerce.call('DELETE', `/api/lessons/purchase/${purchaseId}`);
    expect(cancelled.status).toBe(404);
    // A change of the purchase must not schedule a check either.
    await commerce.publish(createUserEvent(userId, 2, { email: 'new@khmer.local' }));
    await commerce.waitForConsumers();
    const row = await commerce.service.connection
      .collection<{ _id: number }>('purchases')
      .findOne({ _id: id }, { projection: { _id: 0, userEmail: 1, askAt: 1, routineAskAt: 1 } });
    expect(row).toEqual({ userEmail: 'new@khmer.local' });
    await revoke(id);
    expect((await commerce.capture(purchaseId)).status).toBe(404);
  });

  it('is deleted with its learner, whom its reason may name', async () => {
    const granted = (await grant(22)).body;
    await commerce.publish(createUserEvent(22, 2, null));
    await commerce.waitForConsumers();
    expect((await commerce.call('GET', `/api/purchase_history/${granted.id}`)).status).toBe(404);
    expect((await commerce.waitForEvent(granted.id, 2)).state).toBeNull();
  });
});
