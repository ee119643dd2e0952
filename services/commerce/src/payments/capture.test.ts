import type { ErrorBody } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { createMainLessonEvent, emailOf, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';

let commerce: TestCommerce;
let other: TestCommerce;
let learner = 100;

beforeAll(async () => {
  commerce = await startCommerce();
  other = await startCommerce({ share: commerce });
  await commerce.publish(createMainLessonEvent(1, 1, {}));
  await commerce.waitForConsumers();
});
afterAll(async () => {
  await other.close();
  await commerce.close();
});
beforeEach(async () => {
  learner += 1;
  await commerce.sandbox.setSwitches({ drop: true, declineAs: 'capture' });
});

const captures = async () => (await commerce.sandbox.captures()).length;
const statusOf = async (token: string) => (await commerce.getPurchase(token)).paymentStatus;

it('captures an approved order and emits the event', async () => {
  const order = await commerce.createApprovedOrder(learner, 1);
  const { id, version } = await commerce.getPurchase(order.id);
  expect(await commerce.capture(order.id)).toMatchObject({
    status: 200,
    body: { id: order.id, status: 'COMPLETED' },
  });
  expect(await commerce.waitForEvent(id, version + 1)).toMatchObject({
    state: {
      purchaseId: order.id,
      userId: learner,
      userEmail: emailOf(learner),
      mainLessonId: 1,
      purchaseAmount: 499,
      refundedAmount: 0,
      paymentStatus: 'completed',
      paymentMethod: 'paypal',
      platformType: 'web',
    },
  });
});

it('captures once for twenty concurrent requests on two instances, and for every later one', async () => {
  const before = await captures();
  const order = await commerce.createApprovedOrder(learner, 1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? commerce : other).capture(order.id)),
  );
  for (const answer of [...answers, await commerce.capture(order.id)])
    expect(answer).toMatchObject({ status: 200, body: { id: order.id, status: 'COMPLETED' } });
  expect((await captures()) - before).toBe(1);
  const { id, version, purchaseAmount } = await commerce.getPurchase(order.id);
  expect({ version, purchaseAmount }).toEqual({ version: 2, purchaseAmount: 499 });
  await commerce.waitForEvent(id, 2);
});

it('stores the request id of a capture before it is sent', async () => {
  const order = await commerce.createApprovedOrder(learner, 1);
  const { id } = await commerce.getPurchase(order.id);
  await commerce.sandbox.injectFailure({
    call: 'orders.capture',
    when: 'before',
    effect: 'none',
    // Less than the 8 s after which the service gives up.
    delayMs: 5_000,
  });
  const answer = commerce.capture(order.id);
  await eventually(async () => {
    const [call] = (await commerce.sandbox.calls()).filter(({ path }) => path.includes(order.id)).slice(-1);
    expect(call?.call).toBe('orders.get');
    const row = await commerce.service.connection
      .collection<{ _id: number }>('purchases')
      .findOne({ _id: id });
    expect(row).toMatchObject({
      captureAttempts: 1,
      captureSince: expect.any(Date),
      paymentStatus: 'pending',
    });
  });
  expect((await answer).status).toBe(200);
  const sent = (await commerce.sandbox.calls()).find(
    ({ call, path }) => call === 'orders.capture' && path.includes(order.id),
  );
  expect(sent?.requestId).toBe(`capture-${id}-1`);
});

it('says that a payment is not approved yet, and takes nothing', async () => {
  const before = await captures();
  const order = await commerce.createOrder(learner, 1);
  expect(await commerce.capture(order.id)).toMatchObject({
    status: 409,
    body: { message: 'The payment has not been approved yet' },
  });
  expect(await captures()).toBe(before);
  expect(await statusOf(order.id)).toBe('pending');
});

it('asks the provider three times about an order that is not approved, however often callers do', async () => {
  const order = await commerce.createOrder(learner, 1);
  const asked = async () =>
    (await commerce.sandbox.calls()).filter(({ path }) => path.includes(order.id)).length;
  const before = await asked();
  for (let n = 0; n < 6; n += 1)
    expect(await commerce.capture(order.id)).toMatchObject({
      status: 409,
      body: { message: 'The payment has not been approved yet' },
    });
  expect((await asked()) - before).toBe(3);
});

