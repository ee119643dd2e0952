import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { eventually } from '@khmer-learning/test-kit';
import { type PaypalSandbox, startPaypalSandbox } from '../start-paypal-sandbox.ts';
import {
  captureOf,
  createWireClient,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
  type WireClient,
} from '../wire-client.fixture.ts';

let sandbox: PaypalSandbox;
let receiver: WebhookReceiver;
let client: WireClient;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startPaypalSandbox({ webhookUrl: receiver.url, webhookSpeed: 1_000 });
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});
beforeEach(async () => {
  await sandbox.control.reset();
  client = await createWireClient(sandbox);
  receiver.received = [];
  receiver.status = 200;
});

const typesReceived = () => receiver.received.map(({ event }) => event.event_type);
const waitForWebhooks = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));
/** The event of a type. Two webhooks may arrive in any order. */
const eventOf = (type: string) => receiver.received.find(({ event }) => event.event_type === type)?.event;
const approvedAndCompleted = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'];

async function statesOf(type: string) {
  const events = await sandbox.control.webhooks();
  return events.filter((event) => event.type === type).flatMap(({ transmissions }) => transmissions);
}

describe('the events', () => {
  it('report approval, completion, refund and reversal', async () => {
    const { createOrder, captureOrder } = await client.createPaidOrder({ custom_id: 'purchase-1' });
    await waitForWebhooks(2);
    const refund = await client.refundCapture(captureOrder.id, {
      amount: { currency_code: 'USD', value: '2.00' },
    });
    await waitForWebhooks(3);
    await sandbox.control.reverse(captureOrder.id);
    await waitForWebhooks(4);

    const refunded = eventOf('PAYMENT.CAPTURE.REFUNDED');
    const reversed = eventOf('PAYMENT.CAPTURE.REVERSED');
    expect(eventOf('CHECKOUT.ORDER.APPROVED')).toMatchObject({
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource_type: 'checkout-order',
      resource: { id: createOrder.id, status: 'APPROVED', purchase_units: [{ custom_id: 'purchase-1' }] },
    });
    expect(eventOf('PAYMENT.CAPTURE.COMPLETED')).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource_type: 'capture',
      resource: {
        id: captureOrder.id,
        status: 'COMPLETED',
        custom_id: 'purchase-1',
        supplementary_data: { related_ids: { order_id: createOrder.id } },
      },
    });
    expect(refunded).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.REFUNDED',
      resource_type: 'refund',
      resource: { id: refund.body.id, amount: { value: '2.00' } },
    });
    expect(reversed).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource: { amount: { value: '10.00' } },
    });
    for (const event of [refunded, reversed])
      expect(event?.resource.links).toContainEqual({
        href: `${sandbox.url}/v2/payments/captures/${captureOrder.id}`,
        rel: 'up',
        method: 'GET',
      });
  });

  it.each([
    ['decline', 'PAYMENT.CAPTURE.DECLINED', 'DECLINED'],
    ['pending', 'PAYMENT.CAPTURE.PENDING', 'PENDING'],
  ] as const)('report the result of %s', async (outcome, type, status) => {
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, outcome);
    await client.captureOrder(id);
    await waitForWebhooks(2);
    expect(eventOf(type)).toMatchObject({ event_type: type, resource: { status } });
  });

  it.each([
    ['complete', 'PAYMENT.CAPTURE.COMPLETED', 'COMPLETED'],
    ['deny', 'PAYMENT.CAPTURE.DENIED', 'DECLINED'],
  ] as const)('report %s of a pending capture', async (verdict, type, status) => {
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'pending');
    const capture = captureOf((await client.captureOrder(id)).body);
    await waitForWebhooks(2);
    await sandbox.control[verdict](capture.id);
    await waitForWebhooks(3);
    expect(receiver.received.at(-1)?.event).toMatchObject({ event_type: type, resource: { status } });
  });
});

describe('the signature', () => {
  function header({ headers }: ReceivedWebhook, name: string): string {
    return String(headers[`paypal-${name}`]);
  }
  async function hasValidSignature(message: ReceivedWebhook, text = message.text) {
    const pem = await (await fetch(header(message, 'cert-url'))).text();
    const signed = [
      header(message, 'transmission-id'),
      header(message, 'transmission-time'),
      sandbox.webhookId,
      crc32(text),
    ].join('|');
    const signature = Buffer.from(header(message, 'transmission-sig'), 'base64');
    return verify('RSA-SHA256', Buffer.from(signed), new X509Certificate(pem).publicKey, signature);
  }
  async function received(): Promise<ReceivedWebhook> {
    await client.createPaidOrder({ description: 'ភាសាអង់គ្លេស' });
    await waitForWebhooks(2);
    const [message] = receiver.received;
    if (message === undefined) throw new Error('Nothing was received');
    return message;
  }

  it('is valid for the raw body with the served certificate, and for no other body', async () => {
    const message = await received();
    expect(header(message, 'auth-algo')).toBe('SHA256withRSA');
    expect(await hasValidSignature(message)).toBe(true);
    expect(await hasValidSignature(message, message.text.replace('12.00', '99.00'))).toBe(false);
  });

  it("uses a certificate in PayPal's name, issued by the separately served authority", async () => {
    const message = await received();
    const pem = await (await fetch(header(message, 'cert-url'))).text();
    const certificate = new X509Certificate(pem);
    const authority = new X509Certificate(await sandbox.control.authorityPem());
    expect(certificate.subject).toContain('CN=messageverificationcerts.paypal.com');
    expect(certificate.ca).toBe(false);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(authority.ca).toBe(true);
    expect(pem).toContain(sandbox.authorityPem.trim());
    const unknown = header(message, 'cert-url').replace(/.$/, 'x');
    expect((await fetch(unknown)).status).toBe(404);
  });

  it('is verified by the verification call', async () => {
    const message = await received();
    const ask = async (changes: object) => {
      const body = {
        auth_algo: header(message, 'auth-algo'),
        cert_url: header(message, 'cert-url'),
        transmission_id: header(message, 'transmission-id'),
        transmission_sig: header(message, 'transmission-sig'),
        transmission_time: header(message, 'transmission-time'),
        webhook_id: sandbox.webhookId,
        webhook_event: message.event,
        ...changes,
      };
      const path = '/v1/notifications/verify-webhook-signature';
      return (await client.call('POST', path, { body })).body.verification_status;
    };
    expect(await ask({})).toBe('SUCCESS');
    for (const changes of [
      { webhook_event: { ...message.event, id: 'WH-OTHER' } },
      { webhook_id: 'another' },
      { transmission_id: 'another' },
      { cert_url: 'https://example.com/v1/notifications/certs/CERT-1' },
    ])
      expect(await ask(changes)).toBe('FAILURE');
  });

  it('can be had for any body', async () => {
    const text = JSON.stringify({ id: 'WH-MADE-UP' });
    const headers = await sandbox.control.sign(text);
    expect(await hasValidSignature({ headers, text, event: JSON.parse(text) })).toBe(true);
  });
});

