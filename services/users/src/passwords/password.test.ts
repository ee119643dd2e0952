import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Principal, type User, userEvent, userSessionsEvent } from '@khmer-learning/contracts';
import { createLogger } from '@khmer-learning/service-kit';
import { eventually } from '@khmer-learning/test-kit';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  password,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';
import type { ResetTokenRow } from './password.service.ts';
import { createPasswordHasher } from './password-hasher.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp({ PUBLIC_URL: 'http://learn.example:8080' });
});

const newPassword = 'an entirely new password';
const forgot = (email: string) => users.call('POST', '/api/auth/forgot-password', { body: { email } });
const reset = (token: string, given = newPassword, confirmPassword = given) =>
  users.call('POST', '/api/auth/reset-password', { body: { token, password: given, confirmPassword } });
const canSignIn = async (user: User, given: string) =>
  (await users.signIn(user.email, given)).statusCode === 200;
const teacherAccount = () => users.createUser({ role: 'teacher' });

async function mailsTo(email: string): Promise<string[]> {
  const files = (await readdir(users.mailFolder)).sort();
  const mails = await Promise.all(files.map((file) => readFile(join(users.mailFolder, file), 'utf8')));
  return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
}

/** Requests a link and returns the token from the mail. */
async function mailedToken(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  expect((await forgot(email)).statusCode).toBe(200);
  const mail = await eventually(async () => {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(before + 1);
    return mails.at(-1) ?? '';
  });
  const token = /^http:\/\/learn\.example:8080\/reset-password\/([\w-]{43})$/m.exec(mail)?.[1];
  if (!token) throw new Error(`No link in the mail: ${mail}`);
  return token;
}

const resetTokens = ({ service } = users) => service.connection.collection<ResetTokenRow>('reset_tokens');

const mailJobs = ({ service }: UsersApp) => service.connection.collection('mail_jobs');