it.each([
  ['an order that nobody knows', '5O190127TN364715T', 404],
  ['something that is no order', 'a b', 400],
])('refuses %s', async (_what, token, status) => {
  expect((await commerce.capture(token)).status).toBe(status);
});

describe('a capture that does not complete', () => {
  it('is stored and shown as declined, and the main lesson can be ordered again', async () => {
    const order = await commerce.createOrder(learner, 1);
    await commerce.sandbox.decide(order.id, 'decline');
    for (let n = 0; n < 2; n += 1)
      expect(await commerce.capture(order.id)).toMatchObject({
        status: 200,
        body: { id: order.id, status: 'DECLINED' },
      });
    expect(await statusOf(order.id)).toBe('declined');
    const next = await commerce.createOrder(learner, 1);
    expect(next.id).not.toBe(order.id);
  });

  it('is declined when the card is, and paid when the payer then takes another', async () => {
    await commerce.sandbox.setSwitches({ declineAs: 'instrument' });
    const order = await commerce.createOrder(learner, 1);
    await commerce.sandbox.decide(order.id, 'decline');
    expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'DECLINED' } });
    expect(await statusOf(order.id)).toBe('declined');
    expect((await commerce.createOrder(learner, 1)).id).toBe(order.id);
    await commerce.sandbox.decide(order.id, 'approve');
    expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect(await statusOf(order.id)).toBe('completed');
  });

  it('is pending until the provider has reviewed it, with either result', async () => {
    for (const [verdict, status] of [
      ['complete', 'COMPLETED'],
      ['deny', 'DECLINED'],
    ] as const) {
      learner += 1;
      const order = await commerce.createOrder(learner, 1);
      await commerce.sandbox.decide(order.id, 'pending');
      expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
      expect(await statusOf(order.id)).toBe('pending');
      expect(
        (await commerce.callAsLearner<ErrorBody>(learner, 'POST', '/api/v1/orders', { mainLessonId: 1 }))
          .status,
      ).toBe(409);
      const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === order.id);
      await commerce.sandbox[verdict](capture?.id ?? '');
      expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status } });
      expect(await statusOf(order.id)).toBe(status.toLowerCase());
    }
  });
});

