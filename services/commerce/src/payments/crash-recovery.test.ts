import { join } from 'node:path';
import { headerNames, type Principal } from '@khmer-learning/contracts';
import { ApiError, createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import { eventually, type NodeProcess, runTypeScript } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { createMainLessonEvent, emailOf, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';
import { createCommerceContext } from '../context/commerce-context.ts';
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRejectedError,
  ProviderUnavailableError,
} from '../provider/provider.ts';
import { customIdOf, type PurchaseRow } from '../purchases/purchase-status.ts';
import { createReconciler } from '../reconciler/reconciler.ts';
import { createPaymentService } from './payment.service.ts';
import { createRefundService } from './refund.service.ts';

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
  await commerce.sandbox.injectFailure({ call, when: 'after', effect: 'none', delayMs: 20_000 });
  const sign = createInternalTokenSigner(localInternalPrivateKey);
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
  ])('%s completes the purchase; it is charged once', async (_what, recover) => {
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
  });
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
    refunds: [{ status: 'pending_refund', amount: 400, canWithdraw: false }],
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

/** What happens to the next refund that is sent. After `killed…` the process does nothing more. */
const faults = [
  'none',
  'unsent',
  'lost',
  'answer lost',
  'rejected',
  'killed before',
  'killed after',
] as const;

/** A provider of one paid purchase, in memory, that makes each refund once per request id. */
function createFaultyProvider(row: Pick<PurchaseRow, '_id' | 'purchaseId' | 'captureId' | 'purchaseAmount'>) {
  const made = new Map<string, ProviderRefund>();
  const withdrawn = new Set<string>();
  const state: { fault: (typeof faults)[number]; onKilled: () => void } = {
    fault: 'none',
    onKilled: () => undefined,
  };
  const hang = () => {
    state.onKilled();
    return new Promise<never>(() => undefined);
  };
  const captureId = row.captureId ?? '';
  const terms = { amount: row.purchaseAmount, currency: 'USD', customId: customIdOf(row._id) };
  const refund: PaymentProvider['refund'] = async ({ requestId, amount, reason }) => {
    const { fault } = state;
    state.fault = 'none';
    expect(withdrawn).not.toContain(requestId);
    if (fault === 'unsent') throw new ProviderUnavailableError(fault, { wasSent: false });
    if (fault === 'lost') throw new ProviderUnavailableError(fault);
    if (fault === 'rejected') throw new ProviderRejectedError('other', fault);
    if (fault === 'killed before') return hang();
    const sameRefund = made.get(requestId);
    const result = sameRefund ?? {
      id: `made-${requestId}`,
      status: 'COMPLETED',
      amount,
      captureId,
      customId: requestId,
      reason,
      createdAt: new Date(),
    };
    made.set(requestId, result);
    if (fault === 'answer lost') throw new ProviderUnavailableError(fault);
    return fault === 'killed after' ? hang() : result;
  };
  const getOrder: PaymentProvider['getOrder'] = async () => ({
    ...terms,
    id: row.purchaseId,
    status: 'COMPLETED',
    approveUrl: null,
    captures: [{ ...terms, id: captureId, status: 'COMPLETED', orderId: row.purchaseId }],
    refunds: [...made.values()],
  });
  const unused = () => Promise.reject(new Error('Not used'));
  const provider: PaymentProvider = {
    name: 'faulty',
    refund,
    getOrder,
    createOrder: unused,
    capture: unused,
    getCapture: unused,
    getRefund: unused,
    verifyWebhook: unused,
  };
  return { provider, made, withdrawn, state };
}

it('killed or cut off at any step: a refund is made once or not at all, and a withdrawn one never', async () => {
  const rows = commerce.service.connection.collection<PurchaseRow>('purchases');
  const fault = fc.constantFrom(...faults);
  const seconds = fc.constantFrom(0, 1, 30, 61, 130, 600);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('refund' as const), amount: fc.constantFrom(100, 250), fault, seconds }),
    fc.record({ kind: fc.constant('withdraw' as const), seconds }),
    fc.record({ kind: fc.constant('reconcile' as const), fault, seconds }),
  );

  async function run(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) {
    learner += 1;
    const { id } = await commerce.createPaidPurchase(learner, 1);
    const requireRow = async () => {
      const row = await rows.findOne({ _id: id });
      if (!row) throw new Error('No purchase');
      return row;
    };
    await rows.updateMany({ _id: { $ne: id } }, { $unset: { askAt: 1, routineAskAt: 1 } });
    const { provider, made, withdrawn, state } = createFaultyProvider(await requireRow());
    let clock = Date.now();
    const { signal } = new AbortController();
    const context = createCommerceContext(commerce.service, { provider, now: () => new Date(clock) });
    const refunds = createRefundService(context);
    const untilKilled = <T>(work: Promise<T>) =>
      Promise.race([work, new Promise<undefined>((resolve) => (state.onKilled = () => resolve(undefined)))]);
    // A new instance each time: a killed one never continues.
    async function reconcile(): Promise<void> {
      const payments = createPaymentService(context);
      const { checkDuePurchases } = createReconciler(context, { payments, refunds, concurrency: 2 });
      await untilKilled(checkDuePurchases({ renewLease: async () => undefined, signal }));
    }
    const expectedErrors = (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    };
    const admin1 = { actor: { id: 1, role: 'admin' }, requestId: 'r' };
    let requests = 0;
    for (const one of steps) {
      clock += one.seconds * 1_000;
      if (one.kind !== 'withdraw') state.fault = one.fault;
      if (one.kind === 'reconcile') await reconcile();
      else if (one.kind === 'refund') {
        requests += 1;
        await untilKilled(refunds.refund(String(id), { amount: one.amount }, admin1).catch(expectedErrors));
      } else {
        const pending = (await requireRow()).refunds.find((refund) => refund.id === null);
        const done = pending && (await refunds.withdraw(id, pending.requestId, admin1).catch(expectedErrors));
        if (done) withdrawn.add(pending.requestId);
      }
    }

    state.fault = 'none';
    for (let round = 0; round < 5; round += 1) {
      clock += 2 * hour;
      await reconcile();
    }
    const row = await requireRow();
    const settled = row.refunds.filter((refund) => refund.id !== null);
    expect(settled.map(({ requestId }) => requestId).sort()).toEqual([...made.keys()].sort());
    expect(row.refundedAmount).toBe([...made.values()].reduce((sum, { amount }) => sum + amount, 0));
    expect(row.refundedAmount).toBeLessThanOrEqual(row.purchaseAmount);
    // Each refund that was requested has been made, rejected or withdrawn.
    const rejected = row.refunds.filter((refund) => refund.id === null);
    expect(rejected.every(({ status }) => status === 'failed')).toBe(true);
    expect(row.refunds.length + withdrawn.size).toBe(row.refundsAsked ?? 0);
    expect(row.refundsAsked ?? 0).toBeLessThanOrEqual(requests);
  }

  const answerLostThenUnsent = [
    { kind: 'refund', amount: 100, fault: 'answer lost', seconds: 0 },
    { kind: 'refund', amount: 100, fault: 'unsent', seconds: 0 },
    { kind: 'withdraw', seconds: 0 },
  ] as const;
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), run), {
    numRuns: depth(5, 30),
    examples: [[[...answerLostThenUnsent]]],
  });
});
