import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  type DashboardStats,
  dashboardStatsGet,
  headerNames,
  type PurchaseDetail,
} from '@khmer-learning/contracts';
import { repoRoot } from '@khmer-learning/local-stack';
import { createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import {
  dropDatabase,
  eventually,
  type NodeProcess,
  runTypeScript,
  testMongoUri,
} from '@khmer-learning/test-kit';
import { createMainLessonEvent, startCommerce, type TestCommerce } from '../commerce.test-kit.ts';

const operations = 300;
const concurrency = 10;
const prices = [499, 1_250, 1, 99_999, 700];

let commerce: TestCommerce;
let other: TestCommerce;
let stats: NodeProcess;
let statsUrl = '';
const statsDatabase = testMongoUri('stats');

beforeAll(async () => {
  commerce = await startCommerce();
  other = await startCommerce({ share: commerce });
  const { NATS_URL } = commerce.service.config;
  stats = await runTypeScript(join(repoRoot(), 'services/stats/src/server.ts'), {
    env: { MONGODB_URI: statsDatabase, NATS_URL, PORT: '0', LOCAL_DEFAULTS: 'true', LOG_LEVEL: 'info' },
  });
  statsUrl = await eventually(() => {
    const found = /"address":"(http:[^"]+)"/.exec(stats.lines.join('\n'))?.[1];
    if (!found) throw new Error(`Not listening: ${stats.lines.join('\n')}`);
    return found;
  });
  await commerce.publish(...prices.map((price, index) => createMainLessonEvent(index + 1, 1, { price })));
  await commerce.waitForConsumers();
});
afterAll(async () => {
  stats.signal('SIGKILL');
  await stats.exited;
  await dropDatabase(statsDatabase);
  await other.close();
  await commerce.close();
});

async function dashboardTotal(): Promise<number | undefined> {
  const sign = createInternalTokenSigner(localInternalPrivateKey);
  const token = sign({
    audience: 'stats',
    requestId: 'r',
    principal: { kind: 'session', userId: 1, role: 'admin', sessionId: 's', sessionExpiresAt: 4_102_444_800 },
  });
  const answer = await fetch(`${statsUrl}${dashboardStatsGet.path}`, {
    headers: { [headerNames.internalToken]: token },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as DashboardStats).totalPurchaseHistoryComplete;
}

it(`after ${operations} random operations the dashboard, the provider and the history agree to the cent`, async () => {
  const orders: string[] = [];
  await commerce.sandbox.setSwitches({ drop: false, copies: 2, reorder: true, delayMs: 20 });
  const capturedTokens: string[] = [];
  const oneOf = (tokens: readonly string[]) => tokens[randomInt(Math.max(tokens.length, 1))] ?? 'NONE';
  const pick = () => oneOf(orders.slice(-concurrency));
  const any = () => (randomInt(2) ? commerce : other);
  const outcomeCounts = new Map<string, number>();

  const kinds: Record<string, () => Promise<{ status: number } | undefined>> = {
    async order() {
      const answer = await any().callAsLearner<{ data?: { id: string } }>(
        1 + randomInt(200),
        'POST',
        '/api/v1/orders',
        { mainLessonId: 1 + randomInt(prices.length) },
      );
      if (answer.body.data) orders.push(answer.body.data.id);
      return answer;
    },
    async pay() {
      const outcomes = ['approve', 'approve', 'approve', 'approve', 'decline', 'pending'] as const;
      await commerce.sandbox
        .decide(pick(), outcomes[randomInt(outcomes.length)] ?? 'approve')
        .catch(() => undefined);
      return undefined;
    },
    async capture() {
      const token = pick();
      const answer = await any().capture(token);
      if (answer.body.status === 'COMPLETED') capturedTokens.push(token);
      return answer;
    },
    async refund() {
      const amount = randomInt(8) ? { amount: 1 + randomInt(600) } : {};
      return any().call<PurchaseDetail>(
        'POST',
        `/api/payments/captures/${oneOf(capturedTokens)}/refund`,
        amount,
      );
    },
    cancel: () => any().call('DELETE', `/api/lessons/purchase/${pick()}`, undefined, { as: 'nobody' }),
    hint: () =>
      any().call(
        'PATCH',
        `/api/lessons/purchase/${pick()}/payment-status`,
        { paymentStatus: 'completed' },
        { as: 'nobody' },
      ),
    async settle() {
      const pending = (await commerce.sandbox.captures()).find(({ status }) => status === 'PENDING');
      if (pending)
        await commerce.sandbox[randomInt(2) ? 'complete' : 'deny'](pending.id).catch(() => undefined);
      return undefined;
    },
    async disturb() {
      const calls = ['orders.capture', 'captures.refund', 'orders.get', 'orders.create'] as const;
      await commerce.sandbox.injectFailure({
        call: calls[randomInt(calls.length)] ?? 'orders.get',
        when: randomInt(2) ? 'before' : 'after',
      });
      return undefined;
    },
  };
  const weights = { order: 5, pay: 6, capture: 5, refund: 5, cancel: 1, hint: 1, settle: 1, disturb: 1 };
  const weightedNames = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));

  let left = operations;
  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const name = weightedNames[randomInt(weightedNames.length)] ?? 'order';
      const answer = await kinds[name]?.();
      const outcome = `${name} ${answer?.status ?? 'done'}`;
      outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1);
      expect(answer?.status ?? 200).not.toBe(500);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));

  // Ends all faults and delivers all pending webhooks.
  await commerce.sandbox.setSwitches({ delayMs: 0, reorder: false });
  await eventually(async () => {
    const all = await commerce.sandbox.webhooks();
    const waiting = all
      .flatMap(({ transmissions }) => transmissions)
      .filter(({ state }) => state === 'PENDING');
    expect(waiting).toEqual([]);
  });
  for (const hours of [1, 30, 60]) {
    commerce.clock.now = () => new Date(Date.now() + hours * 3_600_000);
    await commerce.reconcile();
  }

  const { USD } = await commerce.sandbox.totals();
  const rows = await commerce.service.connection
    .collection<{ statusGroup: string; purchaseAmount: number; refundedAmount: number }>('purchases')
    .find({ statusGroup: { $in: ['completed', 'refund'] } })
    .toArray();
  const kept = rows.reduce(
    (sum, { purchaseAmount, refundedAmount }) => sum + purchaseAmount - refundedAmount,
    0,
  );
  const summary = Object.fromEntries([...outcomeCounts].sort());
  expect({ summary, captures: rows.length, kept }).toEqual({
    summary,
    captures: USD?.captures,
    kept: USD?.net,
  });
  expect(USD?.captures).toBeGreaterThan(5);
  expect(USD?.refunded).toBeGreaterThan(0);
  await eventually(async () => expect(Math.round(((await dashboardTotal()) ?? 0) * 100)).toBe(kept));
});
