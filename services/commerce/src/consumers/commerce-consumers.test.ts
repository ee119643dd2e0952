import { searchFields } from '@khmer-learning/service-kit';
import {
  createMainLessonEvent,
  createUserEvent,
  startCommerce,
  type TestCommerce,
} from '../commerce.test-kit.ts';
import { emailErasures } from '../migrations/0001-email-erasures.ts';
import { courseKeys } from '../migrations/0002-course-keys.ts';
import { foldedKeys } from '../migrations/0003-folded-keys.ts';

let commerce: TestCommerce;
let id = 10;

beforeAll(async () => {
  commerce = await startCommerce();
});
afterAll(() => commerce.close());
beforeEach(async () => {
  id += 1;
  await commerce.publish(createMainLessonEvent(id, 1, {}), createUserEvent(id, 1, {}));
  await commerce.waitForConsumers();
});

const countStoredPurchases = (purchaseId: string) =>
  commerce.service.connection.collection('purchases').countDocuments({ purchaseId });

it('a deleted main lesson keeps its paid purchases and deletes the others', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  const pending = await commerce.createOrder(id + 1_000, id);
  const { id: pendingId } = await commerce.getPurchase(pending.id);
  await commerce.publish(createMainLessonEvent(id, 2, null));
  expect(await commerce.waitForEvent(paid.id, paid.version + 1)).toMatchObject({
    state: { mainLessonId: null, paymentStatus: 'completed', purchaseAmount: 499, userId: id },
    actor: { id: 9, role: 'teacher' },
    requestId: `request of main lesson ${id}`,
  });
  expect(await commerce.waitForEvent(pendingId, 2)).toMatchObject({ type: 'deleted' });
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({ mainLessonId: null, mainLesson: null });
  expect(await commerce.callAsLearner(id, 'GET', '/api/v1/purchases')).toMatchObject({
    body: { data: [{ mainLessonId: null, mainLessonTitle: `Main lesson ${id}` }] },
  });
  expect(await countStoredPurchases(pending.id)).toBe(0);
  await commerce.sandbox.decide(pending.id, 'approve');
  expect((await commerce.capture(pending.id)).status).toBe(404);
  const refund = await commerce.call('POST', `/api/payments/captures/${paid.id}/refund`, {});
  expect(refund).toMatchObject({ status: 200, body: { paymentStatus: 'refunded', mainLesson: null } });
});

it('a deleted user keeps the paid purchases, with the address, and deletes the others', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  await commerce.publish(createMainLessonEvent(id + 500, 1, {}));
  await commerce.waitForConsumers();
  const pending = await commerce.createOrder(id, id + 500);
  await commerce.publish(createUserEvent(id, 2, null));
  expect(await commerce.waitForEvent(paid.id, paid.version + 1)).toMatchObject({
    state: { userId: null, userEmail: paid.userEmail, mainLessonId: id, paymentStatus: 'completed' },
  });
  expect(await countStoredPurchases(pending.id)).toBe(0);
});

it('the address of a deleted user is erased from the purchases after 400 days', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  await commerce.publish(createUserEvent(id, 2, null));
  await commerce.waitForEvent(paid.id, paid.version + 1);
  const found = async () =>
    (await commerce.call<{ total: number }>('GET', `/api/purchase_history?limit=5&search=${paid.userEmail}`))
      .body.total;
  const day = 24 * 60 * 60_000;
  const deletedAt = Date.now();
  commerce.clock.now = () => new Date(deletedAt + 399 * day);
  await commerce.reconcile();
  expect(await found()).toBe(1);
  commerce.clock.now = () => new Date(deletedAt + 401 * day);
  await commerce.reconcile();
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
    userEmail: 'Deleted learner',
    purchaseAmount: 499,
    paymentStatus: 'completed',
  });
  expect(await found()).toBe(0);
  commerce.clock.now = () => new Date();
});

it('so is the address of a user who was deleted before addresses were erased', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  const kept = await commerce.createPaidPurchase(id + 1_000, id);
  await commerce.publish(createUserEvent(id, 2, null));
  await commerce.waitForEvent(paid.id, paid.version + 1);
  const { connection, config } = commerce.service;
  const purchases = connection.collection<{ _id: number }>('purchases');
  await purchases.updateOne({ _id: paid.id }, { $unset: { eraseEmailAt: 1 } });
  await emailErasures.up(connection, config);
  await emailErasures.up(connection, config);
  commerce.clock.now = () => new Date(Date.now() + 401 * 24 * 60 * 60_000);
  await commerce.reconcile();
  commerce.clock.now = () => new Date();
  expect((await commerce.getPurchase(paid.purchaseId)).userEmail).toBe('Deleted learner');
  expect((await commerce.getPurchase(kept.purchaseId)).userEmail).toBe(kept.userEmail);
});

it.each([courseKeys, foldedKeys])(
  'an older purchase is found by its main lesson after $name',
  async ({ up }) => {
    const paid = await commerce.createPaidPurchase(id, id);
    const { connection, config } = commerce.service;
    const purchases = connection.collection<{ _id: number }>('purchases');
    const stored = await purchases.findOne({ _id: paid.id });
    await purchases.updateOne({ _id: paid.id }, { $set: searchFields([paid.userEmail]) });
    await up(connection, config);
    expect(await purchases.findOne({ _id: paid.id })).toEqual(stored);
  },
);

