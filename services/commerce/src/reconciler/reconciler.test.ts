import {
  createMainLessonEvent,
  createUserEvent,
  startCommerce,
  type TestCommerce,
} from '../commerce.test-kit.ts';

let commerce: TestCommerce;
let other: TestCommerce;
let learner = 700;
let clock = Date.parse('2026-11-21T03:00:00Z');

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const advanceClock = (minutes: number) => {
  clock += minutes * minuteMs;
};

beforeAll(async () => {
  commerce = await startCommerce();
  other = await startCommerce({ share: commerce });
  commerce.clock.now = () => new Date(clock);
  await commerce.publish(createMainLessonEvent(1, 1, {}));
  await commerce.waitForConsumers();
});
afterAll(async () => {
  await other.close();
  await commerce.close();
});
beforeEach(async () => {
  learner += 1;
  await commerce.service.connection
    .collection('purchases')
    .updateMany({ userId: { $lt: learner } }, { $unset: { askAt: 1, routineAskAt: 1 } });
});

const statusOf = async (token: string) => (await commerce.getPurchase(token)).paymentStatus;
const countOrderRequests = async (token: string) =>
  (await commerce.sandbox.calls()).filter(({ call, path }) => call === 'orders.get' && path.includes(token))
    .length;

it('asks about a purchase that is pending for 15 minutes, not before, and completes it', async () => {
  const { id } = await commerce.createApprovedOrder(learner, 1);
  advanceClock(14.9);
  await commerce.reconcile();
  expect(await statusOf(id)).toBe('pending');
  advanceClock(0.2);
  await commerce.reconcile();
  expect(await statusOf(id)).toBe('completed');
});

it('checks paid purchases with growing intervals, as long as the provider allows refunds', async () => {
  const { purchaseId, version } = await commerce.createPaidPurchase(learner, 1);
  const days: number[] = [];
  let today = 0;
  for (const day of [0.9, 1, 1.9, 2, 3.9, 4, 7, 8, 15, 16, 31, 32, 61, 62, 92, 122, 152, 182, 400]) {
    advanceClock((day - today) * dayMinutes);
    today = day;
    const before = await countOrderRequests(purchaseId);
    await commerce.reconcile();
    if ((await countOrderRequests(purchaseId)) > before) days.push(day);
  }
  expect(days).toEqual([1, 2, 4, 8, 16, 32, 62, 92, 122, 152]);
  // The public state and its version have not changed.
  expect(await commerce.getPurchase(purchaseId)).toMatchObject({ paymentStatus: 'completed', version });
});

it('learns of a refund made at the provider’s own site, also when no notification of it has come', async () => {
  const { id, purchaseId } = await commerce.createPaidPurchase(learner, 1);
  await commerce.call('POST', `/api/payments/captures/${id}/refund`, { amount: 100 });
  const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === purchaseId);
  await commerce.sandbox.reverse(capture?.id ?? '');
  await commerce.reconcile();
  expect(await statusOf(purchaseId)).toBe('partially_refunded');
  advanceClock(dayMinutes);
  await commerce.reconcile();
  expect(await commerce.getPurchase(purchaseId)).toMatchObject({
    paymentStatus: 'refunded',
    refundedAmount: 499,
    refunds: [{ amount: 100 }, { amount: 399 }],
  });
  const before = await countOrderRequests(purchaseId);
  advanceClock(dayMinutes * 100);
  await commerce.reconcile();
  expect(await countOrderRequests(purchaseId)).toBe(before);
});

it('finds a captured payment without a notification', async () => {
  const { id } = await commerce.createApprovedOrder(learner, 1);
  await commerce.sandbox.capture(id);
  advanceClock(16);
  await commerce.reconcile();
  expect(await commerce.getPurchase(id)).toMatchObject({ paymentStatus: 'completed', version: 2 });
});

it('checks an unpaid purchase with growing intervals', async () => {
  const { id } = await commerce.createOrder(learner, 1);
  const times: number[] = [];
  const lastMinute = depth(2, 8) * 60;
  for (let minute = 0; minute < lastMinute; minute += 5) {
    advanceClock(5);
    const before = await countOrderRequests(id);
    await commerce.reconcile();
    if ((await countOrderRequests(id)) > before) times.push(minute + 5);
  }
  expect(times).toEqual([15, 30, 60, 120, 240, 480].filter((minute) => minute <= lastMinute));
});

