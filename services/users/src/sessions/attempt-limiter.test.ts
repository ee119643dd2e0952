import { randomUUID } from 'node:crypto';
import { rateLimits } from '../migrations/0002-rate-limits.ts';
import { createSessionPrincipal, password, startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const countByStatus = (answers: readonly { statusCode: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
};
const runConcurrently = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
async function runSequentially<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let index = 0; index < count; index += 1) done.push(await work(index));
  return done;
}
let networks = 0;
/** An address in a network of its own. */
function newAddress(): string {
  networks += 1;
  return `2001:db8:${networks.toString(16)}::7`;
}
const teacherAccount = () => users.createUser({ role: 'teacher' });
const signInWrongly = (email: string, from: string) => users.signIn(email, 'wrong password', from);
const randomEmail = () => `${randomUUID()}@example.com`;
const attempts = () => users.service.connection.collection<{ _id: string }>('rate_limits');
/** Ends the delay of every counter of the account or network. */
const expireDelays = (key: string) =>
  attempts().updateMany(
    { _id: { $gte: key, $lt: `${key}~` } },
    { $set: { blockedUntil: new Date(Date.now() - 1) } },
  );

it('allows five wrong passwords for an account from one network, then one attempt after each growing delay', async () => {
  const { email } = await teacherAccount();
  const from = newAddress();
  expect(countByStatus(await runSequentially(5, () => signInWrongly(email, from)))).toEqual({ 401: 5 });
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const blocked = await users.signIn(email, password, from);
    expect([blocked.statusCode, blocked.json()]).toEqual([
      429,
      expect.objectContaining({
        code: 'too_many_requests',
        message: 'Too many attempts. Please try again later.',
      }),
    ]);
    waits.push(Number(blocked.headers['retry-after']));
    await expireDelays(`account:${email}`);
    expect((await signInWrongly(email, from)).statusCode).toBe(401);
  }
  for (const [index, longest] of [30, 60, 120].entries()) {
    expect(waits[index]).toBeLessThanOrEqual(longest);
    expect(waits[index]).toBeGreaterThan(longest / 2);
  }
  await expireDelays(`account:${email}`);
  expect((await users.signIn(email, password, from)).statusCode).toBe(200);
  expect((await signInWrongly(email, from)).statusCode).toBe(401);
});

it('refuses none of the first attempts because another opened the window, however slow the database is', async () => {
  // A timeout of zero makes every answer of the database come too late.
  const limiter = createAttemptLimiter(users.service.connection, 0);
  const email = randomEmail();
  const attempt = () => limiter.checkAttempt({ email, address: newAddress() }, async () => true);
  expect(await runConcurrently(10, attempt)).toEqual(Array(10).fill(true));
});

it('does not lock an account because of wrong attempts from other networks', async () => {
  const { email } = await teacherAccount();
  const attacker = newAddress();
  expect(countByStatus(await runSequentially(8, () => signInWrongly(email, attacker)))).toEqual({
    401: 5,
    429: 3,
  });
  expect((await users.signIn(email, password, newAddress())).statusCode).toBe(200);
});

describe('a browser that has signed in before', () => {
  const cookieOf = (answer: Awaited<ReturnType<UsersApp['signIn']>>) => {
    const cookie = answer.cookies.find(({ name }) => name === 'trusted-browser');
    return { cookie: `trusted-browser=${cookie?.value}` };
  };
  const signInFrom = (email: string, given: string, from: string, headers: Record<string, string>) =>
    users.call('POST', '/api/auth/admin', { body: { email, password: given }, from, headers });

  it('is not affected by wrong attempts from its own network or from many networks', async () => {
    const { email } = await teacherAccount();
    const from = newAddress();
    const known = cookieOf(await users.signIn(email, password, from));
    await runSequentially(6, () => signInWrongly(email, from));
    expect((await users.signIn(email, password, from)).statusCode).toBe(429);
    expect((await signInFrom(email, password, from, known)).statusCode).toBe(200);

    // Wrong attempts from a hundred networks.
    await attempts().updateOne({ _id: `account:${email}` }, { $set: { count: 99 } });
    await signInWrongly(email, newAddress());
    expect((await users.signIn(email, password, newAddress())).statusCode).toBe(429);
    expect((await signInFrom(email, password, newAddress(), known)).statusCode).toBe(200);
  });

  it('has a counter of its own, only for accounts it has signed in to', async () => {
    const [one, other] = [await teacherAccount(), await teacherAccount()];
    const from = newAddress();
    const first = cookieOf(await users.signIn(one.email, password, from));
    const both = cookieOf(await signInFrom(other.email, password, from, first));
    expect(
      countByStatus(await runSequentially(6, () => signInFrom(one.email, 'wrong', newAddress(), both))),
    ).toEqual({
      401: 5,
      429: 1,
    });
    expect((await signInFrom(other.email, password, newAddress(), both)).statusCode).toBe(200);
    expect((await users.signIn(one.email, password, from)).statusCode).toBe(200);

    const stranger = await teacherAccount();
    const there = newAddress();
    await runSequentially(5, () => signInFrom(stranger.email, 'wrong', there, both));
    expect((await signInFrom(stranger.email, password, there, both)).statusCode).toBe(429);
  });

  it('is recognised by a signed cookie that grants no access', async () => {
    const { email } = await teacherAccount();
    const from = newAddress();
    const signedIn = await users.signIn(email, password, from);
    expect(signedIn.cookies.find(({ name }) => name === 'trusted-browser')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 90 * 24 * 60 * 60,
    });
    const session = signedIn.cookies.find(({ name }) => name === 'session');
    await runSequentially(5, () => signInWrongly(email, from));
    for (const value of ['made.up.token', session?.value]) {
      const forged = { cookie: `trusted-browser=${value}` };
      expect((await signInFrom(email, password, from, forged)).statusCode).toBe(429);
    }
  });
});

