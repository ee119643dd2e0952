import { join } from 'node:path';
import {
  apiKeysCreate,
  dashboardStatsGet,
  ordersCapture,
  purchasesList,
  purchasesRefund,
  v1LessonsGet,
  v1MainLessonsList,
  v1MainLessonsListLessons,
  v1OrdersCreate,
  v1PurchasesList,
} from '@khmer-learning/contracts';
import { type ConsoleClient, type Stack, signInToConsole, startStack } from '@khmer-learning/local-stack';
import { createSandboxControl, type SandboxControl } from '@khmer-learning/paypal-sandbox';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './accessibility.ts';
import { launchBrowser, openPage } from './browser.ts';
import { generateApiKey, LearnerApp } from './learner-app.ts';
import { startTestStack } from './test-stack.ts';

/**
 * The story of a purchase from a learner's app: the catalogue, locked lessons, the payment, unlocked lessons. The sums
 * stay correct whatever fails. Runs on one real system with the PayPal sandbox.
 */
let stack: Stack;
let browser: Browser;
let page: Page;
let admin: ConsoleClient;
let paypal: SandboxControl;
let mainLessonId: number;
const apiKey = generateApiKey();
const soon = { timeoutMs: 60_000 };

beforeAll(async () => {
  [stack, browser] = await Promise.all([startTestStack(), launchBrowser()]);
  paypal = createSandboxControl(stack.paypalUrl ?? '');
  admin = await signInToConsole(stack.url, stack.admin);
  await admin.call(apiKeysCreate, { body: { key: apiKey } });
  page = await openPage(browser);
  const { data } = await new LearnerApp(stack.url, apiKey).call(v1MainLessonsList);
  mainLessonId = data.find(({ title }) => title === 'English for Work')?.id ?? 0;
});
beforeEach(() => paypal.setSwitches({ copies: 1, reorder: false, drop: false, speed: 1_000 }));

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** A new learner with a separate app. */
async function newLearner(email: string): Promise<LearnerApp> {
  const app = new LearnerApp(stack.url, apiKey);
  await app.signUp(email, join(stack.dataDir, 'mail'));
  return app;
}

const lessonsOf = async (app: LearnerApp) =>
  (await app.call(v1MainLessonsListLessons, { params: { id: mainLessonId } })).data;
const isLocked = async (app: LearnerApp) => new Set((await lessonsOf(app)).map(({ locked }) => locked));
const waitUntilUnlocked = (app: LearnerApp) =>
  eventually(async () => expect(await isLocked(app)).toEqual(new Set([false])), soon);

const order = async (app: LearnerApp) => (await app.call(v1OrdersCreate, { body: { mainLessonId } })).data;
const purchasesOf = async (email: string) =>
  (await admin.call(purchasesList, { query: { search: email } })).data;

/** The same, with retries while the service restarts. */
const purchasesAfterRecovery = (email: string) => eventually(() => purchasesOf(email), soon);

/** Checks that the dashboard's sum equals PayPal's. */
const expectTotalsToMatch = () =>
  eventually(async () => {
    const [{ totalPurchaseHistoryComplete }, totals] = await Promise.all([
      admin.call(dashboardStatsGet, {}),
      paypal.totals(),
    ]);
    expect((totalPurchaseHistoryComplete ?? 0) * 100).toBeCloseTo(totals.USD?.net ?? 0);
  }, soon);

const capturesOf = async (orderId: string) =>
  (await paypal.captures()).filter((capture) => capture.orderId === orderId);

it('unlocks the lessons only for the learner who paid on the provider’s page', async () => {
  const app = await newLearner('nary@khmer.local');
  const { data: catalogue } = await app.call(v1MainLessonsList);
  expect(catalogue).toContainEqual(expect.objectContaining({ id: mainLessonId, free: false, price: 999 }));
  const [lesson] = await lessonsOf(app);
  const id = lesson?.id ?? 0;
  expect((await app.call(v1LessonsGet, { params: { id } })).data).toMatchObject({
    locked: true,
    sections: [],
  });

  const { approveUrl } = await order(app);
  await page.goto(approveUrl);
  await page.getByText('English for Work').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay $9.99' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment Complete!' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/complete');

  await waitUntilUnlocked(app);
  const { data: opened } = await app.call(v1LessonsGet, { params: { id } });
  expect(opened.sections[0]?.items.length).toBeGreaterThan(0);
  expect((await app.call(v1PurchasesList)).data).toMatchObject([
    { mainLessonTitle: 'English for Work', purchaseAmount: 999, paymentStatus: 'completed' },
  ]);

  const other = await newLearner('other@khmer.local');
  expect(await isLocked(other)).toEqual(new Set([true]));
  expect((await other.call(v1PurchasesList)).data).toEqual([]);
  await expectTotalsToMatch();
});

