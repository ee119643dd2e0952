import { createSandboxControl, type SandboxControl } from '@khmer-learning/paypal-sandbox';
import type { NodeProcess } from '@khmer-learning/test-kit';
import { startPaypalSandboxProcess } from '../../commerce.test-kit.ts';
import { type PaymentProvider, ProviderRejectedError, ProviderUnavailableError } from '../provider.ts';
import { centsToDecimal, createPaypalProvider, decimalToCents } from './paypal-provider.ts';

let child: NodeProcess;
let sandbox: SandboxControl;
let url = '';
let paypal: PaymentProvider;
let orders = 0;

const settings = {
  clientId: 'local-paypal-client',
  clientSecret: 'local-paypal-secret-of-khmer-learning',
  webhookId: 'local-paypal-webhook',
  publicUrl: 'https://learn.example.com',
  trustsBaseUrl: true,
  authorities: '',
  onUntrusted: () => undefined,
};

beforeAll(async () => {
  ({ url, child } = await startPaypalSandboxProcess());
  sandbox = createSandboxControl(url);
  paypal = createPaypalProvider({ ...settings, baseUrl: url });
});
afterAll(async () => {
  child.signal('SIGKILL');
  await child.exited;
});

const newOrder = () => {
  orders += 1;
  return paypal.createOrder({
    requestId: `order-${orders}`,
    amount: 499,
    customId: `purchase-${orders}`,
    description: `Reading ${'ខ្មែរ'.repeat(60)}`,
  });
};
const callsOf = async (name: string) => (await sandbox.calls()).filter(({ call }) => call === name);

async function rejectionReasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof ProviderRejectedError ? error.reason : String(error)),
  );
}

it.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [499, '4.99'],
  [500, '5.00'],
  [100_000_000, '1000000.00'],
])('writes %d cents as %s, and reads them back', (cents, text) => {
  expect(centsToDecimal(cents)).toBe(text);
  expect(decimalToCents(text)).toBe(cents);
});

it.each(['', '4.9', '4,99', '-1.00', '1e3', '4.999', 'NaN', ' 4.99'])('takes %j for no amount', (text) => {
  expect(decimalToCents(text)).toBeNaN();
});

it('requests one token for concurrent calls, and another one when it is revoked', async () => {
  const fresh = createPaypalProvider({ ...settings, baseUrl: url });
  const before = (await callsOf('oauth2.token')).length;
  await Promise.all(Array.from({ length: 8 }, () => fresh.getOrder('NOSUCHORDER')));
  expect((await callsOf('oauth2.token')).length - before).toBe(1);
  await sandbox.expireTokens();
  expect(await fresh.getOrder('NOSUCHORDER')).toBeNull();
  expect((await callsOf('oauth2.token')).length - before).toBe(2);
});

it('fails as unavailable when the credentials are wrong', async () => {
  const unauthorized = createPaypalProvider({ ...settings, baseUrl: url, clientSecret: 'wrong' });
  await expect(unauthorized.getOrder('ANY')).rejects.toThrow(ProviderUnavailableError);
});

it('makes one order for one request id, and reads it in cents', async () => {
  const first = await newOrder();
  orders -= 1;
  expect(await newOrder()).toEqual(first);
  expect(first).toMatchObject({
    amount: 499,
    currency: 'USD',
    customId: `purchase-${orders}`,
    captures: [],
    refunds: [],
  });
  expect(first.approveUrl).toContain(first.id);
  expect(await paypal.getOrder(first.id)).toEqual(first);
});

it('maps PayPal’s rejections to reasons', async () => {
  const order = await newOrder();
  expect(await rejectionReasonOf(paypal.capture(order.id, 'capture-a'))).toBe('not-approved');
  await sandbox.decide(order.id, 'approve');
  const captured = await paypal.capture(order.id, 'capture-b');
  expect(captured).toMatchObject({ id: order.id, status: 'COMPLETED', captures: [{ status: 'COMPLETED' }] });
  expect(await paypal.capture(order.id, 'capture-b')).toEqual(captured);
  expect(await rejectionReasonOf(paypal.capture(order.id, 'capture-c'))).toBe('already-captured');
  const captureId = captured.captures[0]?.id ?? '';
  expect(await paypal.getCapture(captureId)).toMatchObject({ orderId: order.id, amount: 499 });
  const refund = (requestId: string, amount: number) =>
    paypal.refund({ captureId, requestId, amount, reason: 'Sorry' });
  expect(await rejectionReasonOf(refund('refund-a', 500))).toBe('over-refund');
  const refunded = await refund('refund-b', 499);
  expect(refunded).toMatchObject({ captureId, amount: 499, customId: 'refund-b', status: 'COMPLETED' });
  expect(await refund('refund-b', 499)).toEqual(refunded);
  expect(await paypal.getRefund(refunded.id)).toEqual(refunded);
  expect(await rejectionReasonOf(refund('refund-c', 1))).toBe('fully-refunded');
  expect(await rejectionReasonOf(refund('refund-b', 1))).toBe('other');
  expect(await rejectionReasonOf(paypal.capture('NOSUCHORDER', 'capture-d'))).toBe('not-found');
  expect(await paypal.getCapture('NOSUCH')).toBeNull();
  expect(await paypal.getRefund('NOSUCH')).toBeNull();
});

it.each([500, 502, 503, 429, 408, 409])('says that nothing is known after a %d', async (status) => {
  const { id } = await newOrder();
  await sandbox.injectFailure({ call: 'orders.get', status });
  await expect(paypal.getOrder(id)).rejects.toThrow(ProviderUnavailableError);
});

it('retries while the same request is still in progress', async () => {
  const order = await newOrder();
  await sandbox.decide(order.id, 'approve');
  await sandbox.injectFailure({
    call: 'orders.capture',
    status: 422,
    issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
    times: 2,
  });
  expect(await paypal.capture(order.id, 'capture-busy')).toMatchObject({ status: 'COMPLETED' });
});

it('times out', async () => {
  const { id } = await newOrder();
  await sandbox.injectFailure({ call: 'orders.get', effect: 'none', delayMs: 30_000 });
  // Without the timeout, the call would return the order.
  await expect(paypal.getOrder(id)).rejects.toThrow(ProviderUnavailableError);
});

it('fails as unavailable when PayPal cannot be reached', async () => {
  const unreachable = createPaypalProvider({ ...settings, baseUrl: 'http://127.0.0.1:1' });
  await expect(unreachable.getOrder('ANY')).rejects.toThrow(ProviderUnavailableError);
});

it('trusts the certificates of its own address only where it may', async () => {
  const body = '{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"ORDER"}}';
  const headers = await sandbox.sign(body);
  expect(await paypal.verifyWebhook(headers, Buffer.from(body))).toMatchObject({
    id: 'WH-1',
    kind: 'approved',
    orderId: 'ORDER',
  });
  const strict = createPaypalProvider({ ...settings, baseUrl: url, trustsBaseUrl: false });
  expect(await strict.verifyWebhook(headers, Buffer.from(body))).toBeNull();
  const another = createPaypalProvider({ ...settings, baseUrl: url, webhookId: 'SOMEBODY-ELSES' });
  expect(await another.verifyWebhook(headers, Buffer.from(body))).toBeNull();
});