it('limits wrong passwords for one account from all networks together, with short delays', async () => {
  const { email } = await teacherAccount();
  expect(countByStatus(await runSequentially(3, () => signInWrongly(email, newAddress())))).toEqual({
    401: 3,
  });
  await attempts().updateOne({ _id: `account:${email}` }, { $set: { count: 98 } });
  const answers = await runSequentially(3, () => signInWrongly(email, newAddress()));
  expect(countByStatus(answers)).toEqual({ 401: 2, 429: 1 });
  expect(Number(answers[2]?.headers['retry-after'])).toBeLessThanOrEqual(30);
});

it('keeps the delays that an earlier release has stored among the deliveries of messages', async () => {
  const { email } = await teacherAccount();
  const from = newAddress();
  await runSequentially(5, () => signInWrongly(email, from));
  const { connection } = users.service;
  const former = connection.collection<{ _id: string }>('attempts');
  const delivery = { _id: 'audit-log:17', times: 1, at: new Date() };
  // As the earlier release stored it, while it checks one more attempt.
  const counters = await attempts()
    .find({ _id: { $gte: `account:${email}`, $lt: `account:${email}~` } })
    .toArray();
  expect(counters).toHaveLength(2);
  const expired = { ...counters[0], _id: `account:${randomEmail()}`, expiresAt: new Date(Date.now() - 1) };
  await former.insertMany([...counters.map((row) => ({ ...row, pending: 1 })), delivery, expired]);
  await attempts().deleteMany({ _id: { $in: counters.map(({ _id }) => _id) } });

  await rateLimits.up(connection, users.config);
  expect((await users.signIn(email, password, from)).statusCode).toBe(429);
  expect(await attempts().findOne({ _id: { $in: [delivery._id, expired._id] } })).toBeNull();
  // The earlier release still uses its rows.
  expect(await former.countDocuments()).toBe(4);

  // It changes nothing when it runs again.
  await expireDelays(`account:${email}`);
  const before = await attempts().find().sort({ _id: 1 }).toArray();
  await rateLimits.up(connection, users.config);
  expect(await attempts().find().sort({ _id: 1 }).toArray()).toEqual(before);
  expect((await users.signIn(email, password, from)).statusCode).toBe(200);
});

it('counts the console, learners and the change of a password together', async () => {
  const teacher = await teacherAccount();
  const from = newAddress();
  const login = () =>
    users.call('POST', '/api/auth/login', { body: { email: teacher.email, password: 'wrong' }, from });
  const change = () =>
    users.call('PUT', '/api/auth/change-password', {
      as: createSessionPrincipal(teacher),
      from,
      body: {
        id: teacher.id,
        currentPassword: 'wrong password',
        newPassword: 'some new password',
        confirmPassword: 'some new password',
      },
    });
  const answers = [
    await login(),
    await login(),
    await change(),
    await change(),
    await users.signIn(teacher.email, 'x', from),
  ];
  expect(countByStatus(answers)).toEqual({ 401: 5 });
  expect([(await change()).statusCode, (await login()).statusCode]).toEqual([429, 429]);
});

it('treats an unknown address like a known one', async () => {
  const [email, from] = [randomEmail(), newAddress()];
  expect(countByStatus(await runSequentially(6, () => signInWrongly(email, from)))).toEqual({
    401: 5,
    429: 1,
  });
});