describe('asking for a new password', () => {
  it('answers the same for every address, and mails a link to active accounts alone', async () => {
    const [teacher, disabled] = [await teacherAccount(), await users.createUser({ isActive: false })];
    const answers = [
      await forgot(teacher.email),
      await forgot(disabled.email),
      await forgot('nobody@example.com'),
    ];
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);

    const [mail] = await eventually(async () => {
      const mails = await mailsTo(teacher.email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail).toContain('Subject: Reset your Khmer Learning password');
    expect(mail).toContain('expires in 30 minutes');
    expect([await mailsTo(disabled.email), await mailsTo('nobody@example.com')]).toEqual([[], []]);
  });

  it('mails no text that was entered at registration', async () => {
    const someone = await users.createUser({ firstName: 'there,\n\nopen http://evil.example/now' });
    await mailedToken(someone.email);
    expect((await mailsTo(someone.email)).join()).not.toContain('evil.example');
  });

  it('rejects an invalid address', async () => {
    const response = await forgot('nobody');
    expect([response.statusCode, response.json().message]).toEqual([400, 'Invalid email address']);
  });

  it('keeps only a hash of the token, and writes the mail for its owner alone', async () => {
    const teacher = await teacherAccount();
    const token = await mailedToken(teacher.email);
    const row = await resetTokens().findOne({ _id: teacher.id });
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
    const [file] = await readdir(users.mailFolder);
    expect((await stat(join(users.mailFolder, file ?? ''))).mode & 0o077).toBe(0);
    await eventually(() => expect(users.logLines.some((line) => line.includes('Mail written'))).toBe(true));
    expect(users.logLines.join('')).not.toContain(token);
  });

  it('sends one account no more than five mails in a quarter of an hour', async () => {
    const teacher = await teacherAccount();
    for (let mails = 0; mails < 5; mails += 1) await mailedToken(teacher.email);
    expect((await forgot(teacher.email)).statusCode).toBe(200);
    expect(users.logLines.some((line) => line.includes('Too many reset mails'))).toBe(true);
    expect(await mailsTo(teacher.email)).toHaveLength(5);
  });

  it('responds before the mail is sent, so that timing does not reveal accounts', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const waiting = await startUsersApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const { email } = await waiting.createUser();

    const response = await waiting.call('POST', '/api/auth/forgot-password', { body: { email } });
    expect(response.statusCode).toBe(200);
    await eventually(() => expect(sockets.size).toBe(1));
    expect((await mailJobs(waiting).findOne({ email }))?.failures).toBeUndefined();
    for (const socket of sockets) socket.destroy();
    silent.close();
    // The job stays in the queue for a retry.
    const job = await eventually(async () => {
      const found = await mailJobs(waiting).findOne({ email });
      expect(found).toMatchObject({ kind: 'resetPassword', failures: expect.any(Number) });
      return found;
    });
    expect(JSON.stringify(job)).not.toContain('/reset-password/');
  });

  it.each([
    ['a killed process was sending', { holder: 'a killed process', heldUntil: new Date(0) }],
    ['the previous release has queued', { attempts: 1, dueAt: new Date(0) }],
  ])('sends a mail that %s, once', async (_name, fields) => {
    const teacher = await teacherAccount();
    const expiresAt = new Date(Date.now() + 600_000);
    const mail = { kind: 'resetPassword', email: teacher.email, requestId: null, address: null, expiresAt };
    await mailJobs(users).insertOne({ ...mail, ...fields });
    await eventually(async () =>
      expect(await mailJobs(users).countDocuments({ email: teacher.email })).toBe(0),
    );
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it('shows an admin a mail that could not be sent for a day, and sends it when the admin retries it', async () => {
    const teacher = await teacherAccount();
    const expiresAt = new Date(Date.now() + 600_000);
    const failures = { failures: 200, error: 'Error: connect ECONNREFUSED', heldUntil: new Date(0) };
    const mail = { kind: 'resetPassword', email: teacher.email, requestId: null, address: null, expiresAt };
    await mailJobs(users).insertOne({ _id: 'unsent' as never, ...mail, ...failures });
    const as = users.admin;
    await eventually(async () =>
      expect((await users.call('GET', '/api/dead-jobs/users', { as })).json().jobs).toEqual([
        { job: 'mail', id: 'unsent', failures: 200, error: 'Error: connect ECONNREFUSED', failedAt: null },
      ]),
    );
    expect(await mailsTo(teacher.email)).toEqual([]);
    await users.call('POST', '/api/dead-jobs/users/retry', { as, body: { job: 'mail', id: 'unsent' } });
    await eventually(async () => expect(await mailsTo(teacher.email)).toHaveLength(1));
  });
});

describe('the link', () => {
  it('sets a new password, ends every session and opens a locked account', async () => {
    const teacher = await teacherAccount();
    const token = await mailedToken(teacher.email);
    const from = '203.0.113.5';
    for (let tries = 0; tries < 5; tries += 1) await users.signIn(teacher.email, 'wrong password', from);
    expect((await users.signIn(teacher.email, password, from)).statusCode).toBe(429);

    const response = await reset(token);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Password updated successfully' },
    ]);
    await users.expectEvent(userSessionsEvent, teacher.id, { version: 1, state: { epoch: 2, active: true } });
    expect((await users.signIn(teacher.email, newPassword, from)).statusCode).toBe(200);
    expect((await users.signIn(teacher.email, password, from)).statusCode).toBe(401);
    // The link proves ownership, so wrong attempts from elsewhere no longer delay this browser.
    expect(response.cookies).toEqual([expect.objectContaining({ name: 'trusted-browser', httpOnly: true })]);
  });

  it('works once, also when used twenty times at once', async () => {
    const teacher = await teacherAccount();
    const token = await mailedToken(teacher.email);
    const tries = Array.from({ length: 20 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(tries.map((given) => reset(token, given)));
    const winners = tries.filter((_, index) => answers[index]?.statusCode === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(19);
    expect(await canSignIn(teacher, winners[0] ?? '')).toBe(true);
    expect((await reset(token)).statusCode).toBe(400);
  });

  it('causes one hash when used twenty times concurrently, and works again if that hash was rejected', async () => {
    // The cost is so high that a hash which waits for another misses the timeout on any machine, and that other calls
    // reach the queue during a hash on a busy one.
    const slow = await startUsersApp({ BCRYPT_COST: '15', HASH_THREADS: '2', HASH_TIMEOUT_MS: '100' });
    const teacher = await slow.createUser({ role: 'teacher' });
    const token = 'a'.repeat(43);
    await resetTokens(slow).insertOne({
      _id: teacher.id,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      email: teacher.email,
      epoch: 1,
      expiresAt: new Date(Date.now() + 600_000),
    });
    const body = { token, password: newPassword, confirmPassword: newPassword };
    const resetSlowly = () => slow.call('POST', '/api/auth/reset-password', { body });

    const signingIn = [1, 2, 3].map((host) => slow.signIn(teacher.email, password, `203.0.113.${host}`));
    expect((await Promise.race(signingIn)).statusCode).toBe(503);
    const refused = await resetSlowly();
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy']);
    await Promise.all(signingIn);

    const hashes = () => slow.logLines.filter((line) => line.includes('Passwords hashed')).length;
    const before = hashes();
    const answers = await Promise.all(Array.from({ length: 20 }, resetSlowly));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(hashes() - before).toBe(1);
  }, 300_000);

  it('is invalid after a newer one was requested', async () => {
    const teacher = await teacherAccount();
    const [older, newer] = [await mailedToken(teacher.email), await mailedToken(teacher.email)];
    expect((await reset(older)).statusCode).toBe(400);
    expect((await reset(newer)).statusCode).toBe(200);
  });

  it('is invalid after thirty minutes', async () => {
    const teacher = await teacherAccount();
    const token = await mailedToken(teacher.email);
    const row = await resetTokens().findOne({ _id: teacher.id });
    const minutesLeft = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(29);
    expect(minutesLeft).toBeLessThanOrEqual(30);
    await resetTokens().updateOne({ _id: teacher.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    const response = await reset(token);
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining('expired')]);
    expect(await canSignIn(teacher, password)).toBe(true);
  });

  it.each([
    [
      'the account was deactivated',
      (user: User) =>
        users.call('PATCH', `/api/users/${user.id}/status`, { as: users.admin, body: { isActive: false } }),
    ],
    [
      'the account was deleted',
      (user: User) => users.call('DELETE', `/api/users/${user.id}`, { as: users.admin }),
    ],
    [
      'the address was changed',
      (user: User) =>
        users.call('PUT', `/api/users/${user.id}`, {
          as: users.admin,
          body: {
            email: `${randomUUID()}@example.com`,
            currentPassword: users.config.ADMIN_PASSWORD,
          },
        }),
    ],
    [
      'the password was changed',
      (user: User) =>
        users.call('PUT', '/api/auth/change-password', {
          as: createSessionPrincipal(user),
          body: {
            id: user.id,
            currentPassword: password,
            newPassword: 'yet another password',
            confirmPassword: 'yet another password',
          },
        }),
    ],
  ])('is invalid once %s', async (_what, happen) => {
    const teacher = await teacherAccount();
    const token = await mailedToken(teacher.email);
    expect((await happen(teacher)).statusCode).toBe(200);
    expect((await reset(token)).statusCode).toBe(400);
  });

  it('is not guessed, and not set to two different or short passwords', async () => {
    const teacher = await teacherAccount();
    const token = await mailedToken(teacher.email);
    expect((await reset('x'.repeat(43))).statusCode).toBe(400);
    const different = await reset(token, newPassword, 'another password');
    expect([different.statusCode, different.json().message]).toEqual([400, 'Passwords do not match']);
    const short = await reset(token, 'short', 'short');
    expect(short.json().message).toBe('Password must be at least 8 characters');
    expect((await reset(token)).statusCode).toBe(200);
  });
});

describe('changing a password', () => {
  const change = (
    as: ReturnType<typeof createSessionPrincipal>,
    id: number,
    currentPassword = password,
    confirmed = newPassword,
  ) =>
    users.call('PUT', '/api/auth/change-password', {
      as,
      body: { id, currentPassword, newPassword, confirmPassword: confirmed },
    });

  it("changes one's own, knowing the current one, and ends every session", async () => {
    const teacher = await teacherAccount();
    const response = await change(createSessionPrincipal(teacher), teacher.id);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Password update successfully' },
    ]);
    await users.expectEvent(userSessionsEvent, teacher.id, { version: 1, state: { epoch: 2 } });
    expect([await canSignIn(teacher, newPassword), await canSignIn(teacher, password)]).toEqual([
      true,
      false,
    ]);
  });

  it('refuses a wrong current password', async () => {
    const teacher = await teacherAccount();
    const response = await change(createSessionPrincipal(teacher), teacher.id, 'wrong password');
    expect([response.statusCode, response.json()]).toEqual([
      401,
      expect.objectContaining({ message: 'Current password is incorrect', code: 'wrong_password' }),
    ]);
    expect(await canSignIn(teacher, password)).toBe(true);
  });

  it('refuses two different new ones', async () => {
    const teacher = await teacherAccount();
    const response = await change(
      createSessionPrincipal(teacher),
      teacher.id,
      password,
      'something different',
    );
    expect([response.statusCode, response.json().message]).toEqual([400, 'Passwords do not match']);
  });

  it("lets an admin change another admin's, and nobody else's", async () => {
    const [admin, teacher, other] = [
      await users.createUser({ role: 'admin' }),
      await teacherAccount(),
      await teacherAccount(),
    ];
    expect((await change(users.admin, admin.id, 'wrong password')).statusCode).toBe(401);
    expect((await change(users.admin, admin.id)).statusCode).toBe(200);
    expect((await change(users.admin, teacher.id)).statusCode).toBe(403);
    expect((await change(createSessionPrincipal(other), teacher.id)).statusCode).toBe(403);
    expect((await change(createSessionPrincipal(other), admin.id)).statusCode).toBe(403);
    expect((await change(createSessionPrincipal(other), 999_999)).statusCode).toBe(403);
    expect((await change(users.admin, 999_999)).statusCode).toBe(404);
    expect(await canSignIn(teacher, password)).toBe(true);
  });

  it("changes a learner's own, knowing the current one, and ends every token", async () => {
    const learner = await users.createUser();
    const put = (currentPassword: string) =>
      users.call('PUT', '/api/v1/me/password', {
        as: createLearnerPrincipal(learner),
        body: { id: 1, currentPassword, newPassword },
      });
    const wrong = await put('wrong password');
    expect([wrong.statusCode, wrong.json()]).toEqual([
      401,
      {
        success: false,
        error: 'Current password is incorrect',
        message: 'Current password is incorrect',
        code: 'wrong_password',
      },
    ]);
    const response = await put(password);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, data: { message: 'Password update successfully' } },
    ]);
    await users.expectEvent(userSessionsEvent, learner.id, { version: 1, state: { epoch: 2 } });
    const login = (given: string) =>
      users.call('POST', '/api/auth/login', { body: { email: learner.email, password: given } });
    expect([(await login(newPassword)).statusCode, (await login(password)).statusCode]).toEqual([200, 401]);
  });

  it('says that the account is disabled', async () => {
    const admin = await users.createUser({ role: 'admin', isActive: false });
    const response = await change(users.admin, admin.id);
    expect([response.statusCode, response.json().message]).toEqual([409, 'Account is disabled']);
  });

  it('succeeds once when done twice at once', async () => {
    const teacher = await teacherAccount();
    const answers = await Promise.all([
      change(createSessionPrincipal(teacher), teacher.id),
      change(createSessionPrincipal(teacher), teacher.id),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401]);
  });
});

