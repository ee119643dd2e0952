import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AccountSession,
  sessionTokenOptions,
  type User,
  userSessionsEvent,
  userTokenClaimsSchema,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import jwt from 'jsonwebtoken';
import { km } from '../mails/mail-texts.km.ts';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  password,
  secret,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

type SessionPrincipal = ReturnType<typeof createSessionPrincipal>;
let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const claimsOf = (token: string, audience: string) =>
  userTokenClaimsSchema.parse(
    jwt.verify(token, secret, { algorithms: ['HS256'], issuer: 'khmer-learning', audience }),
  );

describe('signing in to the console', () => {
  it('answers with the person and a strict cookie that holds a 12 hour token', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const response = await users.signIn(teacher.email);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      user: { id: teacher.id, firstName: 'Sok', lastName: 'Dara', email: teacher.email, role: 'teacher' },
    });
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({
      name: 'session',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 43_200,
    });
    expect(cookie).not.toHaveProperty('secure');
    const claims = claimsOf(cookie?.value ?? '', 'console');
    expect(claims).toMatchObject({
      sub: String(teacher.id),
      role: 'teacher',
      email: teacher.email,
      epoch: 1,
    });
    expect(claims.exp - claims.iat).toBe(sessionTokenOptions.lifetimeSeconds);
    expect(() => claimsOf(cookie?.value ?? '', 'learner')).toThrow();
  });

  it('stores the time without changing the version', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    expect(teacher.lastLogin).toBeNull();
    const before = Date.now();
    await users.signIn(teacher.email);
    const after = (await users.call('GET', `/api/users/${teacher.id}`, { as: users.admin })).json();
    expect(Date.parse(after.lastLogin)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(after.lastLogin)).toBeLessThanOrEqual(Date.now());
    expect(after).toMatchObject({ version: teacher.version, updatedAt: teacher.updatedAt });
  });

  it('takes an email address however it is spelled', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    expect((await users.signIn(` ${teacher.email.toUpperCase()} `)).statusCode).toBe(200);
  });

  it('refuses a student with 403, and sets no cookie', async () => {
    const student = await users.createUser();
    const response = await users.signIn(student.email);
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      'This account cannot use the console',
    ]);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('gives the same response for an unknown address and a wrong password', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const wrong = await users.signIn(teacher.email, 'wrong password');
    const unknown = await users.signIn('nobody@example.com', 'wrong password');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    const { requestId: _one, ...wrongBody } = wrong.json();
    const { requestId: _other, ...unknownBody } = unknown.json();
    expect(wrongBody).toEqual({ message: 'Invalid email or password', code: 'unauthenticated' });
    expect(unknownBody).toEqual(wrongBody);
  });

  it('reveals a disabled account only with the right password', async () => {
    const teacher = await users.createUser({ role: 'teacher', isActive: false });
    expect((await users.signIn(teacher.email, 'wrong password')).json().message).toBe(
      'Invalid email or password',
    );
    const right = await users.signIn(teacher.email);
    expect([right.statusCode, right.json().message]).toEqual([401, 'Account is disabled']);
  });

  it('rejects a query operator instead of a string with 400', async () => {
    const body = { email: { $gt: '' }, password: { $gt: '' } };
    const response = await users.call('POST', '/api/auth/admin', { body });
    expect([response.statusCode, response.json().message]).toEqual([400, 'Invalid email address']);
  });
});