it("resets an account's counter after a right password, and after 15 minutes", async () => {
  const { email } = await teacherAccount();
  const from = newAddress();
  for (let round = 0; round < 3; round += 1) {
    await runSequentially(4, () => signInWrongly(email, from));
    expect((await users.signIn(email, password, from)).statusCode).toBe(200);
  }
  await runSequentially(5, () => signInWrongly(email, from));
  await attempts().updateMany(
    { _id: { $gte: `account:${email} `, $lt: `account:${email}!` } },
    { $set: { expiresAt: new Date(Date.now() - 1) } },
  );
  expect((await users.signIn(email, password, from)).statusCode).toBe(200);
});

it('checks no more than five of many wrong passwords that arrive at once, on several instances', async () => {
  const { email } = await teacherAccount();
  const from = newAddress();
  const { app } = await users.start();
  const answers = await runConcurrently(24, async (index) => {
    const target = index % 2 === 0 ? users.app : app;
    const body = { email, password: 'wrong password' };
    return target.inject(users.request('POST', '/api/auth/admin', { body, from }));
  });
  expect(countByStatus(answers)).toEqual({ 401: 5, 429: 19 });
});

it('allows many concurrent right passwords for one account from one network', async () => {
  const { email } = await teacherAccount();
  const from = newAddress();
  expect(countByStatus(await runConcurrently(12, () => users.signIn(email, password, from)))).toEqual({
    200: 12,
  });
});

it('hears thirty sign-ins of an account from one network in five minutes, right or wrong: each costs a hash', async () => {
  const { email } = await teacherAccount();
  const from = newAddress();
  expect(countByStatus(await runSequentially(30, () => users.signIn(email, password, from)))).toEqual({
    200: 30,
  });
  const refused = await users.signIn(email, password, from);
  expect([refused.statusCode, Number(refused.headers['retry-after']) <= 300]).toEqual([429, true]);
  expect((await users.signIn(email, password, newAddress())).statusCode).toBe(200);
});

describe('from one network', () => {
  it('allows wrong passwords for fifty accounts, and counts accounts instead of attempts', async () => {
    const { email } = await teacherAccount();
    const from = newAddress();
    const twice = randomEmail();
    expect(countByStatus(await runSequentially(4, () => signInWrongly(twice, from)))).toEqual({ 401: 4 });
    const answers = (
      await runSequentially(6, () => runConcurrently(10, () => signInWrongly(randomEmail(), from)))
    ).flat();
    expect(countByStatus(answers)).toEqual({ 401: 49, 429: 11 });
    const blocked = await users.signIn(email, password, from);
    expect([blocked.statusCode, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await users.signIn(email, password, newAddress())).statusCode).toBe(200);
  });

  it('never rejects a school whose users only mistype now and then', async () => {
    const school = await runConcurrently(6, () => teacherAccount());
    const from = newAddress();
    // Sets the counter to just below the limit of the network.
    await signInWrongly(randomEmail(), from);
    const network = `network:2001:db8:${networks.toString(16)}:0::/56`;
    await attempts().updateOne({ _id: network }, { $set: { count: 48 } });
    for (const { email } of school) {
      expect((await signInWrongly(email, from)).statusCode).toBe(401);
      expect((await users.signIn(email, password, from)).statusCode).toBe(200);
    }
  });

  it('takes an IPv4 /24 and an IPv6 /56 for one network', async () => {
    const sameAccount = async (addresses: readonly string[]) => {
      const email = randomEmail();
      return countByStatus(
        await runSequentially(6, (n) => signInWrongly(email, addresses[n % addresses.length] ?? '')),
      );
    };
    expect(await sameAccount(['203.0.113.1', '::ffff:203.0.113.77', '203.0.113.200'])).toEqual({
      401: 5,
      429: 1,
    });
    expect(await sameAccount(['203.0.113.1', '203.0.114.1'])).toEqual({ 401: 6 });
    expect(await sameAccount(['2001:DB8:aa:bb01::1', '2001:db8:aa:bb7f:0:1::'])).toEqual({ 401: 5, 429: 1 });
    expect(await sameAccount(['2001:db8:aa:bb01::1', '2001:db8:aa:bc01::1'])).toEqual({ 401: 6 });
  });

  it('does not count rejected attempts', async () => {
    const [locked, teacher] = [await teacherAccount(), await teacherAccount()];
    const from = newAddress();
    expect(countByStatus(await runConcurrently(20, () => signInWrongly(locked.email, from)))).toEqual({
      401: 5,
      429: 15,
    });
    expect((await users.signIn(teacher.email, password, from)).statusCode).toBe(200);
  });
});
