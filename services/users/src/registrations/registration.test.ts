import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headerNames, userEvent } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { password, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp({ PUBLIC_URL: 'http://learn.example:8080' });
});

const person = (change: object = {}) => ({
  firstName: 'Sok',
  lastName: 'Dara',
  email: `${randomUUID()}@example.com`,
  password,
  role: 'student',
  ...change,
});
const register = (body: object, from?: string) =>
  users.call('POST', '/api/auth/register', { body, ...(from === undefined ? {} : { from }) });
const confirm = (token: string) => users.call('POST', '/api/auth/confirm-email', { body: { token } });
const login = (email: string, given = password) =>
  users.call('POST', '/api/auth/login', { body: { email, password: given } });
const countUsers = () => users.service.connection.collection('users').countDocuments();
const pending = () => users.service.connection.collection('pending_registrations');

/** Waits until there are `count` mails to an address. */
const mailsTo = (email: string, count: number) =>
  eventually(async () => {
    const files = (await readdir(users.mailFolder)).sort();
    const mails = await Promise.all(files.map((file) => readFile(join(users.mailFolder, file), 'utf8')));
    const theirs = mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
    expect(theirs).toHaveLength(count);
    return theirs;
  });

/** The token in the newest mail to an address, once there are `count` mails. */
async function mailedToken(email: string, count = 1): Promise<string> {
  const mail = (await mailsTo(email, count)).at(-1) ?? '';
  const token = /^http:\/\/learn\.example:8080\/confirm-email\/([\w-]{43})$/m.exec(mail)?.[1];
  if (!token) throw new Error(`No link in the mail: ${mail}`);
  return token;
}

describe('a learner who registers', () => {
  it('has an account once the address is confirmed by mail', async () => {
    const body = person({ email: ' New.Learner@Example.com ', isActive: false });
    const email = 'new.learner@example.com';
    const asked = await register(body);
    expect([asked.statusCode, asked.json()]).toEqual([
      201,
      { message: 'Check your email: we have sent you a link to confirm your address.' },
    ]);
    expect((await login(email)).statusCode).toBe(401);

    const confirmed = await confirm(await mailedToken(email));
    expect([confirmed.statusCode, confirmed.json()]).toEqual([
      200,
      { message: 'Your email address is confirmed. You can sign in now.' },
    ]);
    const signedIn = await login(email);
    expect([signedIn.statusCode, signedIn.json().user]).toEqual([
      200,
      {
        id: expect.any(Number),
        firstName: 'Sok',
        lastName: 'Dara',
        name: 'Sok Dara',
        email,
        role: 'student',
      },
    ]);
    const { id } = signedIn.json().user;
    expect(confirmed.headers[headerNames.event]).toBe(`user.${id}@1`);
    // A registration cannot set `isActive`.
    const state = { email, role: 'student', isActive: true, registrationType: 'authenication' };
    await users.expectEvent(userEvent, id, { type: 'changed', version: 1, actor: null, state });
  });

  it('gets the same response for known and unknown addresses, and only the owner gets a mail', async () => {
    const known = await users.createUser();
    const before = await countUsers();
    const unknown = person();
    const answers = [await register(person({ email: known.email })), await register(unknown)];
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);

    const [mail] = await mailsTo(known.email, 1);
    expect(mail).toContain('You already have a Khmer Learning account');
    expect(mail).not.toContain('/confirm-email/');
    await mailedToken(unknown.email);
    expect(await countUsers()).toBe(before);
    expect((await login(known.email)).statusCode).toBe(200);
    await eventually(async () => expect(await pending().countDocuments({ email: known.email })).toBe(0));
  });

  it('costs the same hash for a known address as for an unknown one', async () => {
    const known = await users.createUser();
    const hashes = () => users.logLines.filter((line) => line.includes('Passwords hashed')).length;
    for (const email of [known.email, `${randomUUID()}@example.com`]) {
      const before = hashes();
      await register(person({ email }));
      expect(hashes() - before).toBe(1);
    }
  });

  it('does not block the address for its owner', async () => {
    const { email } = person();
    await register(person({ email, password: 'the password of a stranger' }));
    const strangers = await mailedToken(email);
    await register(person({ email }));
    const own = await mailedToken(email, 2);
    expect((await confirm(own)).statusCode).toBe(200);
    expect((await confirm(strangers)).statusCode).toBe(400);
    expect((await login(email)).statusCode).toBe(200);
    expect((await login(email, 'the password of a stranger')).statusCode).toBe(401);
  });

  it('can confirm once, also with twenty concurrent requests, and not after a day', async () => {
    const { email } = person();
    await register(person({ email }));
    const token = await mailedToken(email);
    const before = await countUsers();
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(await countUsers()).toBe(before + 1);

    const late = person();
    await register(late);
    const lateToken = await mailedToken(late.email);
    await pending().updateOne({ email: late.email }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    const refused = await confirm(lateToken);
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('expired')]);
    expect((await confirm('x'.repeat(43))).statusCode).toBe(400);
  });

  it('stores only a hash of the link, and the mail contains no text from the request', async () => {
    const body = person({ firstName: 'there,\n\nopen http://evil.example/now' });
    await register(body);
    const token = await mailedToken(body.email);
    const row = await pending().findOne({ email: body.email });
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await mailsTo(body.email, 1)).join()).not.toContain('evil.example');
    expect(users.logLines.join('')).not.toContain(token);
  });

  it('is mailed five links a day from one network, and heard sixty times in a quarter of an hour from one network', async () => {
    const { email } = person();
    for (let count = 0; count < 7; count += 1) {
      expect((await register(person({ email }), '192.0.2.9')).statusCode).toBe(201);
    }
    await mailsTo(email, 5);
    expect(await pending().countDocuments({ email })).toBe(5);
    // The limit of one network does not affect the owner on another network.
    await register(person({ email }));
    await mailsTo(email, 6);

    const from = '203.0.113.9';
    await register(person(), from);
    await users.service.connection
      .collection<{ _id: string }>('rate_limits')
      .updateOne({ _id: 'registrations:203.0.113.0/24' }, { $set: { count: 59 } });
    expect((await register(person(), '203.0.113.200')).statusCode).toBe(201);
    const refused = await register(person(), from);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await register(person())).statusCode).toBe(201);
  });
});