it('closes a purchase whose order the provider has ended', async () => {
  const { id } = await commerce.createOrder(learner, 1);
  await commerce.sandbox.voidOrder(id);
  advanceClock(16);
  await commerce.reconcile();
  expect(await statusOf(id)).toBe('voided');
});

it('continues with the others when one check fails, and retries it later', async () => {
  const first = await commerce.createApprovedOrder(learner, 1);
  learner += 1;
  const second = await commerce.createApprovedOrder(learner, 1);
  await commerce.sandbox.injectFailure({ call: 'orders.get', times: 1 });
  advanceClock(16);
  await commerce.reconcile();
  expect([await statusOf(first.id), await statusOf(second.id)].sort()).toEqual(['completed', 'pending']);
  advanceClock(16);
  await commerce.reconcile();
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['completed', 'completed']);
});

it('is done by one instance at a time', async () => {
  const orders = [];
  for (let n = 0; n < 6; n += 1) {
    learner += 1;
    orders.push(await commerce.createOrder(learner, 1));
  }
  advanceClock(16);
  await Promise.all([commerce.reconcile(), other.reconcile(), commerce.reconcile(), other.reconcile()]);
  for (const { id } of orders)
    expect({ id, countOrderRequests: await countOrderRequests(id) }).toEqual({ id, countOrderRequests: 1 });
});

it('checks four purchases at a time, and paid ones only after all that are pending', async () => {
  for (let n = 0; n < 5; n += 1) {
    learner += 1;
    await commerce.createPaidPurchase(learner, 1);
  }
  advanceClock(2 * dayMinutes);
  const pending: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    learner += 1;
    pending.push((await commerce.createOrder(learner, 1)).id);
  }
  advanceClock(16);
  const asked: string[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  let release: () => void = () => undefined;
  const firstFour = new Promise<void>((resolve) => {
    release = resolve;
  });
  const send = globalThis.fetch;
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    asked.push(String(call[0]).replace(/^.*\//, ''));
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    if (inFlight === 4) release();
    await firstFour;
    return send(...call).finally(() => (inFlight -= 1));
  });
  await commerce.reconcile().finally(() => spy.mockRestore());
  expect(mostInFlight).toBe(4);
  expect(asked.slice(0, 4).sort()).toEqual(pending.sort());
  expect(asked).toHaveLength(9);
});

it.each([
  { when: 'before', refunds: [{ status: 'pending_refund', canWithdraw: true }], refundedAmount: 0 },
  { when: 'after', refunds: [{ status: 'completed' }], refundedAmount: 100 },
] as const)(
  'finds out about a refund that failed $when it was made, and sends it again only if it was not made',
  async ({ when, refunds, refundedAmount }) => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    await commerce.sandbox.injectFailure({ call: 'captures.refund', when });
    const url = `/api/payments/captures/${paid.id}/refund`;
    expect((await commerce.call('POST', url, { amount: 100 })).status).toBe(202);
    const sends = async () =>
      (await commerce.sandbox.calls()).filter(({ call }) => call === 'captures.refund').length;
    const before = await sends();
    advanceClock(1);
    await commerce.reconcile();
    expect(await sends()).toBe(before);
    expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({ refunds, refundedAmount });
    advanceClock(2);
    await commerce.reconcile();
    expect(await sends()).toBe(when === 'before' ? before + 1 : before);
    expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
      refunds: [{ amount: 100, status: 'completed' }],
      refundedAmount: 100,
    });
  },
);

it('deletes the order of a learner who was deleted during the payment, unless it was paid', async () => {
  for (const outcome of ['taken', 'not taken'] as const) {
    learner += 1;
    const { id } = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.injectFailure({
      call: 'orders.capture',
      when: outcome === 'taken' ? 'after' : 'before',
    });
    expect((await commerce.capture(id)).status).toBe(503);
    await commerce.publish(createUserEvent(learner, 1, null));
    await commerce.waitForConsumers();
    expect(await commerce.getPurchase(id)).toMatchObject({ userId: null, paymentStatus: 'pending' });
    advanceClock(16);
    await commerce.reconcile();
    const left = await commerce.service.connection
      .collection('purchases')
      .findOne({ purchaseId: id }, { projection: { _id: 0, paymentStatus: 1 } });
    expect({ outcome, left }).toEqual({
      outcome,
      left: outcome === 'taken' ? { paymentStatus: 'completed' } : null,
    });
  }
});
