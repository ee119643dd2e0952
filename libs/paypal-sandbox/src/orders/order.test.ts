import { type PaypalSandbox, startPaypalSandbox } from '../start-paypal-sandbox.ts';
import {
  captureOf,
  createWireClient,
  orderBody,
  requestAccessToken,
  type WireClient,
} from '../wire-client.fixture.ts';

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

const orders = '/v2/checkout/orders';

describe('an order from its creation to its capture', () => {
  it('is created, approved and captured; the capture has the custom and invoice ids', async () => {
    const created = await client.call('POST', orders, {
      body: orderBody({ custom_id: 'purchase-7', invoice_id: 'invoice-7', description: 'Verbs' }),
    });
    expect(created.status).toBe(201);
    expect(Object.keys(created.body).sort()).toEqual(['id', 'links', 'status']);
    expect(created.body).toMatchObject({ id: expect.stringMatching(/^[0-9A-Z]{17}$/), status: 'CREATED' });
    expect(created.body.links.map(({ rel }) => rel)).toEqual(['self', 'approve', 'update', 'capture']);

    await sandbox.control.decide(created.body.id, 'approve');
    const approved = await client.call('GET', `${orders}/${created.body.id}`);
    expect(approved.body).toMatchObject({
      status: 'APPROVED',
      payer: { payer_id: 'QYR5Z8XDVJNXQ' },
      purchase_units: [{ custom_id: 'purchase-7', amount: { currency_code: 'USD', value: '12.00' } }],
    });
    expect(approved.body.links.map(({ rel }) => rel)).toEqual(['self', 'update', 'capture']);

    const captured = await client.captureOrder(created.body.id);
    expect(captured.status).toBe(201);
    expect(captured.body).toMatchObject({ id: created.body.id, status: 'COMPLETED' });
    const capture = captureOf(captured.body);
    expect(capture).toMatchObject({
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '12.00' },
      custom_id: 'purchase-7',
      invoice_id: 'invoice-7',
      supplementary_data: { related_ids: { order_id: created.body.id } },
      seller_receivable_breakdown: { paypal_fee: { value: '0.91' }, net_amount: { value: '11.09' } },
    });
    expect(capture.id).not.toBe(created.body.id);
    expect(capture.links.map(({ rel }) => rel)).toEqual(['self', 'refund', 'up']);
    const asked = await client.call('GET', `/v2/payments/captures/${capture.id}`);
    expect(asked.body).toEqual(capture);
  });

  it('has the status PAYER_ACTION_REQUIRED when it has a payment source', async () => {
    const { application_context: context, ...body } = orderBody() as Record<string, unknown>;
    const payment_source = { paypal: { experience_context: context } };
    const headers = { 'paypal-request-id': 'order-1' };
    const { body: order } = await client.call('POST', orders, { body: { ...body, payment_source }, headers });
    expect(order.status).toBe('PAYER_ACTION_REQUIRED');
    expect(order.links.map(({ rel }) => rel)).toEqual(['self', 'payer-action']);
    const without = await client.call('POST', orders, { body: { ...body, payment_source } });
    expect(without.status).toBe(400);
    expect(without.body.details[0]?.issue).toBe('PAYPAL_REQUEST_ID_REQUIRED');
  });

  it.each([
    ['decline', 'DECLINED'],
    ['pending', 'PENDING'],
  ] as const)('is COMPLETED after %s, while its capture is %s', async (outcome, status) => {
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, outcome);
    const { status: answered, body } = await client.captureOrder(id);
    expect([answered, body.status, captureOf(body).status]).toEqual([201, 'COMPLETED', status]);
    expect(await sandbox.control.totals()).toEqual({});
  });

  it('returns the complete order with Prefer: return=representation', async () => {
    const headers = { prefer: 'return=representation' };
    const { body } = await client.call('POST', orders, { body: orderBody({ custom_id: 'c' }), headers });
    expect(body.purchase_units[0]).toMatchObject({ custom_id: 'c', amount: { value: '12.00' } });
  });
});

