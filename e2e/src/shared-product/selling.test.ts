import { readFile } from 'node:fs/promises';
import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  apiKeysCreate,
  authLearnerLogin,
  authRegister,
  headerNames,
  mainLessons,
  purchasesList,
  v1MainLessonsList,
  v1OrdersCreate,
} from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { findCutValues, findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { generateApiKey } from '../learner-app.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/**
 * The story of a sale: learners order, approve or cancel on the provider's page and return; an admin sees the purchase
 * and refunds a part. The steps depend on each other and run on one real system with the PayPal sandbox.
 */
const stack = getSharedStack();
let browser: Browser;
let client: ConsoleClient;
let admin: ConsolePage;
/** A learner's phone without a session. */
let phone: Page;
const apiKey = generateApiKey();
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  client = getSharedClient();
  await client.call(apiKeysCreate, { body: { key: apiKey } });
  phone = await openPage(browser, scriptErrors);
  await phone.setViewportSize({ width: 360, height: 740 });
});

afterAll(() => browser?.close());

const password = 'learns-at-night-2026';
/** The main lesson that all learners of this story order. */
let soldId: number;

/** A new learner orders the first paid main lesson. */
async function order(email: string): Promise<{ id: string; approveUrl: string }> {
  await client.call(authRegister, {
    body: { firstName: 'Nary', lastName: 'Sim', email, password, role: 'student' },
  });
  const { token } = await client.call(authLearnerLogin, { body: { email, password } });
  const headers = {
    [headerNames.apiKey]: apiKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const catalogue = await fetch(stack.url + v1MainLessonsList.path, { headers });
  const { data } = v1MainLessonsList.response.parse(await catalogue.json());
  const paid = data.find(({ free }) => !free);
  if (!paid) throw new Error('The catalogue has no paid main lesson');
  soldId = paid.id;
  const body = JSON.stringify({ mainLessonId: soldId, platformType: 'android' });
  // The commerce service learns of a new learner through an event.
  return eventually(async () => {
    const response = await fetch(stack.url + v1OrdersCreate.path, { method: 'POST', headers, body });
    const answer = await response.json();
    expect(answer).toMatchObject({ success: true });
    return v1OrdersCreate.response.parse(answer).data;
  });
}

/** Opens the provider's page and clicks a button on it. */
async function submitPayerDecision(
  { approveUrl }: { approveUrl: string },
  button: string | RegExp,
): Promise<void> {
  await phone.goto(approveUrl);
  await phone.getByRole('button', { name: button }).click();
}

const waitForHeading = (title: string) =>
  phone.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
const statusOf = async (email: string) =>
  (await client.call(purchasesList, { query: { search: email } })).data.map(
    ({ paymentStatus }) => paymentStatus,
  );

it('shows Payment Complete! without the console, and charges once however often it is opened', async () => {
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await submitPayerDecision(await order('nary@khmer.local'), /^Pay \$/);
  await waitForHeading('Payment Complete!');
  expect(new URL(phone.url()).pathname).toBe('/complete');
  expect(asked.filter((path) => /console\.|purchase-list|api\/auth/.test(path))).toEqual([]);
  expect(await findViolations(phone)).toEqual([]);
  await phone.reload();
  await waitForHeading('Payment Complete!');
  const { data } = await client.call(purchasesList, { query: { search: 'nary@khmer.local' } });
  expect(data).toEqual([expect.objectContaining({ paymentStatus: 'completed', refundedAmount: 0 })]);
});

it('reports that a declined payment was not completed, also after a retry', async () => {
  await submitPayerDecision(await order('declined@khmer.local'), 'Decline payment');
  await waitForHeading('Payment not completed');
  await phone.getByText('The payment was declined', { exact: false }).waitFor();
  await phone.getByRole('button', { name: 'Try again' }).click();
  await waitForHeading('Payment not completed');
  expect(await statusOf('declined@khmer.local')).toEqual(['declined']);
});

it('reports a pending payment as pending', async () => {
  await submitPayerDecision(await order('pending@khmer.local'), 'Leave payment pending');
  await waitForHeading('Payment pending');
  await phone.getByRole('button', { name: 'Check again' }).click();
  await waitForHeading('Payment pending');
  expect(await statusOf('pending@khmer.local')).toEqual(['pending']);
});

it('reports an unapproved order, and completes it after the approval', async () => {
  const placed = await order('early@khmer.local');
  await phone.goto(`${stack.url}/complete?token=${placed.id}`);
  await waitForHeading('Payment not completed');
  await phone.getByText('The payment has not been approved yet').waitFor();
  await submitPayerDecision(placed, /^Pay \$/);
  await waitForHeading('Payment Complete!');
});

it('cancels, and accepts a second cancellation', async () => {
  await submitPayerDecision(await order('cancels@khmer.local'), 'Cancel and return');
  await waitForHeading('Payment Cancelled!');
  expect(new URL(phone.url()).pathname).toBe('/cancel');
  expect(await findViolations(phone)).toEqual([]);
  await phone.reload();
  await waitForHeading('Payment Cancelled!');
  expect(await statusOf('cancels@khmer.local')).toEqual([]);
});

it('does not cancel a paid order', async () => {
  const { data } = await client.call(purchasesList, { query: { search: 'nary@khmer.local' } });
  await phone.goto(`${stack.url}/cancel?token=${data[0]?.purchaseId}`);
  await waitForHeading('Payment not cancelled');
  await phone.getByText(/no longer pending/).waitFor();
  expect(await statusOf('nary@khmer.local')).toEqual(['completed']);
});

it.each([
  ['an order nobody knows', 'token=7XY00000000000000', 'This payment could not be found.'],
  ['an address without an order', '', 'This link does not refer to a payment.'],
])('says so of %s', async (_name, query, reason) => {
  await phone.goto(`${stack.url}/complete?${query}`);
  await waitForHeading('Payment not completed');
  await phone.getByText(reason).waitFor();
});

it('shows the sale to an admin, who refunds a part of it', async () => {
  const page = await openPage(browser, scriptErrors);
  admin = new ConsolePage(page);
  await admin.signIn(stack.url, stack.admin);
  await admin.openView('Purchase History');
  await page.getByRole('searchbox', { name: 'Search by email' }).fill('nary');
  await page.getByText('Showing 1 to 1 of 1 purchases').waitFor();
  await page.getByRole('button', { name: 'View the purchase of nary@khmer.local' }).click();
  const detail = page.getByRole('dialog', { name: 'Purchase History Detail' });
  await detail.getByText('Completed').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await detail.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund this payment?' });
  await refund.getByLabel('Amount (USD)').fill('4.99');
  await refund.getByLabel('Reason').fill('ទិញពីរដង');
  await refund.getByRole('button', { name: 'Refund $4.99' }).click();
  await admin.waitForToast('Refund payment successfully');
  await detail.getByText('Partially refunded').waitFor();
  await detail.getByText('ទិញពីរដង').waitFor();
  await detail.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /nary/ }).getByText('Partially refunded').waitFor();
});

