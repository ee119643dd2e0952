import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { createTempDirectory, eventually, runServer, runTypeScript } from '@khmer-learning/test-kit';
import { createSandboxControl } from './control/sandbox-control.ts';
import { startPaypalSandbox } from './start-paypal-sandbox.ts';
import {
  createWireClient,
  requestAccessToken,
  startWebhookReceiver,
  type WebhookReceiver,
} from './wire-client.fixture.ts';

const server = join(import.meta.dirname, 'server.ts');

it('starts as a separate process, becomes ready and stops gracefully', async () => {
  const run = await runServer('paypal', server, { env: { PORT: '0' } });
  const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1] ?? '';
  expect(await createSandboxControl(address).orders()).toEqual([]);
  expect(await run.stop()).toEqual({ code: 0, signal: null });
});

it('does not run in production', async () => {
  const run = await runTypeScript(server, { env: { NODE_ENV: 'production' } });
  expect(await run.exited).toEqual({ code: 1, signal: null });
  // The output may be read after the end.
  await eventually(() => expect(run.lines.join('\n')).toContain('does not run with NODE_ENV=production'));
});

it('prints one line per invalid setting, never its value, and does not start', async () => {
  const run = await runTypeScript(server, {
    env: { NODE_ENV: 'test', PORT: 'eighty', PAYPAL_BASE_URL: 'user:hunter2', PAYPAL_WEBHOOK_SPEED: '-1' },
  });
  expect(await run.exited).toEqual({ code: 1, signal: null });
  await eventually(() =>
    expect(run.lines).toEqual([
      'ConfigError: Invalid configuration:',
      expect.stringMatching(/^ {2}PORT: .*number/),
      '  PAYPAL_BASE_URL: must be an http or https address',
      expect.stringMatching(/^ {2}PAYPAL_WEBHOOK_SPEED: /),
    ]),
  );
});

describe('a sandbox with a folder', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  it('keeps orders, payments, request ids, tokens and its certificate', async () => {
    const dataDir = await createTempDirectory();
    const first = await startPaypalSandbox({ dataDir });
    const token = await requestAccessToken(first);
    const client = await createWireClient(first, token);
    const { createOrder, captureOrder } = await client.createPaidOrder();
    const headers = { 'paypal-request-id': 'refund-1' };
    const amount = { currency_code: 'USD', value: '2.00' };
    const { body: refund } = await client.refundCapture(captureOrder.id, { amount }, headers);
    await first.stop();

    const second = await startPaypalSandbox({ dataDir });
    const later = await createWireClient(second, token);
    const again = await later.refundCapture(captureOrder.id, { amount }, headers);
    expect([again.status, again.body.id]).toEqual([200, refund.id]);
    const { body } = await later.call('GET', `/v2/checkout/orders/${createOrder.id}`);
    expect(body.purchase_units[0]?.payments).toMatchObject({
      captures: [{ id: captureOrder.id, status: 'PARTIALLY_REFUNDED' }],
      refunds: [{ id: refund.id }],
    });
    expect(new X509Certificate(second.authorityPem).fingerprint256).toBe(
      new X509Certificate(first.authorityPem).fingerprint256,
    );
    await second.stop();
  });

  it('delivers after a restart what it could not deliver before', async () => {
    const dataDir = await createTempDirectory();
    receiver.status = 500;
    // The second attempt comes after five seconds, long after the stop.
    const options = { dataDir, webhookUrl: receiver.url, webhookSpeed: 2 };
    const first = await startPaypalSandbox(options);
    const client = await createWireClient(first);
    const { id } = await client.createOrder();
    await first.control.decide(id, 'approve');
    await eventually(async () => {
      const [event] = await first.control.webhooks();
      expect(event?.transmissions[0]?.attempts).toHaveLength(1);
    });
    await first.stop();

    receiver.status = 200;
    const second = await startPaypalSandbox(options);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    await second.stop();
  });
});