describe('an order that cannot be captured', () => {
  async function refusal(id: string) {
    const { status, body } = await client.captureOrder(id);
    expect(body).toMatchObject({
      message: expect.any(String),
      debug_id: expect.stringMatching(/^[0-9a-f]{13}$/),
    });
    return [status, body.name, body.details[0]?.issue];
  }

  it('is unknown', async () => {
    expect(await refusal('5O190127TN364715T')).toEqual([404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID']);
  });

  it('is not approved', async () => {
    const { id } = await client.createOrder();
    expect(await refusal(id)).toEqual([422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED']);
    await sandbox.control.decide(id, 'cancel');
    expect(await refusal(id)).toEqual([422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED']);
  });

  it('is voided', async () => {
    const { id } = await client.createOrder();
    await sandbox.control.voidOrder(id);
    expect(await refusal(id)).toEqual([422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED']);
    expect((await client.call('GET', `${orders}/${id}`)).body.status).toBe('VOIDED');
  });

  it('has already been captured by one of twenty concurrent calls', async () => {
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'approve');
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.captureOrder(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ body }) => body.details[0]?.issue))).toEqual(
      new Set(['ORDER_ALREADY_CAPTURED']),
    );
    expect(await sandbox.control.totals()).toEqual({
      USD: { captured: 1_200, refunded: 0, net: 1_200, captures: 1 },
    });
  });

  it('has an invoice that is paid', async () => {
    await client.createPaidOrder({ invoice_id: 'invoice-1' });
    const { id } = await client.createOrder({ invoice_id: 'invoice-1' });
    await sandbox.control.decide(id, 'approve');
    expect(await refusal(id)).toEqual([422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID']);
  });

  it('has a declined instrument; the payer may choose another', async () => {
    await sandbox.control.setSwitches({ declineAs: 'instrument' });
    const { id } = await client.createOrder();
    await sandbox.control.decide(id, 'decline');
    const { status, body } = await client.captureOrder(id);
    expect([status, body.details[0]?.issue]).toEqual([422, 'INSTRUMENT_DECLINED']);
    expect(body.links).toContainEqual({
      href: `${sandbox.url}/checkoutnow?token=${id}`,
      rel: 'redirect',
      method: 'GET',
    });
    await sandbox.control.decide(id, 'approve');
    expect((await client.captureOrder(id)).status).toBe(201);
  });
});

describe('PayPal-Request-Id', () => {
  it('makes one order and one capture of repeated calls', async () => {
    const headers = { 'paypal-request-id': 'same' };
    const [first, second] = [
      await client.call('POST', orders, { body: orderBody(), headers }),
      await client.call('POST', orders, { body: orderBody(), headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);

    await sandbox.control.decide(first.body.id, 'approve');
    const captures = await Promise.all(
      Array.from({ length: 20 }, () => client.captureOrder(first.body.id, headers)),
    );
    expect(captures.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(captures.map(({ body }) => captureOf(body).id)).size).toBe(1);
    expect(await sandbox.control.captures()).toHaveLength(1);
  });

  it('is refused for another request', async () => {
    const headers = { 'paypal-request-id': 'same' };
    await client.call('POST', orders, { body: orderBody(), headers });
    const other = await client.call('POST', orders, { body: orderBody({ custom_id: 'other' }), headers });
    expect(other.status).toBe(422);
    expect(other.body.details[0]?.issue).toBe('DUPLICATE_REQUEST_ID');
  });

  it('may be used again after a failure', async () => {
    const { id } = await client.createOrder();
    const headers = { 'paypal-request-id': 'capture' };
    expect((await client.captureOrder(id, headers)).status).toBe(422);
    await sandbox.control.decide(id, 'approve');
    expect((await client.captureOrder(id, headers)).status).toBe(201);
  });
});

describe('an invalid request', () => {
  const unit = (amount: object) => ({ ...orderBody(), purchase_units: [{ amount }] });
  it.each<[string, unknown, number, string, string | undefined]>([
    ['no body', undefined, 400, 'MISSING_REQUIRED_PARAMETER', '/intent'],
    ['another intent', { ...orderBody(), intent: 'BUY' }, 400, 'INVALID_PARAMETER_VALUE', '/intent'],
    ['no unit', { ...orderBody(), purchase_units: [] }, 400, 'INVALID_ARRAY_LENGTH', '/purchase_units'],
    [
      'a number for an amount',
      unit({ currency_code: 'USD', value: 12 }),
      400,
      'INVALID_PARAMETER_SYNTAX',
      '/purchase_units/0/amount/value',
    ],
    [
      'a third decimal',
      unit({ currency_code: 'USD', value: '1.005' }),
      422,
      'DECIMAL_PRECISION',
      '/purchase_units/0/amount/value',
    ],
    [
      'nothing',
      unit({ currency_code: 'USD', value: '0.00' }),
      422,
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      '/purchase_units/0/amount/value',
    ],
    [
      'less than nothing',
      unit({ currency_code: 'USD', value: '-1.00' }),
      422,
      'CANNOT_BE_NEGATIVE',
      '/purchase_units/0/amount/value',
    ],
    [
      'a currency that PayPal does not take',
      unit({ currency_code: 'KHR', value: '4000' }),
      422,
      'CURRENCY_NOT_SUPPORTED',
      '/purchase_units/0/amount/value',
    ],
  ])('has %s', async (_name, body, status, issue, field) => {
    const answer = await client.call('POST', orders, body === undefined ? {} : { body });
    expect([answer.status, answer.body.details[0]?.issue, answer.body.details[0]?.field]).toEqual([
      status,
      issue,
      field,
    ]);
    expect(await sandbox.control.orders()).toEqual([]);
  });

  it('is no JSON', async () => {
    const headers = { authorization: `Bearer ${await requestAccessToken(sandbox)}` };
    const send = (contentType: string) =>
      fetch(sandbox.url + orders, {
        method: 'POST',
        body: '{',
        headers: { ...headers, 'content-type': contentType },
      });
    const malformed = await send('application/json');
    expect([malformed.status, await malformed.json()]).toMatchObject([
      400,
      { details: [{ issue: 'MALFORMED_REQUEST_JSON' }] },
    ]);
    expect((await send('application/x-www-form-urlencoded')).status).toBe(415);
  });
});