describe('the delivery', () => {
  it('is retried with the same event and signature until it is accepted', async () => {
    receiver.status = 503;
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'approve');
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(3));
    receiver.status = 204;
    await eventually(async () => {
      expect(await statesOf('CHECKOUT.ORDER.APPROVED')).toMatchObject([{ state: 'SUCCESS' }]);
    });
    const [transmission] = await statesOf('CHECKOUT.ORDER.APPROVED');
    expect(transmission?.attempts.map(({ status }) => status).slice(0, 3)).toEqual([503, 503, 503]);
    expect(transmission?.attempts.at(-1)?.status).toBe(204);
    const ids = receiver.received.map(({ event, headers }) => [event.id, headers['paypal-transmission-sig']]);
    expect(new Set(ids.flat()).size).toBe(2);
  });

  it('is given up after 25 attempts, and can be resent', async () => {
    await sandbox.control.setSwitches({ speed: 1_000_000 });
    receiver.status = 500;
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'approve');
    await eventually(async () => {
      expect(await statesOf('CHECKOUT.ORDER.APPROVED')).toMatchObject([{ state: 'FAILURE' }]);
    });
    expect(receiver.received).toHaveLength(25);

    receiver.status = 200;
    const [event] = await sandbox.control.webhooks();
    await sandbox.control.resend(event?.id ?? '');
    await waitForWebhooks(26);
    expect(receiver.received.at(-1)?.event.id).toBe(event?.id);
    expect(receiver.received.at(-1)?.headers['paypal-transmission-id']).not.toBe(
      receiver.received[0]?.headers['paypal-transmission-id'],
    );
  });

  it('reaches a receiver that is configured later', async () => {
    const { url } = receiver;
    await receiver.close();
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'approve');
    await eventually(async () => {
      const [transmission] = await statesOf('CHECKOUT.ORDER.APPROVED');
      const errors = transmission?.attempts.map(({ error }) => error);
      expect(errors).toContainEqual(expect.stringContaining('ECONNREFUSED'));
    });
    receiver = await startWebhookReceiver(new URL(url).port);
    await waitForWebhooks(1);
  });
});

describe('the switches', () => {
  it('delay', async () => {
    await sandbox.control.setSwitches({ delayMs: 300 });
    const before = performance.now();
    await client.createPaidOrder();
    await waitForWebhooks(2);
    expect(performance.now() - before).toBeGreaterThanOrEqual(295);
  });

  it('duplicate', async () => {
    await sandbox.control.setSwitches({ copies: 3 });
    await client.createPaidOrder();
    await waitForWebhooks(6);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(6);
  });

  it('reorder', async () => {
    // The delay is also the time in which events are collected.
    await sandbox.control.setSwitches({ reorder: true, delayMs: 5_000 });
    await client.createPaidOrder();
    await waitForWebhooks(2);
    expect(typesReceived()).toEqual([...approvedAndCompleted].reverse());
  });

  it('drop all, or those of a type; what was dropped can be resent', async () => {
    await sandbox.control.setSwitches({ drop: ['CHECKOUT.ORDER.APPROVED'] });
    await client.createPaidOrder();
    await waitForWebhooks(1);
    expect(typesReceived()).toEqual(['PAYMENT.CAPTURE.COMPLETED']);

    await sandbox.control.setSwitches({ drop: true });
    await client.createPaidOrder();
    const events = await eventually(async () => {
      const all = await sandbox.control.webhooks();
      expect(all.map(({ transmissions }) => transmissions[0]?.state)).toEqual([
        'DROPPED',
        'SUCCESS',
        'DROPPED',
        'DROPPED',
      ]);
      return all;
    });
    for (const { id } of events.slice(2)) await sandbox.control.resend(id);
    await waitForWebhooks(3);
  });

  it('reject unknown switches by name', async () => {
    await expect(sandbox.control.setSwitches({ copies: 0 })).rejects.toThrow('/copies');
  });
});
