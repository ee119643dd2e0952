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

async function createApprovedOrder(): Promise<string> {
  const { id } = await client.createOrder();
  await sandbox.control.decide(id, 'approve');
  return id;
}
const countCaptures = async () => (await sandbox.control.captures()).length;

describe('injected failures', () => {
  it('drop the connection after the money was taken; the same request id gets the answer', async () => {
    const id = await createApprovedOrder();
    await sandbox.control.injectFailure({ call: 'orders.capture', when: 'after', effect: 'drop' });
    const headers = { 'paypal-request-id': 'capture-1' };
    await expect(client.captureOrder(id, headers)).rejects.toThrow('fetch failed');
    expect(await countCaptures()).toBe(1);

    const again = await client.captureOrder(id, headers);
    expect([again.status, captureOf(again.body).status]).toEqual([200, 'COMPLETED']);
    expect(await countCaptures()).toBe(1);
  });

  it('drop the connection before anything is done', async () => {
    const id = await createApprovedOrder();
    await sandbox.control.injectFailure({ call: 'orders.capture', effect: 'drop' });
    await expect(client.captureOrder(id)).rejects.toThrow('fetch failed');
    expect(await countCaptures()).toBe(0);
    expect((await client.captureOrder(id)).status).toBe(201);
  });

  it('answer 500 although the money was taken', async () => {
    const id = await createApprovedOrder();
    await sandbox.control.injectFailure({ call: 'orders.capture', when: 'after' });
    const answer = await client.captureOrder(id);
    expect([answer.status, answer.body.name]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    expect(await countCaptures()).toBe(1);
  });

  it('return 429 with Retry-After for the given number of calls', async () => {
    const { captureOrder } = await client.createPaidOrder();
    await sandbox.control.injectFailure({ call: 'captures.refund', status: 429, retryAfter: 7, times: 2 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await client.refundCapture(captureOrder.id);
      expect([answer.status, answer.body.name]).toEqual([429, 'RATE_LIMIT_REACHED']);
      expect(answer.headers.get('retry-after')).toBe('7');
    }
    expect((await client.refundCapture(captureOrder.id)).status).toBe(201);
  });

  it('answer with an issue of PayPal', async () => {
    const id = await createApprovedOrder();
    await sandbox.control.injectFailure({
      call: 'orders.capture',
      status: 422,
      issue: 'PAYER_ACCOUNT_RESTRICTED',
    });
    const { status, body } = await client.captureOrder(id);
    expect([status, body.details[0]?.issue]).toEqual([422, 'PAYER_ACCOUNT_RESTRICTED']);
  });

  it('delay calls', async () => {
    await sandbox.control.injectFailure({ call: 'orders.create', effect: 'none', delayMs: 200 });
    const before = performance.now();
    expect((await client.createOrder()).status).toBe('CREATED');
    expect(performance.now() - before).toBeGreaterThanOrEqual(195);
  });

  it('are rejected for unknown calls, with the name of the field', async () => {
    const failure = { call: 'orders.guess' } as unknown as Parameters<
      typeof sandbox.control.injectFailure
    >[0];
    await expect(sandbox.control.injectFailure(failure)).rejects.toThrow('/call');
  });
});

it('keeps the calls that came in, with their request ids', async () => {
  const { id } = await client.createOrder();
  await client.captureOrder(id, { 'paypal-request-id': 'capture-1' });
  expect(await sandbox.control.calls()).toMatchObject([
    { call: 'oauth2.token', status: 200 },
    { call: 'orders.create', path: '/v2/checkout/orders', status: 201 },
    {
      call: 'orders.capture',
      path: `/v2/checkout/orders/${id}/capture`,
      requestId: 'capture-1',
      status: 422,
    },
  ]);
});

it("captures behind the merchant's back", async () => {
  const id = await createApprovedOrder();
  await sandbox.control.capture(id);
  expect((await client.captureOrder(id)).body.details[0]?.issue).toBe('ORDER_ALREADY_CAPTURED');
});
