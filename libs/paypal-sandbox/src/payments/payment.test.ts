import { type PaypalSandbox, startPaypalSandbox } from '../start-paypal-sandbox.ts';
import { captureOf, createWireClient, type WireClient } from '../wire-client.fixture.ts';

let sandbox: PaypalSandbox;
let client: WireClient;

beforeAll(async () => {
  sandbox = await startPaypalSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control.reset();
  client = await createWireClient(sandbox);
});

const usd = (value: string) => ({ amount: { currency_code: 'USD', value } });
const statusOf = async (id: string) => (await client.call('GET', `/v2/payments/captures/${id}`)).body.status;

describe('refunds', () => {
  it('are partial until the whole amount is refunded', async () => {
    const { captureOrder } = await client.createPaidOrder();
    const first = await client.refundCapture(captureOrder.id, { ...usd('5.00'), note_to_payer: 'Half' });
    expect([first.status, first.body.status]).toEqual([201, 'COMPLETED']);
    expect(first.body.links.find(({ rel }) => rel === 'up')?.href).toBe(
      `${sandbox.url}/v2/payments/captures/${captureOrder.id}`,
    );
    expect(await statusOf(captureOrder.id)).toBe('PARTIALLY_REFUNDED');

    const rest = await client.refundCapture(captureOrder.id);
    expect(rest.status).toBe(201);
    expect(await statusOf(captureOrder.id)).toBe('REFUNDED');
    const { body } = await client.call('GET', `/v2/payments/refunds/${rest.body.id}`);
    expect(body).toMatchObject({
      amount: { currency_code: 'USD', value: '7.00' },
      seller_payable_breakdown: { total_refunded_amount: { value: '12.00' } },
    });
    expect(await sandbox.control.totals()).toEqual({
      USD: { captured: 1_200, refunded: 1_200, net: 0, captures: 1 },
    });
  });

  it('happen once per PayPal-Request-Id', async () => {
    const { captureOrder } = await client.createPaidOrder();
    const headers = { 'paypal-request-id': 'refund-1' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.refundCapture(captureOrder.id, usd('3.00'), headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(await sandbox.control.refunds()).toHaveLength(1);
    const other = await client.refundCapture(captureOrder.id, usd('4.00'), headers);
    expect([other.status, other.body.details[0]?.issue]).toEqual([422, 'DUPLICATE_REQUEST_ID']);
  });

  async function issueOf(captureId: string, body?: object) {
    const answer = await client.refundCapture(captureId, body);
    return [answer.status, answer.body.details[0]?.issue];
  }

  it('are refused beyond what is left', async () => {
    const { captureOrder } = await client.createPaidOrder();
    expect(await issueOf(captureOrder.id, usd('12.01'))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
    await client.refundCapture(captureOrder.id, usd('11.99'));
    expect(await issueOf(captureOrder.id, usd('0.02'))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
    await client.refundCapture(captureOrder.id, usd('0.01'));
    expect(await issueOf(captureOrder.id, usd('0.01'))).toEqual([422, 'CAPTURE_FULLY_REFUNDED']);
  });

  it('are refused in another currency, and of unknown, pending or declined captures', async () => {
    const { captureOrder } = await client.createPaidOrder();
    const euro = { amount: { currency_code: 'EUR', value: '1.00' } };
    expect(await issueOf(captureOrder.id, euro)).toEqual([422, 'REFUND_CAPTURE_CURRENCY_MISMATCH']);
    expect(await issueOf('5O190127TN364715T')).toEqual([404, 'INVALID_RESOURCE_ID']);
    for (const [outcome, issue] of [
      ['pending', 'PENDING_CAPTURE'],
      ['decline', 'REFUND_NOT_ALLOWED'],
    ] as const) {
      const { id } = await client.createOrder();
      await sandbox.control.decide(id, outcome);
      const { body } = await client.captureOrder(id);
      expect(await issueOf(captureOf(body).id)).toEqual([422, issue]);
    }
  });
});

describe('later decisions of PayPal or a bank', () => {
  async function pending() {
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'pending');
    return captureOf((await client.captureOrder(id)).body).id;
  }

  it('completes a pending capture', async () => {
    const id = await pending();
    await sandbox.control.complete(id);
    expect(await statusOf(id)).toBe('COMPLETED');
    expect((await sandbox.control.totals()).USD?.captured).toBe(1_200);
    await expect(sandbox.control.deny(id)).rejects.toThrow('CAPTURE_NOT_PENDING');
  });

  it('denies a pending capture', async () => {
    const id = await pending();
    await sandbox.control.deny(id);
    expect(await statusOf(id)).toBe('DECLINED');
    expect(await sandbox.control.totals()).toEqual({});
  });

  it('reverses what is left of a capture', async () => {
    const { captureOrder } = await client.createPaidOrder();
    await client.refundCapture(captureOrder.id, usd('2.00'));
    expect(await sandbox.control.reverse(captureOrder.id)).toMatchObject({ amount: { minor: 1_000 } });
    expect(await statusOf(captureOrder.id)).toBe('REFUNDED');
  });
});