describe('a new browser', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const signIn = (email: string, headers: Record<string, string>, url = '/api/auth/admin') =>
    users.call('POST', url, { body: { email, password }, headers });
  const countMails = async (email: string) => {
    const files = await readdir(users.mailFolder);
    const mails = await Promise.all(files.map((file) => readFile(join(users.mailFolder, file), 'utf8')));
    return mails.filter((mail) => mail.includes(`To: ${email}\n`));
  };
  const expectMails = (email: string, count: number) =>
    eventually(async () => {
      const waiting = users.service.connection.collection('mail_jobs');
      expect(await waiting.countDocuments({ email })).toBe(0);
      expect(await countMails(email)).toHaveLength(count);
    });

  it('is told to the owner of an account that was used before, in the account’s language, once an hour', async () => {
    const { email, ...user } = await users.createUser({ role: 'teacher' });
    const as = createSessionPrincipal({ ...user, role: 'teacher' });
    await users.call('PUT', '/api/account/language', { as, body: { language: 'km', numerals: 'latn' } });
    const { cookies } = await signIn(email, { 'user-agent': firefox });
    const known = {
      'user-agent': firefox,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    };
    expect((await signIn(email, known)).statusCode).toBe(200);
    await signIn(email, {}, '/api/auth/login');
    await expectMails(email, 0);
    expect((await signIn(email, { 'user-agent': firefox })).statusCode).toBe(200);
    await expectMails(email, 1);
    const [mail] = await countMails(email);
    for (const text of [km.newBrowser.subject, 'Firefox · Windows', '/dashboard#/my-account'])
      expect(mail).toContain(text);
    await signIn(email, { 'user-agent': 'Pay at http://thief.example' });
    await expectMails(email, 1);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61 * 60_000);
    await signIn(email, { 'user-agent': 'Pay at http://thief.example' });
    jest.restoreAllMocks();
    await expectMails(email, 2);
    expect((await countMails(email)).join()).not.toContain('thief');
  });
});