describe('a provider that fails', () => {
  it.each([
    ['before the money is taken', 'before'],
    ['after the money is taken', 'after'],
  ] as const)('%s: 503, then the next try charges once', async (_what, when) => {
    const before = await captures();
    const order = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.injectFailure({ call: 'orders.capture', when });
    expect(await commerce.capture(order.id)).toMatchObject({
      status: 503,
      body: { message: 'The payment provider cannot be reached. Try again in a moment.' },
    });
    expect(await statusOf(order.id)).toBe('pending');
    expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect((await captures()) - before).toBe(1);
  });

  it('whose connection breaks after the capture: the payer is charged once, whoever retries', async () => {
    const before = await captures();
    const order = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.injectFailure({ call: 'orders.capture', when: 'after', effect: 'drop' });
    expect([200, 503]).toContain((await commerce.capture(order.id)).status);
    expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect((await captures()) - before).toBe(1);
  });

  it('a revoked token is requested again', async () => {
    const order = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.expireTokens();
    expect(await commerce.capture(order.id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });
});

describe('the hint of a payment status', () => {
  const hint = (token: string, paymentStatus: unknown) =>
    commerce.call(
      'PATCH',
      `/api/lessons/purchase/${token}/payment-status`,
      { paymentStatus },
      { as: 'nobody' },
    );

  it('is stored when the provider confirms it', async () => {
    const order = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.capture(order.id);
    expect(await hint(order.id, 'completed')).toMatchObject({
      status: 200,
      body: { purchaseId: order.id, paymentStatus: 'completed' },
    });
    expect(await statusOf(order.id)).toBe('completed');
  });

  it('is answered with a message and the data as well, and with nothing personal', async () => {
    const { purchaseId } = await commerce.createPaidPurchase(learner, 1);
    const data = { purchaseId, paymentStatus: 'completed' };
    expect((await hint(purchaseId, 'completed')).body).toEqual({
      ...data,
      message: 'Payment status updated successfully',
      data,
    });
  });

  it.each(['completed', 'refunded', 'declined', 'cancelled', 'anything'])(
    'changes nothing when it is forged: %s',
    async (forged) => {
      const order = await commerce.createApprovedOrder(learner, 1);
      const before = await commerce.getPurchase(order.id);
      expect(await hint(order.id, forged)).toMatchObject({
        status: 409,
        body: { message: 'The payment provider did not confirm this payment status' },
      });
      expect(await commerce.getPurchase(order.id)).toEqual(before);
    },
  );

  it('does not change a paid purchase, nor anything while the provider is unavailable', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    expect((await hint(paid.purchaseId, 'pending')).status).toBe(409);
    await commerce.sandbox.injectFailure({ call: 'orders.get' });
    expect((await hint(paid.purchaseId, 'completed')).status).toBe(409);
    expect(await commerce.getPurchase(paid.purchaseId)).toEqual(paid);
    expect((await hint('5O190127TN364715T', 'completed')).status).toBe(404);
    for (const [wrong, message] of [
      [{ $gt: '' }, 'Payment status is required'],
      ['', 'Payment status is required'],
      ['x'.repeat(51), 'Must be at most 50 characters'],
    ])
      expect(await hint(paid.purchaseId, wrong)).toMatchObject({ status: 400, body: { message } });
  });
});

describe('cancelling', () => {
  const cancel = (token: string) =>
    commerce.call('DELETE', `/api/lessons/purchase/${token}`, undefined, { as: 'nobody' });

  it('deletes a pending purchase, once; nothing is charged for it later', async () => {
    const before = await captures();
    const order = await commerce.createOrder(learner, 1);
    const { id, version } = await commerce.getPurchase(order.id);
    expect(await cancel(order.id)).toMatchObject({ status: 200 });
    expect(await commerce.waitForEvent(id, version + 1)).toMatchObject({ type: 'deleted' });
    expect((await cancel(order.id)).status).toBe(404);
    await commerce.sandbox.decide(order.id, 'approve');
    expect((await commerce.capture(order.id)).status).toBe(404);
    expect(await captures()).toBe(before);
    expect((await commerce.createOrder(learner, 1)).id).not.toBe(order.id);
  });

  it('is rejected after a capture, also one without a notification', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    expect(await cancel(paid.purchaseId)).toMatchObject({
      status: 409,
      body: { message: 'Only a pending purchase can be cancelled' },
    });
    learner += 1;
    const order = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.capture(order.id);
    expect((await cancel(order.id)).status).toBe(409);
    expect(await statusOf(order.id)).toBe('completed');
  });

  it.each([
    ['pending', 'A payment for this main lesson is being processed'],
    ['decline', 'The payment was declined'],
  ] as const)('is refused after a capture that came to %s, and says why', async (outcome, message) => {
    const order = await commerce.createOrder(learner, 1);
    await commerce.sandbox.decide(order.id, outcome);
    expect((await commerce.capture(order.id)).status).toBe(200);
    const before = await commerce.getPurchase(order.id);
    expect(await cancel(order.id)).toMatchObject({ status: 409, body: { message } });
    expect(await commerce.getPurchase(order.id)).toEqual(before);
  });

  it('and capturing at the same time end in one of the two: paid and kept, or gone and not charged', async () => {
    for (let round = 0; round < 8; round += 1) {
      learner += 1;
      const before = await captures();
      const order = await commerce.createApprovedOrder(learner, 1);
      const [captured, cancelled] = await Promise.all([commerce.capture(order.id), cancel(order.id)]);
      const charged = (await captures()) - before;
      const kept = await commerce.service.connection
        .collection('purchases')
        .countDocuments({ purchaseId: order.id });
      expect({ charged, kept, captured: captured.status, cancelled: cancelled.status }).toEqual(
        charged === 1
          ? { charged: 1, kept: 1, captured: 200, cancelled: 409 }
          : { charged: 0, kept: 0, captured: expect.any(Number), cancelled: 200 },
      );
    }
  });
});
