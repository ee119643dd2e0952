import { join } from 'node:path';
import { periodicJobsOf } from '@khmer-learning/service-kit';
import { eventually, type NodeProcess, runServer } from '@khmer-learning/test-kit';
import { createMainLessonEvent, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';
import type { PurchaseRow } from '../purchases/purchase-status.ts';
import { reconciliationJobName } from './reconciler.ts';

const server = join(import.meta.dirname, '../server.ts');
/** Purchases that are paid, which only the reconciler can find out. */
const count = 12;
/** Purchases that are checked at a time. */
const concurrency = 2;
const job = { _id: reconciliationJobName };

/** Has the data and the provider. Its own jobs are stopped, so that only the other processes run any. */
let commerce: TestCommerce;
const processes = new Set<NodeProcess>();

beforeAll(async () => {
  commerce = await startCommerce();
  await commerce.publish(createMainLessonEvent(1, 1, { price: 1_000 }));
  await commerce.waitForConsumers();
  for (let n = 0; n < 2 * count; n += 1) await commerce.createApprovedOrder(1 + n, 1);
  await commerce.app.close();
  await commerce.sandbox.setSwitches({ delayMs: 50 });
});
afterEach(async () => {
  for (const process of processes) process.signal('SIGKILL');
  await Promise.all([...processes].map(({ exited }) => exited));
  processes.clear();
});
afterAll(() => commerce.close());

const jobs = () => periodicJobsOf(commerce.service.connection);
const purchases = () => commerce.service.connection.collection<PurchaseRow>('purchases');

async function start(): Promise<NodeProcess> {
  const { MONGODB_URI, NATS_URL } = commerce.service.config;
  const env = { MONGODB_URI, NATS_URL, PAYPAL_BASE_URL: commerce.sandboxUrl };
  const process = await runServer('commerce', server, {
    env: { ...env, RECONCILE_CONCURRENCY: String(concurrency), RECONCILE_INTERVAL_SECONDS: '3600' },
  });
  processes.add(process);
  return process;
}

const makeDue = () => jobs().updateOne(job, { $set: { dueAt: new Date(0) } });
const expectRunEnded = () =>
  eventually(async () => {
    const row = await jobs().findOne(job);
    expect(row).toMatchObject({ holder: null, failures: 0 });
    expect(row?.dueAt.getTime()).toBeGreaterThan(Date.now());
  });

describe.each(['SIGTERM', 'SIGKILL'] as const)(
  'an instance that is ended by %s while it reconciles',
  (signal) => {
    it('leaves the rest to another one, which finds it due within nine seconds', async () => {
      const first = await start();
      await expectRunEnded();
      const ids = await purchases()
        .find({ paymentStatus: 'pending' }, { projection: { _id: 1 }, limit: count })
        .toArray();
      const mine = { _id: { $in: ids.map(({ _id }) => _id) } };
      await purchases().updateMany(mine, { $set: { askAt: new Date(0) } });
      await makeDue();
      const step = 1 + Math.floor(Math.random() * (count - concurrency));
      const completed = () => purchases().countDocuments({ ...mine, paymentStatus: 'completed' });
      await eventually(async () => expect(await completed()).toBeGreaterThanOrEqual(step), { intervalMs: 5 });
      first.signal(signal);
      await first.exited;

      const row = await jobs().findOne(job);
      // Others look for due jobs at least every two seconds.
      expect((row?.heldUntil?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(7_000);
      if (signal === 'SIGTERM') expect(row?.holder).toBeNull();
      await start();
      await expectRunEnded();
      // A killed process may have ended because of what it was checking: that is checked again later.
      const left = { ...mine, paymentStatus: 'pending' };
      const leftCount = await purchases().countDocuments(left);
      expect(leftCount).toBeLessThanOrEqual(signal === 'SIGKILL' ? concurrency : 0);
      expect(await purchases().countDocuments({ ...left, askAt: { $gt: new Date() } })).toBe(leftCount);
      await purchases().updateMany(left, { $set: { askAt: new Date(0) } });
      await makeDue();
      await expectRunEnded();
      const tokens = (await purchases().find(mine).toArray()).map(({ purchaseId }) => purchaseId);
      const captures = (await commerce.sandbox.captures()).filter(({ orderId }) => tokens.includes(orderId));
      expect([await completed(), captures.length]).toEqual([count, count]);
    });
  },
);
