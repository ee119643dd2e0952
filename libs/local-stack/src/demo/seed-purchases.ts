import { randomBytes } from 'node:crypto';
import {
  apiKeysCreate,
  apiKeysList,
  apiKeysRevoke,
  authLearnerLogin,
  authRegister,
  authSession,
  headerNames,
  ordersCapture,
  purchasesList,
  purchasesRefund,
  type ResponseOf,
  v1OrdersCreate,
} from '@khmer-learning/contracts';
import { ApiCallError, type ConsoleClient, signInToConsole } from '../client/console-client.ts';
import { waitFor } from '../process/wait-for.ts';
import { type DemoPurchase, demoLearnerPassword, demoPurchases } from './demo-data.ts';

/** Settings of `seedPurchases`. */
export interface PurchaseSeedOptions {
  /** The gateway: `http://localhost:8080`. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Ids of the main lessons by title. */
  readonly mainLessonIds: ReadonlyMap<string, number>;
}

/** Distinguishes the seed's key from a key in use. */
const seedKeyPrefix = 'khmer_demo-';

/** The commerce service receives new learners and main lessons as events, with a delay. */
const purchaseTimeoutMs = 90_000;

/**
 * Creates the demo learners' purchases through the public API and the PayPal sandbox's page. Learners who have
 * already ordered are skipped. Nothing is done when the admin uses an API key, which a new one would revoke.
 *
 * @returns the number of new purchases
 * @throws Error when a call fails
 */
export async function seedPurchases(options: PurchaseSeedOptions): Promise<number> {
  const admin = await signInToConsole(options.url, options);
  const { data } = await admin.call(purchasesList, {});
  const buyers = new Set(data.map(({ userEmail }) => userEmail));
  const missing = demoPurchases.filter(({ email }) => !buyers.has(email));
  if (missing.length === 0) return 0;

  const [{ user }, keys] = await Promise.all([admin.call(authSession, {}), admin.call(apiKeysList, {})]);
  const hasOwnApiKey = keys.some(
    ({ userId, prefix }) => userId === user.id && !prefix.startsWith(seedKeyPrefix),
  );
  if (hasOwnApiKey) return 0;

  const key = `${seedKeyPrefix}${randomBytes(24).toString('hex')}_${Date.now().toString(36)}`;
  const { id } = await admin.call(apiKeysCreate, { body: { key } });
  try {
    // One after the other: each hashes two passwords, for which people who sign in would wait.
    for (const purchase of missing) await seedPurchase(purchase, admin, key, options);
  } finally {
    await admin.call(apiKeysRevoke, { params: { id } });
  }
  return missing.length;
}

async function seedPurchase(
  { refund, ...purchase }: DemoPurchase,
  admin: ConsoleClient,
  apiKey: string,
  options: PurchaseSeedOptions,
): Promise<void> {
  // Every step is idempotent: on a busy machine the first attempt may time out.
  const purchaseId = await waitFor(
    `${purchase.email} has bought`,
    () => orderAndCapture(purchase, admin, apiKey, options),
    {
      timeoutMs: purchaseTimeoutMs,
      intervalMs: 500,
    },
  );
  if (refund === undefined) return;
  const body = { amount: refund, reason: 'Half of the content was already known' };
  await admin.call(purchasesRefund, { params: { purchaseId }, body });
}

/** Registers the learner, orders, pays and captures; returns the order's id. */
async function orderAndCapture(
  { firstName, lastName, email, mainLesson, outcome }: Omit<DemoPurchase, 'refund'>,
  admin: ConsoleClient,
  apiKey: string,
  { url, mainLessonIds }: PurchaseSeedOptions,
): Promise<string> {
  const account = { email, password: demoLearnerPassword };
  await registerLearner(admin, { firstName, lastName, ...account });
  const { token } = await admin.call(authLearnerLogin, { body: account });
  const mainLessonId = mainLessonIds.get(mainLesson);
  const { id, approveUrl } = await placeOrder(url, { mainLessonId }, { apiKey, token });
  await submitPayerDecision(approveUrl, outcome);
  await admin.call(ordersCapture, { params: { token: id } });
  return id;
}

async function registerLearner(
  admin: ConsoleClient,
  learner: { firstName: string; lastName: string; email: string; password: string },
): Promise<void> {
  try {
    await admin.call(authRegister, { body: { ...learner, role: 'student' } });
  } catch (error) {
    const isThere = error instanceof ApiCallError && error.status === 409;
    if (!isThere) throw error;
  }
}

async function placeOrder(
  url: string,
  body: object,
  { apiKey, token }: { apiKey: string; token: string },
): Promise<ResponseOf<typeof v1OrdersCreate>['data']> {
  const response = await fetch(new URL(v1OrdersCreate.path, url), {
    method: 'POST',
    headers: {
      [headerNames.apiKey]: apiKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new ApiCallError(v1OrdersCreate, response.status, await response.text());
  return ((await response.json()) as ResponseOf<typeof v1OrdersCreate>).data;
}

/** Submits the form of the approval page; ignores the redirect. */
export async function submitPayerDecision(
  approveUrl: string,
  outcome: DemoPurchase['outcome'],
): Promise<void> {
  const response = await fetch(approveUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${approveUrl} answered ${response.status}`);
}
