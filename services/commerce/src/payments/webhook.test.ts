import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { webhookHeaders } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { createMainLessonEvent, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';

let commerce: TestCommerce;
let other: TestCommerce;
let learner = 200;

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
  commerce.webhookProxy.statuses.length = 0;
  await commerce.sandbox.setSwitches({ drop: true, copies: 1, reorder: false, delayMs: 0 });
});

const deliver = (webhook: Record<string, string>, body: string, to: TestCommerce = commerce) =>
  to.call<{ message: string }>('POST', '/api/payments/webhook', body, { as: 'nobody', headers: webhook });
const statusOf = async (token: string) => (await commerce.getPurchase(token)).paymentStatus;
const expectStatus = (token: string, status: string) =>
  eventually(async () => expect(await statusOf(token)).toBe(status));

/** The provider's recorded events of an order, by type. */
async function eventsOf(token: string): Promise<Map<string, { id: string; body: string }>> {
  const events = await commerce.sandbox.webhooks();
  return new Map(events.filter(({ body }) => body.includes(token)).map((event) => [event.type, event]));
}

async function signWebhook(body: string): Promise<[Record<string, string>, string]> {
  return [await commerce.sandbox.sign(body), body];
}

async function eventOf(token: string, type: string): Promise<{ id: string; body: string }> {
  const found = (await eventsOf(token)).get(type);
  if (!found) throw new Error(`No ${type}`);
  return found;
}

describe('browser return and notifications', () => {
  it('only the notification: the order is captured and completed once', async () => {
    await commerce.sandbox.setSwitches({ drop: false });
    const before = (await commerce.sandbox.captures()).length;
    const order = await commerce.createApprovedOrder(learner, 1);
    await expectStatus(order.id, 'completed');
    await eventually(() => expect(commerce.webhookProxy.statuses).toEqual([200, 200]));
    expect((await commerce.sandbox.captures()).length - before).toBe(1);
    expect((await commerce.getPurchase(order.id)).version).toBe(2);
  });

  it('the browser first, then every notification twice and in the wrong order', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    const events = [...(await eventsOf(paid.purchaseId)).values()];
    expect(events).toHaveLength(2);
    for (const { body } of [...events, ...events].reverse())
      expect((await deliver(...(await signWebhook(body)))).status).toBe(200);
    expect(await commerce.getPurchase(paid.purchaseId)).toEqual(paid);
  });

  it('both at the same time, in copies, at two instances: one completed purchase, charged once', async () => {
    for (let round = 0; round < 4; round += 1) {
      learner += 1;
      const before = (await commerce.sandbox.captures()).length;
      const order = await commerce.createApprovedOrder(learner, 1);
      const { body } = await eventOf(order.id, 'CHECKOUT.ORDER.APPROVED');
      const answers = await Promise.all([
        commerce.capture(order.id),
        deliver(...(await signWebhook(body))),
        deliver(...(await signWebhook(body)), other),
        other.capture(order.id),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await commerce.sandbox.captures()).length - before).toBe(1);
      expect(await commerce.getPurchase(order.id)).toMatchObject({ paymentStatus: 'completed', version: 2 });
    }
  });

  it('an event takes effect once, remembered in the transaction of its effect', async () => {
    const order = await commerce.createApprovedOrder(learner, 1);
    const { id, body } = await eventOf(order.id, 'CHECKOUT.ORDER.APPROVED');
    expect((await deliver(...(await signWebhook(body)))).body).toEqual({ message: 'Event processed' });
    expect((await deliver(...(await signWebhook(body)))).body).toEqual({
      message: 'Event already processed',
    });
    const stored = commerce.service.connection.collection<{ _id: string }>('webhook_events');
    expect(await stored.countDocuments({ _id: id })).toBe(1);
  });

  it('is redelivered while the provider is unavailable, and then processed', async () => {
    const order = await commerce.createApprovedOrder(learner, 1);
    const { id, body } = await eventOf(order.id, 'CHECKOUT.ORDER.APPROVED');
    await commerce.sandbox.injectFailure({ call: 'orders.get' });
    expect((await deliver(...(await signWebhook(body)))).status).toBe(503);
    const stored = commerce.service.connection.collection<{ _id: string }>('webhook_events');
    expect(await stored.countDocuments({ _id: id })).toBe(0);
    expect((await deliver(...(await signWebhook(body)))).status).toBe(200);
    expect(await statusOf(order.id)).toBe('completed');
  });
});

