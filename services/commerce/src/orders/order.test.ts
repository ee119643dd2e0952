import type { ErrorBody } from '@khmer-learning/contracts';
import {
  type CreatedOrder,
  createMainLessonEvent,
  createUserEvent,
  emailOf,
  startCommerce,
  type TestCommerce,
} from '../commerce.test-kit.ts';

let commerce: TestCommerce;
let other: TestCommerce;
let learner = 500;
let version = 1;

beforeAll(async () => {
  commerce = await startCommerce();
  other = await startCommerce({ share: commerce });
  await commerce.publish(
    createMainLessonEvent(1, version, {}),
    createMainLessonEvent(2, 1, { free: true, price: null }),
    createMainLessonEvent(3, 1, { status: 'draft' }),
    createMainLessonEvent(4, 1, { price: 1_250 }),
  );
  await commerce.waitForConsumers();
});
afterAll(async () => {
  await other.close();
  await commerce.close();
});
beforeEach(() => {
  learner += 1;
});

const order = (body: Record<string, unknown>, by: TestCommerce = commerce) =>
  by.callAsLearner<{ success: boolean; data: CreatedOrder; error?: string }>(
    learner,
    'POST',
    '/api/v1/orders',
    body,
  );
const countPurchases = () =>
  commerce.service.connection.collection('purchases').countDocuments({ userId: learner });
const orderAtProvider = async (id: string) =>
  (await commerce.sandbox.orders()).find((candidate) => candidate.id === id);
async function setPrice(price: number): Promise<void> {
  version += 1;
  await commerce.publish(createMainLessonEvent(1, version, { price }));
  await commerce.waitForConsumers();
}

it('makes a pending purchase at the price of the server, and says where to pay', async () => {
  const { status, body } = await order({
    mainLessonId: 4,
    platformType: 'ios',
    amount: 1,
    price: 1,
    purchaseAmount: 1,
    currency: 'KHR',
    paymentStatus: 'completed',
    userId: 1,
  });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { success: true, data: { status: 'PAYER_ACTION_REQUIRED' } },
  });
  expect(body.data.approveUrl).toContain(`token=${body.data.id}`);
  const purchase = await commerce.getPurchase(body.data.id);
  expect(purchase).toMatchObject({
    userId: learner,
    userEmail: emailOf(learner),
    mainLessonId: 4,
    purchaseAmount: 1_250,
    refundedAmount: 0,
    paymentStatus: 'pending',
    paymentMethod: 'paypal',
    platformType: 'ios',
    mainLesson: { id: 4, title: 'Main lesson 4', price: 1_250, imageCoverUrl: '/uploads/cover.png' },
    refunds: [],
  });
  expect(await orderAtProvider(body.data.id)).toMatchObject({
    amount: { currency: 'USD', minor: 1_250 },
    customId: `purchase-${purchase.id}`,
    returnUrl: 'http://localhost:8080/complete',
    cancelUrl: 'http://localhost:8080/cancel',
  });
  expect(await commerce.waitForEvent(purchase.id, 1)).toMatchObject({
    type: 'changed',
    actor: { id: learner, role: 'student' },
    state: { paymentStatus: 'pending', purchaseAmount: 1_250 },
  });
  const [sent] = (await commerce.sandbox.calls()).filter(({ call }) => call === 'orders.create').slice(-1);
  expect(sent?.requestId).toBe(`order-${purchase.id}`);
});

it.each([
  ['a free main lesson', 2, 409, 'This main lesson is free'],
  ['a draft', 3, 404, 'Main lesson not found'],
  ['one that nobody has heard of', 77, 404, 'Main lesson not found'],
  ['none', undefined, 400, 'Main lesson is required'],
  ['a query operator', { $gt: 0 }, 400, 'Main lesson is required'],
])('refuses %s', async (_what, mainLessonId, status, error) => {
  expect(await order({ mainLessonId })).toMatchObject({ status, body: { success: false, error } });
  expect(await countPurchases()).toBe(0);
});

it.each([
  [5, 'Platform type must be a string'],
  [{ $gt: '' }, 'Platform type must be a string'],
  ['x'.repeat(51), 'Platform type must be at most 50 characters'],
])('refuses %p as the platform type', async (platformType, error) => {
  expect(await order({ mainLessonId: 1, platformType })).toMatchObject({ status: 400, body: { error } });
  expect(await countPurchases()).toBe(0);
});

it('takes a blank platform type for none', async () => {
  const { body } = await order({ mainLessonId: 1, platformType: ' ' });
  expect((await commerce.getPurchase(body.data.id)).platformType).toBe('web');
});

it('waits a moment for a main lesson that was created just now', async () => {
  const answer = order({ mainLessonId: 60 });
  await commerce.publish(createMainLessonEvent(60, 1, {}));
  expect((await answer).status).toBe(201);
});

it('refuses what is owned already, and sells it again after a full refund', async () => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  const refused = { status: 409, body: { success: false, error: 'You already own this main lesson' } };
  expect(await order({ mainLessonId: 1 })).toMatchObject(refused);
  await commerce.call('POST', `/api/payments/captures/${paid.id}/refund`, { amount: 100 });
  expect(await order({ mainLessonId: 1 })).toMatchObject(refused);
  await commerce.call('POST', `/api/payments/captures/${paid.id}/refund`, {});
  expect((await order({ mainLessonId: 1 })).status).toBe(201);
});