it('uses a host-bound, secure cookie over https', async () => {
  const secure = await startUsersApp({ PUBLIC_URL: 'https://learn.example.com' });
  const response = await secure.signIn('admin@khmer.local', 'learn-khmer-2026');
  expect(response.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-session=[^;]+; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(
      /^__Host-trusted-browser=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
});

describe('signing in as a learner', () => {
  it.each(['student', 'teacher', 'admin'] as const)(
    'gives a %s a token for /api/v1 and no cookie',
    async (role) => {
      const learner = await users.createUser({ role });
      const response = await users.call('POST', '/api/auth/login', {
        body: { email: learner.email, password },
      });
      expect(response.statusCode).toBe(200);
      expect(response.json().user).toMatchObject({ id: learner.id, role, name: 'Sok Dara' });
      expect(response.json().accessToken).toBe(response.json().token);
      expect(response.headers['set-cookie']).toBeUndefined();
      const claims = claimsOf(response.json().token, 'learner');
      expect(claims.exp - claims.iat).toBe(60 * 60);
      expect(() => claimsOf(response.json().token, 'console')).toThrow();
    },
  );

  it('refuses wrong passwords and disabled accounts', async () => {
    const learner = await users.createUser({ isActive: false });
    const login = (given: string) =>
      users.call('POST', '/api/auth/login', { body: { email: learner.email, password: given } });
    expect((await login('wrong password')).statusCode).toBe(401);
    expect((await login(password)).json().message).toBe('Account is disabled');
  });

  it('tells an app who its learner is, as long as they are active', async () => {
    const learner = await users.createUser();
    const as = {
      kind: 'apiKey',
      apiKeyId: 1,
      learner: { userId: learner.id, email: learner.email },
    } as const;
    const me = await users.call('GET', '/api/v1/me', { as });
    expect(me.json()).toEqual({
      success: true,
      data: {
        id: learner.id,
        firstName: 'Sok',
        lastName: 'Dara',
        name: 'Sok Dara',
        email: learner.email,
        role: 'student',
      },
    });

    const nobody = await users.call('GET', '/api/v1/me', { as: { kind: 'apiKey', apiKeyId: 1 } });
    expect([nobody.statusCode, nobody.json().success]).toEqual([401, false]);

    const body = { isActive: false };
    await users.call('PATCH', `/api/users/${learner.id}/status`, { as: users.admin, body });
    expect((await users.call('GET', '/api/v1/me', { as })).statusCode).toBe(401);
  });
});

it('tells the console who is signed in, and 401 when nobody is', async () => {
  const teacher = await users.createUser({ role: 'teacher' });
  const response = await users.call('GET', '/api/auth/session', { as: createSessionPrincipal(teacher) });
  expect(response.json()).toEqual({
    user: { id: teacher.id, firstName: 'Sok', lastName: 'Dara', email: teacher.email, role: 'teacher' },
    language: null,
    numerals: null,
    secondFactorDue: null,
  });
  expect((await users.call('GET', '/api/auth/session')).statusCode).toBe(401);
});

describe('signing out', () => {
  const check = (userId: number, sessionId: string, epoch = 1) =>
    users.call('POST', '/internal/sessions/check', {
      as: { kind: 'gateway' },
      body: { userId, sessionId, epoch },
    });

  it('clears the cookie and ends that session alone, now and by event', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const session = createSessionPrincipal(teacher);
    expect((await check(teacher.id, session.sessionId)).json()).toMatchObject({ valid: true });

    const response = await users.call('POST', '/api/auth/logout', { as: session });
    expect(response.json()).toEqual({ message: 'Logged out successfully' });
    expect(response.cookies).toEqual([expect.objectContaining({ name: 'session', value: '', path: '/' })]);
    expect(response.cookies[0]?.expires?.getTime()).toBeLessThan(Date.now());

    expect((await check(teacher.id, session.sessionId)).json()).toMatchObject({ valid: false });
    expect((await check(teacher.id, 'another session')).json()).toMatchObject({ valid: true });
    const expiresAt = new Date(session.sessionExpiresAt * 1_000).toISOString();
    await users.expectEvent(userSessionsEvent, teacher.id, {
      version: 1,
      state: {
        userId: teacher.id,
        active: true,
        epoch: 1,
        revoked: [{ sessionId: session.sessionId, expiresAt }],
      },
    });
    const rows = await users.service.connection
      .collection('blacklist')
      .find({ userId: teacher.id })
      .toArray();
    expect(rows).toEqual([
      expect.objectContaining({ token: session.sessionId, expiredAt: new Date(expiresAt) }),
    ]);
  });

  it('is idempotent, also under concurrent requests, and expired sessions are removed', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const sessions = Array.from({ length: 6 }, () => createSessionPrincipal(teacher));
    const [first] = sessions;
    if (!first) throw new Error('no session');
    const expired = {
      ...createSessionPrincipal(teacher),
      sessionExpiresAt: Math.floor(Date.now() / 1_000) - 60,
    };
    const answers = await Promise.all(
      [...sessions, first, expired].map((as) => users.call('POST', '/api/auth/logout', { as })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(200));
    await users.call('POST', '/api/auth/logout', { as: first });

    const ids = sessions.map((session) => expect.objectContaining({ sessionId: session.sessionId }));
    await users.expectEvent(userSessionsEvent, teacher.id, {
      version: 7,
      state: { revoked: expect.arrayContaining(ids) },
    });
  });

  it("ends a learner's token alone, now and by event", async () => {
    const learner = await users.createUser();
    const as = createLearnerPrincipal(learner);
    const { sessionId } = as.learner;
    const response = await users.call('POST', '/api/v1/logout', { as });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, data: { message: 'Logged out successfully' } },
    ]);
    expect((await check(learner.id, sessionId)).json()).toMatchObject({ valid: false });
    expect((await check(learner.id, 'another token')).json()).toMatchObject({ valid: true });
    await users.expectEvent(userSessionsEvent, learner.id, {
      version: 1,
      state: { epoch: 1, revoked: [expect.objectContaining({ sessionId })] },
    });
    const nobody = await users.call('POST', '/api/v1/logout', { as: { kind: 'apiKey', apiKeyId: 1 } });
    expect(nobody.statusCode).toBe(401);
  });

  it('ends all tokens of a user who has signed out of more than an event may list', async () => {
    const learner = await users.createUser();
    for (let count = 0; count < 100; count += 1) {
      await users.call('POST', '/api/v1/logout', { as: createLearnerPrincipal(learner) });
    }
    await users.expectEvent(userSessionsEvent, learner.id, { version: 100, state: { epoch: 1 } });
    const last = createLearnerPrincipal(learner);
    expect((await users.call('POST', '/api/v1/logout', { as: last })).statusCode).toBe(200);
    await users.expectEvent(userSessionsEvent, learner.id, {
      version: 101,
      state: { epoch: 2, revoked: [] },
    });
    expect((await check(learner.id, last.learner.sessionId)).json()).toMatchObject({ valid: false });
    expect((await check(learner.id, 'another token')).json()).toMatchObject({ valid: false });
    expect((await check(learner.id, 'a newer token', 2)).json()).toMatchObject({ valid: true });
    await users.call('POST', '/api/v1/logout', { as: createLearnerPrincipal(learner) });
    await users.expectEvent(userSessionsEvent, learner.id, { version: 102, state: { epoch: 2 } });
  });

  it('rejects sessions of a lower epoch, of a deactivated and of a deleted user', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const valid = async (epoch: number) => (await check(teacher.id, 'some session', epoch)).json().valid;
    const setStatus = (isActive: boolean) =>
      users.call('PATCH', `/api/users/${teacher.id}/status`, { as: users.admin, body: { isActive } });

    expect(await valid(1)).toBe(true);
    await setStatus(false);
    expect([await valid(1), await valid(2)]).toEqual([false, false]);
    await users.expectEvent(userSessionsEvent, teacher.id, {
      state: { active: false, epoch: 2, revoked: [] },
    });
    await setStatus(true);
    expect([await valid(1), await valid(2)]).toEqual([false, true]);
    await users.expectEvent(userSessionsEvent, teacher.id, {
      state: { active: true, epoch: 2, revoked: [] },
    });
    await users.call('DELETE', `/api/users/${teacher.id}`, { as: users.admin });
    expect([await valid(2), await valid(9)]).toEqual([false, false]);
    await users.expectEvent(userSessionsEvent, teacher.id, { type: 'deleted', state: null });
  });

  it('can be checked only by the gateway', async () => {
    const body = { userId: 1, sessionId: 'x', epoch: 1 };
    for (const as of [{ kind: 'public' }, users.admin] as const) {
      for (const path of ['/internal/sessions/check', '/internal/users/name']) {
        const response = await users.call('POST', path, { as, body });
        expect([401, 403]).toContain(response.statusCode);
      }
    }
  });

  it('comes with the name of its user, for the gateway', async () => {
    const { id, firstName, lastName } = await users.createUser({ role: 'teacher' });
    const response = await users.call('POST', '/internal/users/name', {
      as: { kind: 'gateway' },
      body: { userId: id },
    });
    expect(response.json()).toEqual({ name: `${firstName} ${lastName}` });
  });
});

