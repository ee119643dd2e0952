import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { User } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { hash } from 'bcrypt';
import { createSessionPrincipal, password, startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import { hashWithoutQueue } from './password-hasher.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const long = 'Password must be at most 255 characters';
const blank = 'Password must not be blank or one repeated character';
const common = 'This password is too common. Choose a different one';
const personal = 'Password must not be based on the name or email address';
const same = 'New password must differ from the current one';

const person = { firstName: 'Sophea', lastName: 'Chan Thy' };
const emailOf = () => `bright.star+${randomUUID().slice(0, 4)}@angkor-school.example`;

const register = (given: string, change: object = {}, as?: ReturnType<typeof createSessionPrincipal>) =>
  users.call('POST', '/api/auth/register', {
    body: { ...person, email: emailOf(), password: given, role: 'student', ...change },
    ...(as ? { as } : {}),
  });
const change = (user: User, newPassword: string, currentPassword = password) =>
  users.call('PUT', '/api/auth/change-password', {
    as: createSessionPrincipal(user),
    body: { id: user.id, currentPassword, newPassword, confirmPassword: newPassword },
  });
const reset = (token: string, given: string) =>
  users.call('POST', '/api/auth/reset-password', {
    body: { token, password: given, confirmPassword: given },
  });

async function mailedToken(email: string): Promise<string> {
  await users.call('POST', '/api/auth/forgot-password', { body: { email } });
  return eventually(async () => {
    const files = await readdir(users.mailFolder);
    const mails = await Promise.all(files.map((file) => readFile(join(users.mailFolder, file), 'utf8')));
    const mail = mails.find((text) => text.includes(`\nTo: ${email}\n`));
    const token = /\/reset-password\/([\w-]{43})/.exec(mail ?? '')?.[1];
    if (!token) throw new Error('No mail yet');
    return token;
  });
}

function expectRefusal(response: Awaited<ReturnType<typeof register>>, path: string, message: string): void {
  const body = response.json<{
    message: string;
    code: string;
    issues?: { path: string; message: string }[];
  }>();
  expect([response.statusCode, body]).toEqual([
    400,
    expect.objectContaining({ message, code: 'validation' }),
  ]);
  // What is too long is too long as its confirmation as well.
  const issues = body.issues?.filter((issue) => issue.path !== 'confirmPassword');
  expect(issues).toEqual([{ path, message }]);
}

describe('a new account', () => {
  it.each([
    ['seven77', 'Password must be at least 8 characters'],
    ['🐘🐅🐘🐅', 'Password must be at least 8 characters'],
    ['x1'.repeat(128), long],
    ['ខគ'.repeat(128), long],
    ['learn-khmer-2026', common],
    ['Khmer Learning!', common],
    ['khmer-learning-2026', common],
    ['Sophea learns Khmer', common],
    ['        ', blank],
    ['\u200b \u00a0\t\u200b \u00a0\t', blank],
    ['zzzzzzzzz', blank],
    ['7 7 7 7 7 7', blank],
    ['password', common],
    ['PassWord1', common],
    [' iloveyou ', common],
    ['ilove\u00ADyou\u200B', common],
    ['Sop\u200Bhea\u034F2026', personal],
    ['eleven green boats \uD83D', 'This text has half of a character. Type it again'],
    ['12345678', common],
    ['qwertyuiop', common],
    ['Sophea2026', personal],
    ['sopheachanthy', personal],
    ['Chan Thy, Sophea!', personal],
    ['Bright.Star', personal],
    ['brightstar99', personal],
    ['angkor-school.example', personal],
  ])('cannot have the password %j, whoever makes it', async (given, message) => {
    expectRefusal(await register(given), 'password', message);
    expectRefusal(await register(given, { role: 'admin' }, users.admin), 'password', message);
  });

  it('cannot have its own address as the password', async () => {
    const email = emailOf();
    expectRefusal(await register(email.toUpperCase(), { email }), 'password', personal);
  });

  it.each([
    'x1'.repeat(127),
    'ខគ'.repeat(127),
    'ផ្សារ ទឹក ផ្ទះ',
    '🐘🐅🐘🐅🐘🐅🐘🐅',
    'i learn khmer at the big market',
    'Sophea counts eleven green boats',
    'chan likes tea',
  ])('can have the password %j', async (given) => {
    const response = await register(given, {}, users.admin);
    expect(response.statusCode).toBe(201);
    const signedIn = await users.call('POST', '/api/auth/login', {
      body: { email: response.json().user.email, password: given },
    });
    expect(signedIn.statusCode).toBe(200);
  });
});

describe.each([
  ['common', 'Football', common],
  ['made of the name', 'sopheaSOPHEA', personal],
  ['the one there is', password, same],
  ['too long', 'x1'.repeat(128), long],
])('a new password that is %s', (_what, given, message) => {
  it('is refused when it is changed, and the old one stays', async () => {
    const user = await users.createUser({ ...person, role: 'teacher' });
    expectRefusal(await change(user, given), 'newPassword', message);
    expect((await users.signIn(user.email)).statusCode).toBe(200);
  });

  it('is refused when it is set by a link, which stays good', async () => {
    const user = await users.createUser({ ...person, role: 'teacher' });
    const token = await mailedToken(user.email);
    expectRefusal(await reset(token, given), 'password', message);
    expect((await reset(token, 'eleven green boats')).statusCode).toBe(200);
  });
});

it('a password that is longer than new ones may be still opens its account, and can be changed', async () => {
  const user = await users.createUser({ role: 'teacher' });
  const older = 'long ago '.repeat(20);
  await users.service.connection
    .collection<{ _id: number }>('users')
    .updateOne({ _id: user.id }, { $set: { passwordHash: await hashWithoutQueue(older, 4) } });
  expect((await users.signIn(user.email, older)).statusCode).toBe(200);
  expect((await change(user, 'eleven green boats', older)).statusCode).toBe(200);
});

describe('a password with accents', () => {
  const [composed, decomposed] = [
    'caf\u00E9 \u1EA5n t\u01B0\u1EE3ng',
    'cafe\u0301 a\u0302\u0301n tu\u031Bo\u031B\u0323ng',
  ];

  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('opens the account however a keyboard composes it: %j and %j', async (chosen, typed) => {
    const { user } = (await register(chosen, { role: 'teacher' }, users.admin)).json<{ user: User }>();
    for (const given of [chosen, typed]) expect((await users.signIn(user.email, given)).statusCode).toBe(200);
    expect((await users.signIn(user.email, 'cafe an tuong')).statusCode).toBe(401);
    expectRefusal(await change(user, typed, chosen), 'newPassword', same);
    expect((await change(user, 'eleven green boats', typed)).statusCode).toBe(200);
  });

  it.each([composed, decomposed])(
    'still opens its account if it was hashed as it was typed: %j',
    async (older) => {
      const user = await users.createUser({ role: 'teacher' });
      const passwordHash = await hash(createHash('sha256').update(older, 'utf8').digest('base64'), 4);
      await users.service.connection
        .collection<{ _id: number }>('users')
        .updateOne({ _id: user.id }, { $set: { passwordHash } });
      for (const given of [composed, decomposed])
        expect((await users.signIn(user.email, given)).statusCode).toBe(200);
      expect((await users.signIn(user.email, 'cafe an tuong')).statusCode).toBe(401);
    },
  );

  it('opens the account however long it becomes when a keyboard takes it apart', async () => {
    const chosen = '\u1EA5n'.repeat(127);
    const { user } = (await register(chosen, { role: 'teacher' }, users.admin)).json<{ user: User }>();
    expect((await users.signIn(user.email, chosen.normalize('NFD'))).statusCode).toBe(200);
  });

  it('is the same as its confirmation', async () => {
    const user = await users.createUser({ role: 'teacher' });
    const response = await users.call('PUT', '/api/auth/change-password', {
      as: createSessionPrincipal(user),
      body: { id: user.id, currentPassword: password, newPassword: composed, confirmPassword: decomposed },
    });
    expect(response.statusCode).toBe(200);
  });
});
