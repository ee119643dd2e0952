import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findChromium } from '@khmer-learning/local-stack';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type PaypalSandbox, startPaypalSandbox } from '../start-paypal-sandbox.ts';
import { captureOf, createWireClient, orderBody, type WireClient } from '../wire-client.fixture.ts';

let sandbox: PaypalSandbox;
let client: WireClient;
let browser: Browser;
let page: Page;
let shop: Server;
let shopUrl: string;

beforeAll(async () => {
  shop = createServer((_request, response) => response.end('The shop'));
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  sandbox = await startPaypalSandbox();
  client = await createWireClient(sandbox);
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
});
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
  shop.close();
});
beforeEach(async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  page = await context.newPage();
});
afterEach(() => page.context().close());

/** Waits until the browser is at an address. */
const arrive = (address: string) => page.waitForURL(({ href }) => href === address);
/** Waits until the payer is back in the shop. */
const arriveAtShop = (id: string) =>
  arrive(`${shopUrl}/complete?from=paypal&token=${id}&PayerID=QYR5Z8XDVJNXQ`);

/** Creates an order and opens its approval page. */
async function open(unit: object = {}): Promise<string> {
  const { body } = await client.call('POST', '/v2/checkout/orders', {
    body: {
      ...orderBody(unit),
      application_context: {
        brand_name: 'Khmer Learning',
        return_url: `${shopUrl}/complete?from=paypal`,
        cancel_url: `${shopUrl}/cancel`,
      },
    },
  });
  await page.goto(body.links.find(({ rel }) => rel === 'approve')?.href ?? '');
  return body.id;
}

it('shows what is paid, for how much and to whom', async () => {
  await open({
    description: 'ភាសាអង់គ្លេសសម្រាប់ការងារ <b>',
    amount: { currency_code: 'USD', value: '1234.50' },
  });
  await expect(page.title()).resolves.toBe('Pay $1,234.50');
  expect(await page.locator('main').textContent()).toContain('Khmer Learning');
  expect(await page.locator('.amount').textContent()).toBe('$1,234.50 USD');
  const what = page.locator('.what');
  expect(await what.textContent()).toBe('ភាសាអង់គ្លេសសម្រាប់ការងារ <b>');
  expect(await what.getAttribute('lang')).toBe('km');
});

it.each([
  ['approve', 'APPROVED', 'COMPLETED'],
  ['decline', 'APPROVED', 'DECLINED'],
  ['pending', 'APPROVED', 'PENDING'],
] as const)('returns to the shop with %s', async (outcome, orderStatus, captureStatus) => {
  const id = await open();
  await page.locator(`button[name="outcome"][value="${outcome}"]`).click();
  await arriveAtShop(id);
  expect((await client.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe(orderStatus);
  expect(captureOf((await client.captureOrder(id)).body).status).toBe(captureStatus);
});

it('returns to the shop when the payer cancels, who may come back and pay', async () => {
  const id = await open();
  const address = page.url();
  await page.locator('button[name="outcome"][value="cancel"]').click();
  await arrive(`${shopUrl}/cancel?token=${id}`);
  expect((await client.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('CREATED');
  await page.goto(address);
  await page.getByRole('button', { name: 'Pay $12.00' }).click();
  await arriveAtShop(id);
  expect((await client.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
});

it('decides once: a resubmitted form redirects to the shop', async () => {
  const id = await open();
  const address = page.url();
  await page.getByRole('button', { name: 'Pay $12.00' }).click();
  await arriveAtShop(id);
  const again = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'decline' }),
    redirect: 'manual',
  });
  expect([again.status, again.headers.get('location')]).toEqual([
    303,
    `${shopUrl}/complete?from=paypal&token=${id}&PayerID=QYR5Z8XDVJNXQ`,
  ]);
  expect(captureOf((await client.captureOrder(id)).body).status).toBe('COMPLETED');
  await page.goto(address);
  expect(await page.locator('h1').textContent()).toBe('This payment has already been processed');
  expect(await page.getByRole('link', { name: 'Return to the shop' }).getAttribute('href')).toBe(
    `${shopUrl}/complete?from=paypal&token=${id}&PayerID=QYR5Z8XDVJNXQ`,
  );
});

it('can be used with the keyboard alone', async () => {
  const id = await open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shopUrl}/complete**`);
  expect((await client.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
});

it('rejects unknown orders and outcomes', async () => {
  const unknown = await fetch(`${sandbox.url}/checkoutnow?token=5O190127TN364715T`);
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const { id } = await client.createOrder();
  const odd = await fetch(`${sandbox.url}/checkoutnow?token=${id}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'steal' }),
  });
  expect(odd.status).toBe(400);
  expect((await client.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('CREATED');
});
