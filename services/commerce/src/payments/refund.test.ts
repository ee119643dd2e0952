import { auditRecordSchema, auditStream, headerNames, type PurchaseDetail } from '@khmer-learning/contracts';
import { localInternalPrivateKey, signInternalToken } from '@khmer-learning/service-kit';
import { auditedEndpointIds, eventually, findAuditRecords, freePort } from '@khmer-learning/test-kit';
import { createMainLessonEvent, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';

let commerce: TestCommerce;
let other: TestCommerce;
let learner = 300;

beforeAll(async () => {
  commerce = await startCommerce();
  other = await startCommerce({ share: commerce });
  await commerce.publish(createMainLessonEvent(1, 1, { price: 1_000 }));
  await commerce.waitForConsumers();
});
afterAll(async () => {
  await other.close();
  await commerce.close();
});
beforeEach(() => {
  learner += 20;
});

const refund = (id: string | number, body: Record<string, unknown> = {}, by: TestCommerce = commerce) =>
  by.call<PurchaseDetail>('POST', `/api/payments/captures/${id}/refund`, body, {
    headers: { 'x-client-address': '203.0.113.7' },
  });
/** Requests a refund from an instance that cannot reach the provider. It ends before it would do anything else. */
async function refundOffline(id: string | number, body: Record<string, unknown>) {
  const unreachable = `http://127.0.0.1:${await freePort()}`;
  const offline = await startCommerce({ share: commerce, env: { PAYPAL_BASE_URL: unreachable } });
  const answer = await refund(id, body, offline);
  await offline.close();
  return answer;
}
/** Withdraws the last refund of a purchase. */
async function withdraw({ id, purchaseId }: PurchaseDetail) {
  const refundId = (await commerce.getPurchase(purchaseId)).refunds.at(-1)?.id;
  return commerce.call<PurchaseDetail>('DELETE', `/api/purchase_history/${id}/refunds/${refundId}`);
}
/** Runs the reconciler now and after each of these numbers of minutes. */
async function reconcileAfter(...minutes: number[]): Promise<void> {
  for (const passed of [0, ...minutes]) {
    other.clock.now = () => new Date(Date.now() + passed * 60_000);
    await other.reconcile();
  }
  other.clock.now = () => new Date();
}
const refundPending = {
  status: 409,
  body: {
    message:
      'An earlier refund of this payment is pending. Withdraw it, or wait until it has been sent, and try again.',
  },
};
const overRefund = {
  status: 422,
  body: { message: 'The refund exceeds the remaining refundable amount' },
};

async function refundsAtProvider(token: string): Promise<number[]> {
  const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === token);
  const all = await commerce.sandbox.refunds();
  return all.filter(({ captureId }) => captureId === capture?.id).map(({ amount }) => amount.minor);
}

it('refunds in parts, then the rest, and never more than was paid', async () => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  expect(await refund(paid.id, { amount: 300, reason: 'Half a course' })).toMatchObject({
    status: 200,
    headers: { 'x-event': `purchase.${paid.id}@${paid.version + 1}` },
    body: {
      id: paid.id,
      paymentStatus: 'partially_refunded',
      purchaseAmount: 1_000,
      refundedAmount: 300,
      version: paid.version + 1,
      refunds: [{ amount: 300, reason: 'Half a course', status: 'completed' }],
    },
  });
  expect(await refund(paid.id, { amount: 701 })).toMatchObject(overRefund);
  expect(await refund(paid.id, { amount: 200 })).toMatchObject({ body: { refundedAmount: 500 } });
  expect(await refund(paid.id)).toMatchObject({
    status: 200,
    body: { paymentStatus: 'refunded', refundedAmount: 1_000 },
  });
  expect(await refund(paid.id, { amount: 1 })).toMatchObject(overRefund);
  expect(await refund(paid.id)).toMatchObject(overRefund);
  expect(await refundsAtProvider(paid.purchaseId)).toEqual([300, 200, 500]);
  expect(await commerce.waitForEvent(paid.id, paid.version + 3)).toMatchObject({
    state: { paymentStatus: 'refunded', refundedAmount: 1_000 },
    actor: { id: 1, role: 'admin' },
  });
});

