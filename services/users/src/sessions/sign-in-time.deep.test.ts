import { randomUUID } from 'node:crypto';
import { startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const tries = 200;
/** One attempt fewer than the limit of an account. */
const triesPerAccount = 4;

let users: UsersApp;

beforeAll(async () => {
  // High enough that the hash dominates the sign-in, as in production.
  users = await startUsersApp({ BCRYPT_COST: '8' });
});

/**
 * The CPU time of one rejected sign-in, in microseconds, on all threads. It determines the response time, but does
 * not depend on other load on the machine.
 */
async function costOf(email: string): Promise<number> {
  const before = process.cpuUsage();
  const response = await users.signIn(email, 'wrong password');
  const { user, system } = process.cpuUsage(before);
  expect(response.statusCode).toBe(401);
  return user + system;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

it('takes as long for an unknown address as for a wrong password: medians of 200 tries within 5 %', async () => {
  const known: string[] = [];
  // Sequential, because the hash pool rejects hashes that would miss the timeout.
  while (known.length < tries / triesPerAccount)
    known.push((await users.createUser({ role: 'teacher' })).email);
  const unknown = known.map(() => `${randomUUID()}@example.com`);
  const costs = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < tries; i += 1) {
    // Alternating, so that other load on the machine affects both equally.
    costs.known.push(await costOf(known[i % known.length] ?? ''));
    costs.unknown.push(await costOf(unknown[i % unknown.length] ?? ''));
  }
  const ratio = median(costs.unknown) / median(costs.known);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});