it('detects that it is owned when the payment was captured without a notification', async () => {
  const { id } = await commerce.createApprovedOrder(learner, 1);
  await commerce.sandbox.capture(id);
  expect((await order({ mainLessonId: 1 })).status).toBe(409);
  expect(await commerce.getPurchase(id)).toMatchObject({ paymentStatus: 'completed' });
});

it('returns a learner’s unpaid order again, also to twelve concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => order({ mainLessonId: 1 }, n % 2 ? commerce : other)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  expect(await order({ mainLessonId: 1 })).toMatchObject({ body: { data: answers[0]?.body.data } });
  expect(await countPurchases()).toBe(1);
  expect((await order({ mainLessonId: 4 })).body.data.id).not.toBe(answers[0]?.body.data.id);
});

it('orders anew at the new price when that has changed, and forgets the old order', async () => {
  const first = await commerce.createOrder(learner, 1);
  await setPrice(799);
  const second = await commerce.createOrder(learner, 1);
  expect(second.id).not.toBe(first.id);
  expect(await commerce.getPurchase(second.id)).toMatchObject({ purchaseAmount: 799 });
  expect(await countPurchases()).toBe(1);
  await commerce.sandbox.decide(first.id, 'approve');
  expect((await commerce.capture(first.id)).status).toBe(404);
  await setPrice(499);
});

it('orders anew when the provider has ended the order', async () => {
  const first = await commerce.createOrder(learner, 1);
  await commerce.sandbox.voidOrder(first.id);
  const second = await commerce.createOrder(learner, 1);
  expect(second.id).not.toBe(first.id);
  expect(await commerce.getPurchase(first.id)).toMatchObject({ paymentStatus: 'voided' });
});

it('answers 503 while the provider is unavailable, and creates only one order in the end', async () => {
  const before = (await commerce.sandbox.orders()).length;
  await commerce.sandbox.injectFailure({ call: 'orders.create', when: 'after' });
  expect(await order({ mainLessonId: 1 })).toMatchObject({ status: 503, body: { success: false } });
  expect((await order({ mainLessonId: 1 })).status).toBe(201);
  expect((await commerce.sandbox.orders()).length - before).toBe(1);
});

it('rejects orders of deleted users', async () => {
  await commerce.publish(createUserEvent(learner, 1, null));
  await commerce.waitForConsumers();
  expect((await order({ mainLessonId: 1 })).status).toBe(401);
  expect(await countPurchases()).toBe(0);
});

it('is for learners', async () => {
  for (const [as, status] of [
    ['admin', 401],
    ['app', 401],
    ['nobody', 401],
  ] as const)
    expect(
      (await commerce.call<ErrorBody>('POST', '/api/v1/orders', { mainLessonId: 1 }, { as })).status,
    ).toBe(status);
});

describe('a payment that is not for this purchase', () => {
  it.each([
    ['another amount', { purchaseAmount: 1 }],
    ['another learner’s order', { _other: true }],
  ])('%s is never taken, nor believed', async (_what, forged) => {
    const { id } = await commerce.createApprovedOrder(learner, 1);
    const purchases = commerce.service.connection.collection('purchases');
    if ('_other' in forged) {
      // Makes one learner's purchase refer to an order that another learner has paid.
      learner += 1;
      const mine = await commerce.createOrder(learner, 1);
      await purchases.deleteOne({ purchaseId: id });
      await purchases.updateOne({ purchaseId: mine.id }, { $set: { purchaseId: id } });
    } else await purchases.updateOne({ purchaseId: id }, { $set: forged });
    const before = (await commerce.sandbox.captures()).length;
    expect(await commerce.capture<ErrorBody>(id)).toMatchObject({
      status: 409,
      body: { message: 'The payment does not match the purchase' },
    });
    expect((await commerce.sandbox.captures()).length).toBe(before);
    await commerce.sandbox.capture(id);
    expect((await commerce.capture(id)).status).toBe(409);
    expect(await commerce.getPurchase(id)).toMatchObject({ paymentStatus: 'pending' });
  });

  it('a learner sees their own purchases alone', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    learner += 1;
    const mine = await commerce.createOrder(learner, 4);
    expect(await commerce.callAsLearner(learner, 'GET', '/api/v1/purchases?limit=10&offset=0')).toMatchObject(
      {
        status: 200,
        body: {
          success: true,
          total: 1,
          data: [{ purchaseId: mine.id, mainLessonTitle: 'Main lesson 4', paymentStatus: 'pending' }],
        },
      },
    );
    const all = await commerce.callAsLearner(learner - 1, 'GET', '/api/v1/purchases');
    expect(all).toMatchObject({ body: { total: 1, data: [{ id: paid.id, purchaseAmount: 499 }] } });
    expect(JSON.stringify(all.body)).not.toContain('khmer.local');
  });

  it('a learner reads them page by page, newest first', async () => {
    type Page = { data: { id: number; purchaseId: string }[]; total: number; nextCursor?: string };
    learner += 1;
    const older = await commerce.createOrder(learner, 1);
    const newer = await commerce.createOrder(learner, 4);
    // The id decides between purchases of the same moment.
    await commerce.service.connection
      .collection('purchases')
      .updateMany({ userId: learner }, { $set: { purchaseDate: new Date() } });
    const read = async (query: string) =>
      (await commerce.callAsLearner<Page>(learner, 'GET', `/api/v1/purchases?limit=1${query}`)).body;
    const first = await read('');
    expect(first).toMatchObject({ total: 2, data: [{ purchaseId: newer.id }] });
    const second = await read(`&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ total: 2, data: [{ purchaseId: older.id }] });
    expect(second).not.toHaveProperty('nextCursor');
  });
});