it('shows the admin the course and what is left, in Khmer on a phone, and cuts no value', async () => {
  const { page } = admin;
  const chooseLanguage = (language: string) =>
    page.evaluate(`
      localStorage.setItem('khmer-learning.language', '${language}');
      dispatchEvent(new StorageEvent('storage', { key: 'khmer-learning.language' }));
    `);
  // The account keeps the language, and other stories sign in to it.
  await page.context().route('**/api/account/language', (route) => route.abort());
  const desktopSize = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await chooseLanguage('km');
  const row = page.getByRole('row', { name: /nary/ });
  await row.getByText(/^នៅសល់/).waitFor();
  const { title } = await client.call(mainLessons.get, { params: { id: soldId } });
  expect((await row.getByText(title).boundingBox())?.height).toBeGreaterThan(10);
  expect(await findCutValues(page)).toEqual([]);
  await chooseLanguage('en');
  if (desktopSize) await page.setViewportSize(desktopSize);
});

it('does not delete a sold main lesson by a slip', async () => {
  const { page } = admin;
  const { title } = await client.call(mainLessons.get, { params: { id: soldId } });
  await admin.openView('Main Lessons');
  await admin.chooseRowAction(title, 'Delete');
  const question = page.getByRole('alertdialog');
  await question.getByText(/learners? .*paid/).waitFor();
  const confirm = question.getByRole('button', { name: 'Delete', exact: true });
  await expect(confirm.isDisabled()).resolves.toBe(true);
  await question.getByLabel('Type its title to confirm').fill(title.slice(0, -1));
  await page.keyboard.press('Enter');
  await expect(confirm.isDisabled()).resolves.toBe(true);
  await question.getByLabel('Type its title to confirm').fill(title);
  await expect(confirm.isDisabled()).resolves.toBe(false);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).waitFor();
  expect(await client.call(mainLessons.get, { params: { id: soldId } })).toMatchObject({ title });
  await admin.openView('Purchase History');
});

it('exports the filtered rows', async () => {
  const { page } = admin;
  await admin.selectOption(page.locator('body'), 'Payment status', 'Refund');
  await page.getByText('Showing 1 to 1 of 1 purchases').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('purchase-history.csv');
  const csv = await readFile(await download.path(), 'utf8');
  // Spreadsheets need the byte order mark to read Khmer.
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const lines = csv.split('\r\n').filter((line) => line !== '');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('nary@khmer.local');
  expect(scriptErrors).toEqual([]);
});