it('a large refund needs a recent proof of the admin', async () => {
  const { id } = await commerce.createPaidPurchase(learner, 1);
  const session = {
    kind: 'session',
    userId: 1,
    role: 'admin',
    sessionId: 's',
    sessionExpiresAt: 4_102_444_800,
  } as const;
  const ask = (amount: number, provedAt: number) => {
    const caller = { audience: 'commerce', requestId: 'r', principal: { ...session, provedAt } };
    const headers = { [headerNames.internalToken]: signInternalToken(localInternalPrivateKey, caller) };
    return commerce.call('POST', `/api/payments/captures/${id}/refund`, { amount }, { headers });
  };
  expect(await ask(5_000, 0)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  expect((await ask(5_000, Math.floor(Date.now() / 1_000))).status).toBe(422);
  expect((await ask(100, 0)).status).toBe(200);
});

it('finds the payment by our id, the order’s id and the capture’s id', async () => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === paid.purchaseId);
  for (const [n, key] of [paid.id, paid.purchaseId, capture?.id ?? ''].entries())
    expect(await refund(key, { amount: 100 })).toMatchObject({
      status: 200,
      body: { id: paid.id, refundedAmount: (n + 1) * 100 },
    });
  expect((await refund('999999')).status).toBe(404);
});

it('never sends back more than was paid, however many ask at the same time', async () => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, n) => refund(paid.id, { amount: 100 }, n % 2 ? commerce : other)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(422)]);
  expect(await refundsAtProvider(paid.purchaseId)).toEqual(Array(10).fill(100));
  // The refunds beyond the limit were not sent to the provider.
  const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === paid.purchaseId);
  const asked = (await commerce.sandbox.calls()).filter(
    ({ call, path }) => call === 'captures.refund' && path.includes(capture?.id ?? '-'),
  );
  expect(asked).toHaveLength(10);
  expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
    paymentStatus: 'refunded',
    refundedAmount: 1_000,
  });
});

it.each([
  ['pending', async () => (await commerce.createOrder(learner, 1)).id],
  [
    'declined',
    async () => {
      const { id } = await commerce.createOrder(learner, 1);
      await commerce.sandbox.decide(id, 'decline');
      await commerce.capture(id);
      return id;
    },
  ],
])('refuses a payment that is %s', async (_status, make) => {
  expect(await refund(await make())).toMatchObject({
    status: 409,
    body: { message: 'Only a completed payment can be refunded' },
  });
});

it.each([
  [{ amount: 0 }, 'Amount must be more than 0'],
  [{ amount: -5 }, 'Amount must be more than 0'],
  [{ amount: 1.5 }, 'Amount must be a whole number of cents'],
  [{ amount: '100' }, 'Amount must be a whole number of cents'],
  [{ reason: 5 }, 'Reason must be text'],
  [{ reason: 'x'.repeat(256) }, 'Must be at most 255 characters'],
])('refuses %j', async (body, message) => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  expect(await refund(paid.id, body)).toMatchObject({ status: 400, body: { message } });
  expect(await refundsAtProvider(paid.purchaseId)).toEqual([]);
});

it('is for admins', async () => {
  const paid = await commerce.createPaidPurchase(learner, 1);
  for (const [as, status] of [
    ['teacher', 403],
    ['student', 403],
    ['nobody', 401],
    ['app', 401],
  ] as const)
    expect((await commerce.call('POST', `/api/payments/captures/${paid.id}/refund`, {}, { as })).status).toBe(
      status,
    );
});