describe('a stored password', () => {
  const hasher = createPasswordHasher({
    cost: 4,
    threads: 2,
    timeoutMs: 60_000,
    logger: createLogger({ service: 'users', level: 'silent' }),
  });

  afterAll(() => hasher.close());

  it('counts in full, however long', async () => {
    const long = 'ផ្សារ'.repeat(40);
    const stored = await hasher.hash(`${long}a`, 'high');
    expect([await hasher.matches(`${long}a`, stored), await hasher.matches(`${long}b`, stored)]).toEqual([
      true,
      false,
    ]);
  });

  it('matches nothing when there is none', async () => {
    expect(await hasher.matches('nobody has this password', undefined)).toBe(false);
  });

  it('is a bcrypt hash of the configured cost', async () => {
    expect(await hasher.hash(password, 'high')).toMatch(/^\$2b\$04\$/);
  });
});

describe('inviting', () => {
  const person = (change: object = {}) => ({
    firstName: 'Sok',
    lastName: 'Dara',
    email: `${randomUUID()}@example.com`,
    role: 'teacher',
    ...change,
  });
  const invite = (change: object = {}, as: Principal = users.admin) =>
    users.call('POST', '/api/users/invitations', { as, body: person(change) });
  const resend = (id: number, as: Principal = users.admin) =>
    users.call('POST', `/api/users/${id}/invitation`, { as });
  const get = async (id: number): Promise<User> =>
    (await users.call('GET', `/api/users/${id}`, { as: users.admin })).json();
  const invitationsTo = async (email: string) =>
    (await mailsTo(email)).filter((mail) => mail.includes('Subject: You are invited to Khmer Learning'));

  /** Waits for this many invitations and returns the tokens of their links, the oldest first. */
  const tokensTo = (email: string, count = 1) =>
    eventually(async () => {
      const mails = await invitationsTo(email);
      expect(mails).toHaveLength(count);
      return mails.map(
        (mail) => /^http:\/\/learn\.example:8080\/choose-password\/([\w-]{43})$/m.exec(mail)?.[1] ?? '',
      );
    });
  async function invited(change: object = {}): Promise<{ user: User; token: string }> {
    const response = await invite(change);
    expect(response.statusCode).toBe(201);
    const user: User = response.json();
    const [token = ''] = await tokensTo(user.email);
    return { user, token };
  }
  const expectLinkRefused = async (token: string) => {
    const response = await reset(token);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'This link has expired or has already been used. Request a new one.',
    ]);
  };

  it('creates an account that cannot sign in until its owner has chosen a password with the link', async () => {
    const { user, token } = await invited({ email: ' Bopha.Invited@Example.com ' });
    expect(user).toMatchObject({ email: 'bopha.invited@example.com', role: 'teacher', isActive: false });
    expect(Date.parse(user.invitedUntil ?? '') - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
    const [mail = ''] = await invitationsTo(user.email);
    expect(mail).toContain('admin@khmer.local has invited you to Khmer Learning as a teacher.');
    expect(mail).not.toContain('Sok');
    expect(users.logLines.join('')).not.toContain(token);
    expect(JSON.stringify(await resetTokens().findOne({ _id: user.id }))).not.toContain(token);

    const early = await users.signIn(user.email, newPassword);
    expect([early.statusCode, early.json().message]).toEqual([401, 'Invalid email or password']);
    const chosen = await reset(token);
    expect(chosen.statusCode).toBe(200);
    expect(chosen.json().email).toBe(user.email);
    expect((await users.signIn(user.email, newPassword)).statusCode).toBe(200);
    const accepted = await get(user.id);
    expect(accepted).toMatchObject({ isActive: true, version: 2 });
    expect(accepted).not.toHaveProperty('invitedUntil');
    await users.expectEvent(userEvent, user.id, { version: 2, state: { isActive: true } });
    const row = await users.service.connection.collection('users').findOne({ email: user.email });
    expect(row).toMatchObject({ emailVerified: true });
    await expectLinkRefused(token);
  });

  it('is for admins alone, for admins and teachers alone, and refuses an address that is in use', async () => {
    const teacher = await teacherAccount();
    const asTeacher = createSessionPrincipal(teacher);
    expect((await invite({}, asTeacher)).statusCode).toBe(403);
    expect((await resend(teacher.id, asTeacher)).statusCode).toBe(403);
    expect((await invite({}, { kind: 'public' })).statusCode).toBe(401);
    expect((await invite({ role: 'student' })).json().message).toBe('Role is required');
    expect((await invite({ firstName: ' ' })).json().message).toBe('Firstname is required');
    const taken = await invite({ email: teacher.email });
    expect([taken.statusCode, taken.json().message]).toEqual([409, 'Email is already in use']);
    expect((await resend(teacher.id)).statusCode).toBe(409);
    expect((await resend(999_999)).statusCode).toBe(404);
    expect(await invitationsTo(teacher.email)).toEqual([]);
  });

  it('tells the admin about an admin invited in their session', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const { email } = (await invite({ role: 'admin' }, createSessionPrincipal(admin))).json();
    await eventually(async () => expect((await mailsTo(admin.email)).join()).toContain(email));
    await tokensTo(email);
  });

  it('again replaces the link and gives it the whole time', async () => {
    const { user, token } = await invited();
    await users.service.connection
      .collection<{ _id: number }>('users')
      .updateOne({ _id: user.id }, { $set: { invitedUntil: new Date(0) } });
    await resetTokens().updateOne({ _id: user.id }, { $set: { expiresAt: new Date(0) } });
    await expectLinkRefused(token);
    const again: User = (await resend(user.id)).json();
    expect(Date.parse(again.invitedUntil ?? '')).toBeGreaterThan(Date.now());
    const fresh = (await tokensTo(user.email, 2)).find((one) => one !== token) ?? '';
    await expectLinkRefused(token);
    expect((await reset(fresh)).statusCode).toBe(200);
    expect((await resend(user.id)).statusCode).toBe(409);
  });

  it.each<[string, (user: User) => Promise<{ statusCode: number }>]>([
    ['the invitation is revoked', ({ id }) => users.call('DELETE', `/api/users/${id}`, { as: users.admin })],
    [
      'the address is changed',
      ({ id }) =>
        users.call('PUT', `/api/users/${id}`, {
          as: users.admin,
          body: { email: `${randomUUID()}@example.com`, currentPassword: 'learn-khmer-2026' },
        }),
    ],
    [
      'the role is changed',
      ({ id }) => users.call('PUT', `/api/users/${id}`, { as: users.admin, body: { role: 'admin' } }),
    ],
  ])('ends with its link when %s', async (_what, change) => {
    const { user, token } = await invited();
    expect((await change(user)).statusCode).toBe(200);
    await expectLinkRefused(token);
    expect(await canSignIn(user, newPassword)).toBe(false);
  });

  it('cannot be prolonged or replaced by asking for a new password, nor activated without one', async () => {
    const { user, token } = await invited();
    expect((await forgot(user.email)).statusCode).toBe(200);
    const status = await users.call('PATCH', `/api/users/${user.id}/status`, {
      as: users.admin,
      body: { isActive: true },
    });
    expect([status.statusCode, status.json().message]).toEqual([
      409,
      'This person has not accepted the invitation yet',
    ]);
    await eventually(async () => expect(await mailJobs(users).countDocuments({ email: user.email })).toBe(0));
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('uses a link once, however many use it at the same time', async () => {
    const { token } = await invited();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
  });

  it('mails one address no more than five times in a quarter of an hour, and says so', async () => {
    const { user } = await invited();
    for (let count = 2; count <= 5; count += 1) expect((await resend(user.id)).statusCode).toBe(200);
    const refused = await resend(user.id);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    await tokensTo(user.email, 5);
  });

  it('counts nobody invited as an active admin', async () => {
    const admins = await users.call('GET', '/api/users?role=admin&isActive=true', { as: users.admin });
    const before = admins.json().total;
    await invited({ role: 'admin' });
    const after = await users.call('GET', '/api/users?role=admin&isActive=true', { as: users.admin });
    expect(after.json().total).toBe(before);
  });
});