it('a learner who has deleted the account has no address in the purchases any more', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  const deletion = { ...createUserEvent(id, 2, null), actor: { id, role: 'student' } };
  await commerce.publish(deletion);
  expect(await commerce.waitForEvent(paid.id, paid.version + 1)).toMatchObject({
    state: { userId: null, userEmail: 'Deleted learner', paymentStatus: 'completed' },
  });
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
    userEmail: 'Deleted learner',
    purchaseAmount: 499,
  });
  const stored = await commerce.service.connection
    .collection<{ _id: number }>('purchases')
    .findOne({ _id: paid.id });
  expect(JSON.stringify(stored)).not.toContain(paid.userEmail);
  const found = await commerce.call<{ total: number }>(
    'GET',
    `/api/purchase_history?limit=5&search=${paid.userEmail}`,
  );
  expect(found.body.total).toBe(0);
  // The school can still refund it.
  const refund = await commerce.call('POST', `/api/payments/captures/${paid.id}/refund`, {});
  expect(refund).toMatchObject({ status: 200, body: { paymentStatus: 'refunded' } });
});

it('a user with another address is found by it', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  await commerce.publish(createUserEvent(id, 2, { email: `renamed${id}@elsewhere.kh` }));
  await commerce.waitForEvent(paid.id, paid.version + 1);
  const found = (search: string) =>
    commerce.call<{ total: number }>('GET', `/api/purchase_history?limit=5&search=${search}`);
  expect((await found(`renamed${id}`)).body.total).toBe(1);
  expect((await found(paid.userEmail)).body.total).toBe(0);
});

it('a main lesson deleted while an order for it is made leaves no order behind', async () => {
  for (let round = 0; round < depth(2, 5); round += 1) {
    id += 1;
    await commerce.publish(createMainLessonEvent(id, 1, {}));
    await commerce.waitForConsumers();
    const ordering = Array.from({ length: 6 }, (_, n) =>
      commerce.callAsLearner(2_000 + n, 'POST', '/api/v1/orders', { mainLessonId: id }),
    );
    await commerce.publish(createMainLessonEvent(id, 2, null));
    for (const { status } of await Promise.all(ordering)) expect([201, 404]).toContain(status);
    await commerce.waitForConsumers();
    const left = await commerce.service.connection
      .collection('purchases')
      .countDocuments({ mainLessonId: id });
    expect({ round, left }).toEqual({ round, left: 0 });
  }
});

it('handles duplicate and late events', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  await commerce.publish(createMainLessonEvent(id, 3, { title: 'Third', price: 900 }));
  await commerce.waitForConsumers();
  await commerce.publish(
    createMainLessonEvent(id, 2, null),
    createMainLessonEvent(id, 3, { title: 'Third', price: 900 }),
  );
  await commerce.waitForConsumers();
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
    mainLessonId: id,
    purchaseAmount: 499,
    mainLesson: { title: 'Third', price: 900 },
  });
});

it('a main lesson with many purchases is deleted in several transactions', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  const purchases = commerce.service.connection.collection<Record<string, unknown> & { _id: number }>(
    'purchases',
  );
  const template = await purchases.findOne({ _id: paid.id });
  const many = depth(450, 1_200);
  await purchases.insertMany(
    Array.from({ length: many }, (_, n) => ({
      ...template,
      _id: 50_000 + n,
      purchaseId: `MANY${n}`,
      captureId: `CAPTURE${n}`,
      userId: 50_000 + n,
    })),
  );
  await commerce.publish(createMainLessonEvent(id, 2, null));
  await commerce.waitForConsumers();
  await commerce.reconcile();
  expect(await purchases.countDocuments({ mainLessonId: id })).toBe(0);
  expect(await purchases.countDocuments({ mainLessonId: null, _id: { $gte: 50_000 } })).toBe(many);
  expect(await commerce.service.connection.collection('departures').countDocuments()).toBe(0);
  expect(await commerce.waitForEvent(50_000 + many - 1, paid.version + 1)).toMatchObject({
    state: { mainLessonId: null, paymentStatus: 'completed' },
    actor: { id: 9, role: 'teacher' },
  });
});

it('a user with many purchases has the newest address in all of them, after several transactions', async () => {
  const paid = await commerce.createPaidPurchase(id, id);
  const { connection } = commerce.service;
  const purchases = connection.collection<Record<string, unknown> & { _id: number }>('purchases');
  const template = await purchases.findOne({ _id: paid.id });
  const many = depth(450, 1_200);
  await purchases.insertMany(
    Array.from({ length: many }, (_, n) => ({
      ...template,
      _id: 60_000 + n,
      purchaseId: `RENAMED${n}`,
      captureId: `RENAMED${n}`,
    })),
  );
  const countOf = (userEmail: string) => purchases.countDocuments({ userId: id, userEmail });
  for (const version of [2, 3]) {
    await commerce.publish(createUserEvent(id, version, { email: `v${version}@elsewhere.kh` }));
    await commerce.waitForConsumers();
  }
  await commerce.reconcile();
  expect(await countOf('v3@elsewhere.kh')).toBe(many + 1);
  expect(await connection.collection('departures').countDocuments()).toBe(0);
});