describe('the own sessions', () => {
  const browsers = ['Mozilla/5.0 Firefox/140.0', `Mozilla/5.0 Chrome/140.0 ${'x'.repeat(400)}`];

  /** Signs in with a browser. @returns the principal of the new session */
  async function signInWith(user: User, userAgent: string) {
    const response = await users.call('POST', '/api/auth/admin', {
      body: { email: user.email, password },
      headers: { 'user-agent': userAgent },
    });
    const { jti } = claimsOf(response.cookies[0]?.value ?? '', 'console');
    return createSessionPrincipal(user, jti);
  }
  const list = async (as: SessionPrincipal): Promise<AccountSession[]> =>
    (await users.call('GET', '/api/account/sessions', { as })).json().sessions;
  const signOut = (as: SessionPrincipal, session: string) =>
    users.call('POST', '/api/account/sign-out', { as, body: { session } });

  async function twoSessions() {
    const user = await users.createUser({ role: 'teacher' });
    const [first, second] = [
      await signInWith(user, browsers[0] ?? ''),
      await signInWith(user, browsers[1] ?? ''),
    ];
    return { user, first, second };
  }

  it('are listed with their browsers, the newest first, the current one marked', async () => {
    const { first, second } = await twoSessions();
    const listed = await list(first);
    expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [second.sessionId, false],
      [first.sessionId, true],
    ]);
    expect(listed[1]?.userAgent).toBe(browsers[0]);
    expect(listed[0]?.userAgent).toBe(browsers[1]?.slice(0, 300));
  });

  it('say when they were last used, to the minute', async () => {
    const { first } = await twoSessions();
    const rows = users.service.connection.collection<{ _id: string }>('console_sessions');
    const long = new Date(Date.now() - 3_600_000);
    await rows.updateOne({ _id: first.sessionId }, { $set: { lastUsedAt: long } });
    await users.call('GET', '/api/auth/session', { as: first });
    const used = (await list(first)).find(({ isCurrent }) => isCurrent)?.lastUsedAt ?? '';
    expect(Date.parse(used)).toBeGreaterThan(Date.now() - 60_000);
    await users.call('GET', '/api/auth/session', { as: first });
    expect((await list(first)).find(({ isCurrent }) => isCurrent)?.lastUsedAt).toBe(used);
  });

  it('of admins end when they are not used for two hours, and all after twelve', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const response = await users.signIn(admin.email);
    const claims = claimsOf(response.cookies[0]?.value ?? '', 'console');
    expect([response.cookies[0]?.maxAge, claims.exp - claims.iat]).toEqual([7_200, 7_200]);
    const as = createSessionPrincipal(admin, claims.jti);
    const rows = users.service.connection.collection<{ _id: string }>('console_sessions');
    const renew = async () => {
      const [cookie] = (await users.call('GET', '/api/auth/session', { as })).cookies;
      return cookie && claimsOf(cookie.value, 'console');
    };
    expect(await renew()).toMatchObject({ jti: claims.jti, epoch: claims.epoch, role: 'admin' });

    const inAnHour = Date.now() + 3_600_000;
    await rows.updateOne({ _id: claims.jti }, { $set: { expiresAt: new Date(inAnHour) } });
    expect(Math.abs(((await renew())?.exp ?? 0) * 1_000 - inAnHour)).toBeLessThan(2_000);
    await rows.updateOne({ _id: claims.jti }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect(await renew()).toBeUndefined();

    const idle = new Date(Date.now() - 2 * 3_600_000 - 120_000);
    await rows.updateOne({ _id: claims.jti }, { $set: { expiresAt: new Date(inAnHour), lastUsedAt: idle } });
    expect(await list(as)).toEqual([]);
  });

  it('are not renewed after they have ended, and each of their tokens ends', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const as = await signInWith(admin, 'first');
    await users.call('GET', '/api/auth/session', { as });
    const soon = { ...as, sessionExpiresAt: Math.floor(Date.now() / 1_000) + 60 };
    await users.call('POST', '/api/auth/logout', { as: soon });
    const ended = await users.service.connection.collection('blacklist').findOne({ token: as.sessionId });
    expect(ended?.expiredAt.getTime()).toBeGreaterThan(Date.now() + 11 * 3_600_000);
    expect((await users.call('GET', '/api/auth/session', { as })).cookies).toEqual([]);

    const next = await signInWith(admin, 'second');
    await signOut(as, 'all');
    expect((await users.call('GET', '/api/auth/session', { as: next })).cookies).toEqual([]);
  });

  it('are ended one by one; the others stay', async () => {
    const { user, first, second } = await twoSessions();
    expect((await signOut(first, second.sessionId)).statusCode).toBe(200);
    expect((await list(first)).map(({ id }) => id)).toEqual([first.sessionId]);
    await users.expectEvent(userSessionsEvent, user.id, {
      state: { epoch: 1, revoked: [expect.objectContaining({ sessionId: second.sessionId })] },
    });
    expect((await signOut(first, second.sessionId)).statusCode).toBe(404);
  });

  it('are ended everywhere at once, and a password change leaves none in the list', async () => {
    const { user, first } = await twoSessions();
    const response = await signOut(first, 'all');
    expect(response.statusCode).toBe(200);
    expect(response.cookies[0]).toMatchObject({ name: 'session', value: '' });
    await users.expectEvent(userSessionsEvent, user.id, { state: { epoch: 2, active: true } });
    const next = await signInWith(user, 'after');
    expect((await list(next)).map(({ userAgent }) => userAgent)).toEqual(['after']);
  });

  it('of others can be neither seen nor ended', async () => {
    const { first } = await twoSessions();
    const others = await twoSessions();
    const response = await signOut(first, others.first.sessionId);
    expect([response.statusCode, response.json().message]).toEqual([404, 'Session not found']);
    expect(await list(others.first)).toHaveLength(2);
    expect((await list(first)).map(({ id }) => id)).not.toContain(others.first.sessionId);
  });
});