describe('a provider that fails', () => {
  it.each(['before', 'after'] as const)(
    '%s it has sent the money: the same refund again is that one',
    async (when) => {
      const paid = await commerce.createPaidPurchase(learner, 1);
      await commerce.sandbox.injectFailure({ call: 'captures.refund', when });
      const pending = {
        paymentStatus: 'completed',
        refundedAmount: 0,
        pendingRefundAmount: 400,
        refunds: [{ amount: 400, status: 'pending_refund', canWithdraw: false }],
      };
      expect(await refund(paid.id, { amount: 400 })).toMatchObject({ status: 202, body: pending });
      expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject(pending);
      expect(await refund(paid.id, { amount: 400 })).toMatchObject({
        status: 200,
        body: { refundedAmount: 400 },
      });
      expect(await commerce.getPurchase(paid.purchaseId)).not.toHaveProperty('pendingRefundAmount');
      expect(await refundsAtProvider(paid.purchaseId)).toEqual([400]);
    },
  );

  const failures = [
    { when: 'before', effect: 'error' },
    { when: 'before', effect: 'drop' },
    { when: 'after', effect: 'error' },
    { when: 'after', effect: 'drop' },
  ] as const;

  it.each(failures)(
    '$when the work, by $effect: what was not confirmed again is sent neither later nor with another refund',
    async (failure) => {
      const paid = await commerce.createPaidPurchase(learner, 1);
      await commerce.sandbox.injectFailure({ call: 'captures.refund', ...failure });
      expect((await refund(paid.id, { amount: 400 })).status).toBe(202);
      const made = failure.when === 'after' ? [400] : [];
      const first = await refund(paid.id, { amount: 250 });
      if (failure.when === 'before') {
        expect(first).toMatchObject({
          status: 503,
          body: {
            message:
              'An earlier refund of this payment is still being processed. Try again in a minute, or request the same amount again.',
          },
        });
        expect(await refund(paid.id)).toMatchObject({ status: 503 });
        expect(await withdraw(paid)).toMatchObject({
          status: 409,
          body: {
            message:
              'This refund is being sent to the payment provider. If it turns out that it was not made, it can be withdrawn.',
          },
        });
        expect(await refundsAtProvider(paid.purchaseId)).toEqual([]);
        commerce.clock.now = () => new Date(Date.now() + 2 * 60_000);
        expect(await refund(paid.id, { amount: 250 })).toMatchObject(refundPending);
        expect(await withdraw(paid)).toMatchObject({ status: 200, body: { refunds: [] } });
        expect(await refund(paid.id, { amount: 250 })).toMatchObject({ status: 200 });
      } else expect(first.status).toBe(200);
      commerce.clock.now = () => new Date();
      const sent = [...made, 250];
      expect(await refundsAtProvider(paid.purchaseId)).toEqual(sent);
      const sum = sent.reduce((one, other) => one + other, 0);
      expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
        refundedAmount: sum,
        refunds: sent.map((amount) => ({ amount, status: 'completed' })),
      });
      expect(await refund(paid.id)).toMatchObject({ status: 200, body: { refundedAmount: 1_000 } });
      expect(await refundsAtProvider(paid.purchaseId)).toEqual([...sent, 1_000 - sum]);
    },
  );

  it('another refund first resolves the previous one', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    await commerce.sandbox.injectFailure({ call: 'captures.refund', when: 'after' });
    expect((await refund(paid.id, { amount: 900 })).status).toBe(202);
    expect(await refund(paid.id, { amount: 200 })).toMatchObject(overRefund);
    expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({ refundedAmount: 900 });
    expect(await refund(paid.id)).toMatchObject({ body: { paymentStatus: 'refunded' } });
    expect(await refundsAtProvider(paid.purchaseId)).toEqual([900, 100]);
  });

  it('before anything was sent: another refund is refused until that one has been sent or withdrawn', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    const events = async () => (await commerce.waitForEvent(paid.id, paid.version + 1)).state;
    expect(await refundOffline(paid.id, { amount: 400, reason: 'Bought twice' })).toMatchObject({
      status: 202,
      headers: { 'x-event': `purchase.${paid.id}@${paid.version + 1}` },
      body: {
        paymentStatus: 'completed',
        refundedAmount: 0,
        pendingRefundAmount: 400,
        refunds: [{ amount: 400, reason: 'Bought twice', status: 'pending_refund', canWithdraw: true }],
      },
    });
    expect(await events()).toMatchObject({ refundedAmount: 0, pendingRefundAmount: 400 });
    expect(await refund(paid.id, { amount: 250 })).toMatchObject(refundPending);
    expect(await refund(paid.id)).toMatchObject(refundPending);
    expect(await refundsAtProvider(paid.purchaseId)).toEqual([]);
    await reconcileAfter(2);
    expect(await refundsAtProvider(paid.purchaseId)).toEqual([400]);
    expect(await withdraw(paid)).toMatchObject({
      status: 409,
      body: { message: 'This refund has been sent to the payment provider and can no longer be withdrawn' },
    });
    expect(await refund(paid.id, { amount: 250 })).toMatchObject({ body: { refundedAmount: 650 } });
    expect(await refundsAtProvider(paid.purchaseId)).toEqual([400, 250]);
  });

  it('before anything was sent: a withdrawn refund is never sent', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    expect((await refundOffline(paid.id, { amount: 400 })).status).toBe(202);
    const { refunds } = await commerce.getPurchase(paid.purchaseId);
    expect(await withdraw(paid)).toMatchObject({
      status: 200,
      headers: { 'x-event': `purchase.${paid.id}@${paid.version + 2}` },
      body: { refunds: [], refundedAmount: 0 },
    });
    const again = await commerce.call('DELETE', `/api/purchase_history/${paid.id}/refunds/${refunds[0]?.id}`);
    expect(again).toMatchObject({ status: 404, body: { message: 'Refund not found' } });
    expect(await refund(paid.id, { amount: 250 })).toMatchObject({ body: { refundedAmount: 250 } });
    await reconcileAfter(2, 10, 60);
    expect(await refundsAtProvider(paid.purchaseId)).toEqual([250]);
    const trail = (await findAuditRecords(commerce.service.connection)).filter(
      ({ entityId, action }) => entityId === String(paid.id) && action.startsWith('refund'),
    );
    expect(trail.map(({ action, detail, actor }) => `${actor?.id} ${action} ${detail}`).sort()).toEqual([
      '1 refund-requested USD 4.00',
      '1 refund-withdrawn USD 4.00',
      '1 refunded USD 2.50',
    ]);
  });

  it('before anything was sent: withdrawn while it is being sent, it is either withdrawn or sent', async () => {
    const purchases: PurchaseDetail[] = [];
    for (let n = 0; n < 8; n += 1) purchases.push(await commerce.createPaidPurchase(learner + n, 1));
    for (const { id } of purchases) expect((await refundOffline(id, { amount: 400 })).status).toBe(202);
    const [answers] = await Promise.all([Promise.all(purchases.map(withdraw)), reconcileAfter(2)]);
    await reconcileAfter(4, 60);
    for (const [n, { purchaseId }] of purchases.entries())
      expect([answers[n]?.status, await refundsAtProvider(purchaseId)]).toEqual(
        answers[n]?.status === 200 ? [200, []] : [409, [400]],
      );
  });

  it('and rejects a refund that it gets later: it has failed, and its amount can be refunded again', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    expect((await refundOffline(paid.id, { amount: 400 })).status).toBe(202);
    await commerce.sandbox.injectFailure({
      call: 'captures.refund',
      status: 422,
      issue: 'TRANSACTION_REFUSED',
    });
    await reconcileAfter(2, 10);
    expect(await commerce.getPurchase(paid.purchaseId)).toMatchObject({
      refunds: [{ amount: 400, status: 'failed', canWithdraw: false }],
      refundedAmount: 0,
    });
    expect(await refund(paid.id)).toMatchObject({ status: 200, body: { refundedAmount: 1_000 } });
  });

  it('and rejects: the amount can be refunded later', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    await commerce.sandbox.injectFailure({
      call: 'captures.refund',
      status: 422,
      issue: 'REFUND_AMOUNT_EXCEEDED',
    });
    expect(await refund(paid.id, { amount: 400 })).toMatchObject(overRefund);
    expect(await refund(paid.id, { amount: 1_000 })).toMatchObject({ status: 200 });
  });
});

