import { ownedMainLessons, ownershipStatuses } from '@khmer-learning/contracts';
import { republishAll } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { createMainLessonEvent, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';
import { purchaseChangeKeys } from './purchase.surrogate-keys.ts';

let commerce: TestCommerce;

beforeAll(async () => {
  commerce = await startCommerce();
  await commerce.publish(createMainLessonEvent(1, 1, {}), createMainLessonEvent(2, 1, {}));
  await commerce.waitForConsumers();
});
afterAll(() => commerce.close());

const ownedBy = async (learnerId: number) => {
  const body = { learnerId };
  const answer = await commerce.call<{ mainLessonIds: number[] }>('POST', ownedMainLessons.path, body, {
    as: 'gateway',
  });
  expect(answer.status).toBe(200);
  return answer.body.mainLessonIds;
};

/** What the events of a purchase purge, in order. */
async function purgedBy(purchaseId: number): Promise<(string | undefined)[]> {
  const rows = await commerce.service.connection
    .collection<{ surrogateKeys?: string }>('outbox')
    .find({ subject: `events.commerce.purchase.${purchaseId}` })
    .sort({ version: 1 })
    .toArray();
  return rows.map(({ surrogateKeys }) => surrogateKeys);
}

it('are those that a learner has paid for and not got back, from the moment of the change', async () => {
  expect(await ownedBy(7)).toEqual([]);
  await commerce.createOrder(7, 2);
  expect(await ownedBy(7)).toEqual([]);
  const paid = await commerce.createPaidPurchase(7, 1);
  expect(await ownedBy(7)).toEqual([1]);
  expect(await ownedBy(8)).toEqual([]);
  const afterPayment = await purgedBy(paid.id);
  expect(afterPayment.at(0)).toBe('');
  expect(afterPayment.at(-1)).toBe('learner:7:purchases');

  const refund = await commerce.call<unknown>('POST', `/api/payments/captures/${paid.id}/refund`, {});
  expect(refund.status).toBeLessThan(300);
  expect(await ownedBy(7)).toEqual([]);
  expect((await purgedBy(paid.id)).filter((keys) => keys === 'learner:7:purchases')).toHaveLength(2);
});

it('are told again with everything else that purchases have said', async () => {
  await commerce.createPaidPurchase(9, 1);
  const { before, after } = await republishAll(commerce.service, 'commerce');
  expect(Object.keys(before).length).toBeGreaterThan(0);
  expect(after).toEqual(before);
});

it('are asked for by the gateway alone', async () => {
  for (const as of ['admin', 'app'] as const)
    expect((await commerce.call('POST', ownedMainLessons.path, { learnerId: 7 }, { as })).status).toBe(403);
});

it('are purged by exactly those changes that change them', () => {
  const anyPurchase = fc.option(
    fc.record({
      userId: fc.constantFrom(1, 2, null),
      mainLessonId: fc.constantFrom(1, 2, null),
      paymentStatus: fc.constantFrom(...ownershipStatuses, 'pending', 'refunded'),
    }),
    { nil: null },
  );
  const isOwned = (purchase: Parameters<typeof purchaseChangeKeys>[0], learner: number, id: number) =>
    purchase?.userId === learner &&
    purchase.mainLessonId === id &&
    ownershipStatuses.some((status) => status === purchase.paymentStatus);
  fc.assert(
    fc.property(anyPurchase, anyPurchase, (before, after) => {
      const keys = purchaseChangeKeys(before, after);
      for (const learner of [1, 2]) {
        const changes = [1, 2].some((id) => isOwned(before, learner, id) !== isOwned(after, learner, id));
        expect(keys.includes(`learner:${learner}:purchases`)).toBe(changes);
      }
    }),
  );
});

it('a main lesson has the learners who have paid and what they have not got back; only admins see the sum', async () => {
  const salesOf = async (id: number, as: 'admin' | 'teacher') =>
    (await commerce.call('GET', `/api/main-lessons/${id}/sales`, undefined, { as })).body;
  expect(await salesOf(2, 'admin')).toEqual({ learners: 0, paid: 0 });
  await commerce.createOrder(11, 2);
  const first = await commerce.createPaidPurchase(12, 2);
  const second = await commerce.createPaidPurchase(13, 2);
  const total = first.purchaseAmount + second.purchaseAmount;
  expect(await salesOf(2, 'admin')).toEqual({ learners: 2, paid: total });
  await commerce.call('POST', `/api/payments/captures/${first.id}/refund`, { amount: 100 });
  expect(await salesOf(2, 'admin')).toEqual({ learners: 2, paid: total - 100 });
  expect(await salesOf(2, 'teacher')).toEqual({ learners: 2 });
  await commerce.call('POST', `/api/payments/captures/${second.id}/refund`, {});
  expect(await salesOf(2, 'teacher')).toEqual({ learners: 1 });
  const app = await commerce.call('GET', '/api/main-lessons/2/sales', undefined, { as: 'app' });
  expect(app.status).toBe(401);
});
