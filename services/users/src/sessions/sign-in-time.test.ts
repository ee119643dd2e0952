import { randomUUID } from 'node:crypto';
import { startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const tries = 200;
/** One less than what blocks an account for a while. */
const triesPerAccount = 4;

let users: UsersApp;

beforeAll(async () => {
  // Costly enough to be the greater part of a sign-in, as in earnest.
  users = await startUsersApp({ BCRYPT_COST: '6' });
});

/**
 * The processor time of one refused sign-in, in microseconds, on all threads: what the answer's time is made of,
 * however busy the machine is with other things.
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
  // One after another: the queue of hashes refuses what it cannot do in time.
  while (known.length < tries / triesPerAccount)
    known.push((await users.createUser({ role: 'teacher' })).email);
  const unknown = known.map(() => `${randomUUID()}@example.com`);
  const costs = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < tries; i += 1) {
    // In turns, so that whatever slows the machine down slows both.
    costs.known.push(await costOf(known[i % known.length] ?? ''));
    costs.unknown.push(await costOf(unknown[i % unknown.length] ?? ''));
  }
  const ratio = median(costs.unknown) / median(costs.known);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});