it('keeps the lessons open after half a refund, and locks them after the other half', async () => {
  const app = await newLearner('half@khmer.local');
  const { id } = await order(app);
  await paypal.decide(id, 'approve');
  await app.call(ordersCapture, { params: { token: id } });
  await waitUntilUnlocked(app);

  await admin.call(purchasesRefund, { params: { purchaseId: id }, body: { amount: 500 } });
  expect(await purchasesOf('half@khmer.local')).toMatchObject([
    { paymentStatus: 'partially_refunded', refundedAmount: 500 },
  ]);
  await expectTotalsToMatch();
  expect(await isLocked(app)).toEqual(new Set([false]));

  await admin.call(purchasesRefund, { params: { purchaseId: id }, body: {} });
  await eventually(async () => expect(await isLocked(app)).toEqual(new Set([true])), soon);
  await expectTotalsToMatch();
});

it('counts a payment once if the payer never returns and webhooks arrive twice and in reverse order', async () => {
  await paypal.setSwitches({ copies: 2, reorder: true });
  const app = await newLearner('gone@khmer.local');
  const { id } = await order(app);
  await paypal.decide(id, 'approve');
  await waitUntilUnlocked(app);
  expect(await capturesOf(id)).toHaveLength(1);
  expect(await purchasesOf('gone@khmer.local')).toMatchObject([{ paymentStatus: 'completed' }]);
  await expectTotalsToMatch();
});

it('charges once if the payer returns twenty times while webhooks arrive', async () => {
  const app = await newLearner('often@khmer.local');
  const { id } = await order(app);
  await paypal.decide(id, 'approve');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.call(ordersCapture, { params: { token: id } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
  expect(await capturesOf(id)).toHaveLength(1);
  await waitUntilUnlocked(app);
  await expectTotalsToMatch();
});

it('completes a payment that was captured while the commerce service was killed', async () => {
  await paypal.setSwitches({ drop: true });
  const app = await newLearner('killed@khmer.local');
  const { id } = await order(app);
  await paypal.decide(id, 'approve');
  await paypal.injectFailure({ call: 'orders.capture', when: 'after', effect: 'none', delayMs: 10_000 });
  const lost = app.call(ordersCapture, { params: { token: id } }).catch((error: unknown) => error);
  await eventually(async () => expect(await capturesOf(id)).toHaveLength(1));
  const commerce = stack.processes.find(({ name }) => name === 'commerce');
  process.kill(commerce?.pid ?? 0, 'SIGKILL');
  expect(await lost).toBeInstanceOf(Error);
  expect(await purchasesAfterRecovery('killed@khmer.local')).toMatchObject([{ paymentStatus: 'pending' }]);

  const told = (await paypal.webhooks()).filter(({ body }) => body.includes(id));
  for (const event of told) await paypal.resend(event.id);
  await waitUntilUnlocked(app);
  expect(await capturesOf(id)).toHaveLength(1);
  expect(await purchasesOf('killed@khmer.local')).toMatchObject([{ paymentStatus: 'completed' }]);
  await expectTotalsToMatch();
});

it('knows the payments after a restart of everything', async () => {
  const { dataDir } = stack;
  const before = await admin.call(purchasesList, {});
  await stack.stop();
  stack = await startStack({ port: Number(new URL(stack.url).port), dataDir, write: () => undefined });
  paypal = createSandboxControl(stack.paypalUrl ?? '');
  admin = await signInToConsole(stack.url, stack.admin);
  expect(await admin.call(purchasesList, {})).toEqual(before);
  const paid = before.data.find(({ userEmail }) => userEmail === 'nary@khmer.local');
  await admin.call(purchasesRefund, {
    params: { purchaseId: paid?.purchaseId ?? '' },
    body: { amount: 100 },
  });
  await expectTotalsToMatch();
});