describe('what becomes of a payment later', () => {
  it('a pending one that is completed, and one that is denied', async () => {
    await commerce.sandbox.setSwitches({ drop: false });
    for (const [verdict, status] of [
      ['complete', 'completed'],
      ['deny', 'declined'],
    ] as const) {
      learner += 1;
      const order = await commerce.createOrder(learner, 1);
      await commerce.sandbox.decide(order.id, 'pending');
      await eventually(async () => {
        const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === order.id);
        expect(capture?.status).toBe('PENDING');
        expect(await statusOf(order.id)).toBe('pending');
        await commerce.sandbox[verdict](capture?.id ?? '');
      });
      await expectStatus(order.id, status);
    }
  });

  it('a refund made on the provider’s site, reported before its payment', async () => {
    const order = await commerce.createApprovedOrder(learner, 1);
    await commerce.sandbox.capture(order.id);
    const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === order.id);
    await refundAtProvider(capture?.id ?? '', '2.00');
    const refunded = await eventOf(capture?.id ?? '', 'PAYMENT.CAPTURE.REFUNDED');
    expect((await deliver(...(await signWebhook(refunded.body)))).status).toBe(200);
    expect(await commerce.getPurchase(order.id)).toMatchObject({
      paymentStatus: 'partially_refunded',
      refundedAmount: 200,
      refunds: [{ amount: 200, status: 'completed' }],
    });
    const completed = await eventOf(capture?.id ?? '', 'PAYMENT.CAPTURE.COMPLETED');
    expect((await deliver(...(await signWebhook(completed.body)))).status).toBe(200);
    expect(await statusOf(order.id)).toBe('partially_refunded');
  });

  it('a reversed payment gives no access, whatever is reported afterwards', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    const capture = (await commerce.sandbox.captures()).find(({ orderId }) => orderId === paid.purchaseId);
    await commerce.sandbox.reverse(capture?.id ?? '');
    const reversed = await eventOf(capture?.id ?? '', 'PAYMENT.CAPTURE.REVERSED');
    expect((await deliver(...(await signWebhook(reversed.body)))).status).toBe(200);
    expect(await statusOf(paid.purchaseId)).toBe('reversed');
    const completed = await eventOf(capture?.id ?? '', 'PAYMENT.CAPTURE.COMPLETED');
    expect((await deliver(...(await signWebhook(completed.body)))).status).toBe(200);
    expect(await statusOf(paid.purchaseId)).toBe('reversed');
  });
});

