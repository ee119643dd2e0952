import { join } from 'node:path';
import { headerNames, type Principal } from '@khmer-learning/contracts';
import { createInternalTokenSigner } from '@khmer-learning/service-kit';
import { eventually, type NodeProcess, runTypeScript } from '@khmer-learning/test-kit';
import { createMainLessonEvent, emailOf, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';

/** The instance that keeps running. */
let commerce: TestCommerce;
let learner = 900;

beforeAll(async () => {
  commerce = await startCommerce();
  await commerce.publish(createMainLessonEvent(1, 1, { price: 1_000 }));
  await commerce.waitForConsumers();
});
afterAll(() => commerce.close());
beforeEach(() => {
  learner += 1;
  commerce.clock.now = () => new Date();
});

const hour = 3_600_000;

/** A second instance, which the tests kill. */
async function startVictim(): Promise<{ url: string; process: NodeProcess }> {
  const { MONGODB_URI, NATS_URL } = commerce.service.config;
  const process = await runTypeScript(join(import.meta.dirname, '../server.ts'), {
    env: {
      MONGODB_URI,
      NATS_URL,
      LOCAL_DEFAULTS: 'true',
      PAYPAL_BASE_URL: commerce.sandboxUrl,
      PORT: '0',
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
    },
  });
  const waitOptions = { timeoutMs: 60_000 };
  const url = await eventually(() => {
    const found = /"address":"(http:[^"]+)"/.exec(process.lines.join('\n'))?.[1];
    if (!found) throw new Error(`Not listening: ${process.lines.join('\n')}`);
    return found;
  }, waitOptions);
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), waitOptions);
  return { url, process };
}

/** Makes a call that the provider executes but answers late, and kills the instance in between. */
async function killDuring(
  call: 'orders.capture' | 'orders.create' | 'captures.refund',
  request: { url: string; principal: Principal; body?: unknown },
  isDone: () => Promise<boolean>,
): Promise<void> {
  const victim = await startVictim();
  await commerce.sandbox.injectFailure({ call, when: 'after', effect: 'none', delayMs: 6_000 });
  const sign = createInternalTokenSigner(commerce.service.config.INTERNAL_SECRETS);
  const { principal } = request;
  const ending = fetch(`${victim.url}${request.url}`, {
    method: 'POST',
    headers: {
      [headerNames.internalToken]: sign({ audience: 'commerce', requestId: 'r', principal }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(request.body ?? {}),
  }).then(
    () => 'answered',
    () => 'cut off',
  );
  await eventually(async () => expect(await isDone()).toBe(true));
  victim.process.signal('SIGKILL');
  await victim.process.exited;
  expect(await ending).toBe('cut off');
}

const nobody: Principal = { kind: 'public' };
const admin: Principal = {
  kind: 'session',
  userId: 1,
  role: 'admin',
  sessionId: 's',
  sessionExpiresAt: 4_102_444_800,
};
const capturesOf = async (token: string) =>
  (await commerce.sandbox.captures()).filter(({ orderId }) => orderId === token);

describe('killed between the provider’s capture and its own commit', () => {
  it.each<[string, (token: string) => Promise<void>]>([
    [
      'the next capture',
      async (token) =>
        expect(await commerce.capture(token)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } }),
    ],
    [
      'the notification',
      async (token) => {
        const [capture] = await capturesOf(token);
        const event = (await commerce.sandbox.webhooks()).find(
          ({ type, body }) => type === 'PAYMENT.CAPTURE.COMPLETED' && body.includes(capture?.id ?? '-'),
        );
        const webhook = await commerce.sandbox.sign(event?.body ?? '');
        expect(
          await commerce.call('POST', '/api/payments/webhook', event?.body, {
            as: 'nobody',
            headers: webhook,
          }),
        ).toMatchObject({ status: 200 });
      },
    ],
    [
      'reconciliation',
      async () => {
        commerce.clock.now = () => new Date(Date.now() + hour);
        await commerce.reconcile();
      },
    ],
  ])(
    '%s completes the purchase; it is charged once',
    async (_what, recover) => {
      const order = await commerce.createApprovedOrder(learner, 1);
      await killDuring(
        'orders.capture',
        { url: `/api/orders/${order.id}/capture`, principal: nobody },
        async () => (await capturesOf(order.id)).length === 1,
      );
      const before = await commerce.getPurchase(order.id);
      expect(before).toMatchObject({ paymentStatus: 'pending', version: 1 });
      await recover(order.id);
      expect(await commerce.waitForEvent(before.id, 2)).toMatchObject({
        state: { paymentStatus: 'completed', purchaseAmount: 1_000 },
      });
      expect(await commerce.capture(order.id)).toMatchObject({ body: { status: 'COMPLETED' } });
      expect(await commerce.getPurchase(order.id)).toMatchObject({ paymentStatus: 'completed', version: 2 });
      expect(await capturesOf(order.id)).toHaveLength(1);
    },
    30_000,
  );
});

it('killed between the provider’s order and its own commit: the next request gets that order', async () => {
  const before = (await commerce.sandbox.orders()).length;
  const principal = {
    kind: 'apiKey',
    apiKeyId: 1,
    learner: { userId: learner, email: emailOf(learner) },
  } as const;
  await killDuring(
    'orders.create',
    { url: '/api/v1/orders', principal, body: { mainLessonId: 1 } },
    async () => (await commerce.sandbox.orders()).length === before + 1,
  );
  const { id } = await commerce.createOrder(learner, 1);
  expect((await commerce.sandbox.orders()).slice(before).map((order) => order.id)).toEqual([id]);
});

it('killed between the provider’s refund and its own commit: it is stored later, and sent once', async () => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  const refunds = async () => {
    const [capture] = await capturesOf(paid.purchaseId);
    return (await commerce.sandbox.refunds()).filter(({ captureId }) => captureId === capture?.id);
  };
  await killDuring(
    'captures.refund',
    { url: `/api/payments/captures/${paid.id}/refund`, principal: admin, body: { amount: 400 } },
    async () => (await refunds()).length === 1,
  );
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
    paymentStatus: 'completed',
    refundedAmount: 0,
    refunds: [{ status: 'requested', amount: 400 }],
  });
  const tooMuch = await commerce.call('POST', `/api/payments/captures/${paid.id}/refund`, { amount: 700 });
  expect(tooMuch.status).toBe(422);
  commerce.clock.now = () => new Date(Date.now() + hour);
  await commerce.reconcile();
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
    paymentStatus: 'partially_refunded',
    refundedAmount: 400,
    refunds: [{ status: 'completed', amount: 400 }],
  });
  expect(await refunds()).toHaveLength(1);
});