/** Waits until the last audit record is about this purchase. */
async function lastRecord(id: number) {
  const client = await commerce.service.nats.whenConnected();
  return eventually(async () => {
    const manager = await client.jetstreamManager();
    const { state } = await manager.streams.info(auditStream.name);
    const message = await manager.streams.getMessage(auditStream.name, { seq: state.last_seq });
    const record = auditRecordSchema.parse(message.json());
    expect(record.entityId).toBe(String(id));
    return record;
  });
}

describe('the audit trail', () => {
  it('knows every call for which one has to be signed in to the console', () => {
    expect(auditedEndpointIds('commerce').sort()).toEqual([
      'deadJobs.commerce.retry',
      'purchases.export',
      'purchases.grant',
      'purchases.refund',
      'purchases.revoke',
      'purchases.withdrawRefund',
    ]);
  });

  it('records who refunded which amount of which purchase, from which address', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    await refund(paid.id, { amount: 250 });
    expect(await lastRecord(paid.id)).toMatchObject({
      service: 'commerce',
      action: 'refunded',
      entity: 'purchase',
      title: paid.userEmail,
      detail: 'USD 2.50',
      actor: { id: 1, role: 'admin' },
      address: '203.0.113.7',
      requestId: 'request-1',
    });
  });

  it('has an admin who cancelled a pending purchase', async () => {
    const order = await commerce.createOrder(learner, 1);
    const { id, userEmail } = await commerce.getPurchase(order.id);
    const answer = await commerce.call('DELETE', `/api/lessons/purchase/${order.id}`);
    expect(answer.status).toBe(200);
    expect(await lastRecord(id)).toMatchObject({
      action: 'deleted',
      entity: 'purchase',
      title: userEmail,
      actor: { id: 1, role: 'admin' },
    });
  });

  it('has each refund once: answered late, asked for again, told by the provider, or found by another process', async () => {
    const purchases: PurchaseDetail[] = [];
    for (let n = 0; n < 10; n += 1) purchases.push(await commerce.createPaidPurchase(learner + n, 1));
    const ids = purchases.map(({ id }) => id);
    const rows = commerce.service.connection.collection<{ _id: number }>('purchases');
    async function reconcile(): Promise<void> {
      await rows.updateMany({ _id: { $nin: ids } }, { $unset: { askAt: 1, routineAskAt: 1 } });
      await rows.updateMany({ _id: { $in: ids } }, { $set: { askAt: new Date(0) } });
      await other.reconcile();
    }
    await commerce.sandbox.setSwitches({ drop: false, delayMs: 5 });
    for (let round = 0; round < 4; round += 1) {
      const late = {
        call: 'captures.refund',
        when: 'after',
        effect: 'none',
        delayMs: 150,
        times: 5,
      } as const;
      await commerce.sandbox.injectFailure(late);
      await commerce.sandbox.injectFailure({ call: 'captures.refund', when: 'after', times: 4 });
      const amount = 100 + round;
      const asked = ids.map((id, n) => refund(id, { amount }, n % 2 ? commerce : other));
      await Promise.all([...asked, reconcile()]);
      // Repeats some requests, as a user would after a 503.
      await Promise.all(ids.slice(0, 4).map((id) => refund(id, { amount })));
      await reconcile();
    }
    await commerce.sandbox.setSwitches({ drop: true, delayMs: 0 });
    await reconcile();

    const captures = new Set(
      (await commerce.sandbox.captures())
        .filter(({ orderId }) => purchases.some(({ purchaseId }) => purchaseId === orderId))
        .map(({ id }) => id),
    );
    const made = (await commerce.sandbox.refunds()).filter(({ captureId }) => captures.has(captureId));
    const records = (await findAuditRecords(commerce.service.connection)).filter(
      ({ action, entityId }) => action === 'refunded' && ids.includes(Number(entityId)),
    );
    expect(made.length).toBeGreaterThanOrEqual(40);
    const dollars = made.map(({ amount }) => `USD ${(amount.minor / 100).toFixed(2)}`);
    expect(records.map(({ detail }) => detail).sort()).toEqual(dollars.sort());
    expect(new Set(records.map(({ actor }) => actor?.id))).toEqual(new Set([1]));
  });

  it('has what was sent back at the provider’s own site, by nobody', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === paid.purchaseId);
    await commerce.sandbox.reverse(capture?.id ?? '');
    await commerce.service.connection
      .collection<{ _id: number }>('purchases')
      .updateOne({ _id: paid.id }, { $set: { askAt: new Date(0) } });
    await other.reconcile();
    expect(await lastRecord(paid.id)).toMatchObject({
      action: 'refunded',
      detail: 'USD 10.00',
      actor: null,
      address: null,
      requestId: null,
    });
  });
});