/** Makes a refund on the provider's own site. */
async function refundAtProvider(captureId: string, value: string): Promise<void> {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = commerce.service.config;
  const token = await fetch(`${commerce.sandboxUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${commerce.sandboxUrl}/v2/payments/captures/${captureId}/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: { currency_code: 'USD', value } }),
  });
  expect(answer.status).toBe(201);
}

describe('a notification that is not the provider’s', () => {
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 });

  /** Signs as PayPal does, with a key that is not PayPal's. */
  function signWithUntrustedKey(good: Record<string, string>, body: string): string {
    const of = (name: keyof typeof webhookHeaders) => good[webhookHeaders[name]];
    const text = `${of('id')}|${of('time')}|${commerce.service.config.PAYPAL_WEBHOOK_ID}|${crc32(Buffer.from(body))}`;
    return sign('sha256', Buffer.from(text), foreign.privateKey).toString('base64');
  }

  it.each<[string, (good: Record<string, string>, body: string) => [Record<string, string>, string]]>([
    ['unsigned', (_good, body) => [{}, body]],
    ['altered', (good, body) => [good, body.replace('CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.REVERSED')]],
    ['with a space more', (good, body) => [good, `${body} `]],
    ['with another transmission id', (good, body) => [{ ...good, [webhookHeaders.id]: 'other' }, body]],
    [
      'with another time',
      (good, body) => [{ ...good, [webhookHeaders.time]: new Date(0).toISOString() }, body],
    ],
    [
      'signed by a stranger',
      (good, body) => [{ ...good, [webhookHeaders.signature]: signWithUntrustedKey(good, body) }, body],
    ],
    [
      'with a weaker algorithm',
      (good, body) => [{ ...good, [webhookHeaders.algorithm]: 'SHA1withRSA' }, body],
    ],
    ['with no certificate', (good, body) => [{ ...good, [webhookHeaders.certificateUrl]: 'nonsense' }, body]],
  ])('%s: 400, and nothing changes', async (_what, forge) => {
    const order = await commerce.createApprovedOrder(learner, 1);
    const before = await commerce.getPurchase(order.id);
    const { body } = await eventOf(order.id, 'CHECKOUT.ORDER.APPROVED');
    const good = await commerce.sandbox.sign(body);
    expect(await deliver(...forge(good, body))).toMatchObject({
      status: 400,
      body: { message: 'The signature is not valid' },
    });
    expect(await commerce.getPurchase(order.id)).toEqual(before);
    // Control: the same event with a valid signature is accepted.
    expect((await deliver(good, body)).status).toBe(200);
    expect(await statusOf(order.id)).toBe('completed');
  });

  it('with a certificate from a host that is not the provider’s: not even fetched', async () => {
    const order = await commerce.createApprovedOrder(learner, 1);
    const { body } = await eventOf(order.id, 'CHECKOUT.ORDER.APPROVED');
    const good = await commerce.sandbox.sign(body);
    let fetched = 0;
    const stranger = createServer((_request, response) => {
      fetched += 1;
      response.end(foreign.publicKey.export({ type: 'spki', format: 'pem' }));
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const path = '/v1/notifications/certs/CERT-1';
    for (const url of [
      `http://127.0.0.1:${port}${path}`,
      `https://127.0.0.1:${port}${path}`,
      `https://api.paypal.com@127.0.0.1:${port}${path}`,
      `https://api.paypal.com.127.0.0.1.nip.io:${port}${path}`,
      `http://api.paypal.com${path}`,
      `${commerce.sandboxUrl}/sandbox/authority.pem`,
      `file:///etc/passwd`,
    ]) {
      const forged = {
        ...good,
        [webhookHeaders.certificateUrl]: url,
        [webhookHeaders.signature]: signWithUntrustedKey(good, body),
      };
      expect({ url, ...(await deliver(forged, body)) }).toMatchObject({ url, status: 400 });
    }
    expect(fetched).toBe(0);
    expect(await statusOf(order.id)).toBe('pending');
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('signed well, about a payment of somebody else: nothing changes', async () => {
    const paid = await commerce.createPaidPurchase(learner, 1);
    const id = createHash('sha1').update('another').digest('hex');
    const body = JSON.stringify({
      id: `WH-${id}`,
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: '0AB12345CD678901E' },
    });
    expect(await deliver(...(await signWebhook(body)))).toMatchObject({
      status: 200,
      body: { message: 'Unknown payment' },
    });
    expect(await commerce.getPurchase(paid.purchaseId)).toEqual(paid);
  });

  it('claiming more than the provider’s order: the order counts', async () => {
    const order = await commerce.createOrder(learner, 1);
    const body = JSON.stringify({
      id: `WH-forged-${order.id}`,
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: {
        id: 'NOSUCHCAPTURE',
        status: 'COMPLETED',
        amount: { currency_code: 'USD', value: '4.99' },
        supplementary_data: { related_ids: { order_id: order.id } },
      },
    });
    expect((await deliver(...(await signWebhook(body)))).status).toBe(200);
    expect(await statusOf(order.id)).toBe('pending');
  });

  it('larger than 1 MiB: 413', async () => {
    const body = JSON.stringify({ id: 'x'.repeat(1024 ** 2) });
    expect((await deliver(...(await signWebhook('{}')))).status).not.toBe(413);
    expect((await deliver({}, body)).status).toBe(413);
  });
});