describe('the own account', () => {
  it('is read and renamed by a teacher; a new address needs the password and ends the sessions', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const as = createSessionPrincipal(teacher);
    expect((await users.call('GET', '/api/account', { as })).json()).toEqual(teacher);
    const save = (body: object, headers: Record<string, string> = {}) =>
      users.call('PUT', '/api/account', { as, body, headers });
    expect((await save({ firstName: 'Vanna', role: 'admin' }, { 'if-match': '"1"' })).json()).toMatchObject({
      id: teacher.id,
      firstName: 'Vanna',
      role: 'teacher',
      version: 2,
    });
    expect((await save({ firstName: 'Late' }, { 'if-match': '"1"' })).statusCode).toBe(409);
    const email = `new-${teacher.email}`;
    expect((await save({ email })).statusCode).toBe(401);
    expect((await save({ email, currentPassword: password })).json()).toMatchObject({ email });
    await users.expectEvent(userSessionsEvent, teacher.id, { state: { epoch: 2 } });
  });

  it('keeps the chosen language and numerals, which nobody else sees and which are no change of the account', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const as = createSessionPrincipal(teacher);
    const choose = (body: object) => users.call('PUT', '/api/account/language', { as, body });
    const session = async () => (await users.call('GET', '/api/auth/session', { as })).json();

    const chosen = { language: 'km', numerals: 'khmr' };
    expect((await choose(chosen)).json()).toEqual(chosen);
    expect(await session()).toMatchObject(chosen);
    for (const [path, principal] of [
      ['/api/account', as],
      [`/api/users/${teacher.id}`, users.admin],
    ] as const)
      expect((await users.call('GET', path, { as: principal })).json()).toEqual(teacher);

    expect((await choose({ language: null, numerals: null })).json()).toEqual({
      language: null,
      numerals: null,
    });
    expect(await session()).toMatchObject({ language: null, numerals: null });
  });

  it('refuses a language that the console does not have, and half a choice', async () => {
    const as = createSessionPrincipal(await users.createUser({ role: 'teacher' }));
    for (const body of [
      { language: 'fr', numerals: null },
      { language: 'km', numerals: 'roman' },
      { language: 'km' },
    ])
      expect((await users.call('PUT', '/api/account/language', { as, body })).statusCode).toBe(400);
    const { language } = (await users.call('GET', '/api/auth/session', { as })).json();
    expect(language).toBeNull();
  });

  it('takes a language from its owner only', async () => {
    const { id } = await users.createUser({ role: 'teacher' });
    const as = createSessionPrincipal({ id, role: 'teacher' });
    await users.call('PUT', `/api/users/${id}`, {
      as: users.admin,
      body: { language: 'km', firstName: 'Bopha' },
    });
    expect((await users.call('GET', '/api/auth/session', { as })).json()).toMatchObject({
      user: { firstName: 'Bopha' },
      language: null,
    });
    const body = { language: 'km', numerals: null };
    expect((await users.call('PUT', '/api/account/language', { body })).statusCode).toBe(401);
  });
});
