import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  apiKeyEvent,
  eventSubject,
  headerNames,
  type User,
  userEvent,
  userSessionsEvent,
} from '@khmer-learning/contracts';
import { buildSortKey } from '@khmer-learning/khmer-text';
import { eventually, expectSortedPages, findAuditRecords } from '@khmer-learning/test-kit';
import { foldedKeys } from '../migrations/0004-folded-keys.ts';
import { createSessionPrincipal, password, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const person = (change: object = {}) => ({
  firstName: 'Sok',
  lastName: 'Dara',
  email: `${randomUUID()}@example.com`,
  password,
  role: 'student',
  ...change,
});
const register = (body: object, as?: ReturnType<typeof createSessionPrincipal>) =>
  users.call('POST', '/api/auth/register', { body, ...(as ? { as } : {}) });
const get = async (id: number): Promise<User> =>
  (await users.call('GET', `/api/users/${id}`, { as: users.admin })).json();
const setStatus = (id: number, isActive: boolean, as = users.admin, ifMatch?: string) =>
  users.call('PATCH', `/api/users/${id}/status`, {
    as,
    body: { isActive },
    ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
  });
const remove = (id: number, as = users.admin) => users.call('DELETE', `/api/users/${id}`, { as });
const update = (id: number, body: object, ifMatch?: string) =>
  users.call('PUT', `/api/users/${id}`, {
    as: users.admin,
    body,
    ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
  });

/** All events about a user's sessions, oldest first. */
const sessionEventsOf = (id: number) =>
  users.service.connection
    .collection('outbox')
    .find({ subject: eventSubject(userSessionsEvent, id) })
    .sort({ version: 1 })
    .toArray();

describe('creating an account', () => {
  it('publishes nothing about the sessions of a new account: there are none to revoke', async () => {
    const { id } = (await register(person(), users.admin)).json().user;
    expect(await sessionEventsOf(id)).toEqual([]);
  });

  it('creates it directly for an admin, and emits the events', async () => {
    const body = person({ email: ' New.Learner@Example.com ' });
    const response = await register(body, users.admin);
    expect(response.statusCode).toBe(201);
    const { user } = response.json();
    expect(user).toEqual({
      id: expect.any(Number),
      email: 'new.learner@example.com',
      firstName: 'Sok',
      lastName: 'Dara',
      role: 'student',
      isActive: true,
      registrationType: 'authenication',
      lastLogin: null,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: user.createdAt,
    });
    expect(response.headers[headerNames.event]).toBe(`user.${user.id}@1`);
    const { version: _version, lastLogin: _lastLogin, ...state } = user;
    await users.expectEvent(userEvent, user.id, { type: 'changed', version: 1, actor: { id: 1 }, state });
  });

  it.each(['admin', 'teacher'] as const)('lets an admin alone make a %s', async (role) => {
    const teacher = await users.createUser({ role: 'teacher' });
    const count = () => users.service.connection.collection('users').countDocuments();
    const before = await count();
    for (const response of [
      await register(person({ role })),
      await register(person({ role }), createSessionPrincipal(teacher)),
    ]) {
      expect(response.statusCode).toBe(403);
    }
    expect(await count()).toBe(before);

    const response = await register(person({ role, isActive: false }), users.admin);
    expect([response.statusCode, response.json().user.role, response.json().user.isActive]).toEqual([
      201,
      role,
      false,
    ]);
    await users.expectEvent(userEvent, response.json().user.id, { actor: { id: 1, role: 'admin' } });
  });

  it('creates only one account per address, also under concurrent requests', async () => {
    const body = person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(body, users.admin)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.statusCode !== 201);
    expect(new Set(refused.map((answer) => `${answer.statusCode} ${answer.json().message}`))).toEqual(
      new Set(['409 Email is already in use']),
    );
  });

  it('ignores unknown fields', async () => {
    const response = await register(
      person({ id: 1, version: 9, registrationType: 'x', lastLogin: 'y', sessions: 1 }),
      users.admin,
    );
    expect(response.json().user).toMatchObject({
      version: 1,
      registrationType: 'authenication',
      lastLogin: null,
    });
    expect(response.json().user.id).not.toBe(1);
  });

  it('returns the first validation error as the message', async () => {
    const response = await register(person({ firstName: '\u200b', password: 'short' }));
    expect([response.statusCode, response.json().message]).toEqual([400, 'First name is required']);
    expect(response.json().issues).toHaveLength(2);
  });
});

describe('the list of users', () => {
  const made: User[] = [];
  const list = async (query: Record<string, string>) => {
    const search = new URLSearchParams(query);
    const response = await users.call('GET', `/api/users?${search}`, { as: users.admin });
    expect(response.statusCode).toBe(200);
    return response.json() as { users: User[]; total: number };
  };
  const ids = async (query: Record<string, string>) => (await list(query)).users.map((user) => user.id);

  beforeAll(async () => {
    for (const change of [
      { firstName: 'Sophea', lastName: 'Listed', role: 'teacher' },
      { firstName: 'ខ្ញុំចង់ទៅផ្សារ', lastName: 'Listed', role: 'student' },
      { firstName: 'Bopha', lastName: 'Listed', role: 'student', isActive: false },
      { firstName: 'Chan', lastName: 'Listed', email: 'chan.thy@school.example' },
    ] as const) {
      made.push(await users.createUser(change));
    }
    made.reverse();
  });

  it('is newest first, in pages, with the number of all that match', async () => {
    const all = made.map((user) => user.id);
    expect(await ids({ search: 'listed' })).toEqual(all);
    const page = await list({ search: 'listed', limit: '2', offset: '1' });
    expect([page.users.map((user) => user.id), page.total]).toEqual([all.slice(1, 3), 4]);
    const past = await list({ search: 'listed', limit: '2', offset: '40' });
    expect(past).toEqual({ users: [], total: 4 });
  });

  it('has in the pages of each order what the whole list has', async () => {
    for (const [n, firstName] of ['សុខា', 'sok', 'Élise', 'Sok', 'ចាន់', 'elise'].entries())
      await users.createUser({
        firstName,
        lastName: 'Sortable',
        email: `${(n * 5) % 7}.sortable@order.example`,
        role: n % 2 ? 'teacher' : 'student',
      });
    await expectSortedPages(
      async (query) => (await list(Object.fromEntries(new URLSearchParams(query)))).users,
      {
        name: ({ firstName, lastName, id }) => [buildSortKey(`${firstName} ${lastName}`), id],
        email: ({ email }) => [email],
        role: ({ role, id }) => [role, -id],
        lastLogin: ({ lastLogin, id }) => [lastLogin, id],
      },
      ['', '&search=sortable', '&role=student', '&search=sortable&role=teacher&isActive=true'],
    );
  });

  it('filters by role and status together', async () => {
    const [, , khmer, teacher] = made.map((user) => user.id);
    expect(await ids({ search: 'listed', role: 'Teacher', isActive: 'all' })).toEqual([teacher]);
    expect(await ids({ search: 'listed', role: 'student', isActive: 'true' })).toEqual([made[0]?.id, khmer]);
    expect(await ids({ search: 'listed', isActive: 'false' })).toEqual([made[1]?.id]);
    const students = await list({ role: 'student', limit: '1' });
    expect(students.total).toBe((await ids({ role: 'student' })).length);
  });

  it('filters by those who are invited', async () => {
    const person = {
      firstName: 'Malis',
      lastName: 'Listed',
      email: 'malis@invited.example',
      role: 'teacher',
    };
    const response = await users.call('POST', '/api/users/invitations', { as: users.admin, body: person });
    const { id } = response.json() as User;
    for (const query of [{}, { search: 'listed' }, { role: 'teacher' }, { sort: 'email' }])
      expect(await ids({ ...query, isActive: 'invited' })).toEqual([id]);
    expect(await list({ isActive: 'invited', role: 'admin', limit: '1' })).toEqual({ users: [], total: 0 });
    await users.call('DELETE', `/api/users/${id}`, { as: users.admin });
    expect(await ids({ isActive: 'invited' })).toEqual([]);
  });

  it.each([
    ['soph', 3],
    ['LISTED sophea', 3],
    ['ផ្សារ', 2],
    ['ចង់ទៅផ្សារ', 2],
    ['chan.thy@school', 0],
    ['school.example', 0],
  ])('finds %s', async (search, index) => {
    expect(await ids({ search })).toEqual([made[index]?.id]);
  });

  it.each(['ophea', 'ទៅចង់ផ្សារ', 'sophea bopha', '(a+)+$x'])('does not find %s', async (search) => {
    expect(await list({ search })).toEqual({ users: [], total: 0 });
  });

  it('carries neither secrets nor search fields', async () => {
    const { users: rows } = await list({});
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual([
        'createdAt',
        'email',
        'firstName',
        'id',
        'isActive',
        'lastLogin',
        'lastName',
        'registrationType',
        'role',
        'updatedAt',
        'version',
      ]);
    }
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'role=owner', 'isActive=maybe'])(
    'refuses %s',
    async (query) => {
      expect((await users.call('GET', `/api/users?${query}`, { as: users.admin })).statusCode).toBe(400);
    },
  );

  it('is for admins', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    expect((await users.call('GET', '/api/users', { as: createSessionPrincipal(teacher) })).statusCode).toBe(
      403,
    );
    expect((await users.call('GET', '/api/users')).statusCode).toBe(401);
  });
});

describe('changing a user', () => {
  it('changes name and address, and finds them by the new ones', async () => {
    const user = await users.createUser();
    const email = `renamed-${user.id}@example.com`;
    const body = {
      firstName: 'Vanna',
      lastName: 'Renamed',
      email,
      isActive: false,
      version: 7,
      currentPassword: users.config.ADMIN_PASSWORD,
    };
    const response = await update(user.id, body);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ...user,
      firstName: 'Vanna',
      lastName: 'Renamed',
      email,
      version: 2,
      updatedAt: expect.any(String),
    });
    await users.expectEvent(userEvent, user.id, { version: 2, state: { email, role: 'student' } });
    const found = await users.call('GET', '/api/users?search=renamed+vanna', { as: users.admin });
    expect(found.json().users).toEqual([response.json()]);
  });

  it('without a difference creates no version, event or audit record', async () => {
    const user = await users.createUser({ email: 'Same.Person@Example.com' });
    const rows = () =>
      users.service.connection
        .collection('outbox')
        .countDocuments({ subject: { $not: /\.republication\./ } });
    const told = await rows();
    const { firstName, lastName } = user;
    const answer = await update(user.id, { firstName, lastName, email: ' same.person@example.com' });
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: user });
    expect(answer.headers[headerNames.event]).toBe(undefined);
    expect(await rows()).toBe(told);
  });

  it('rejects an address of another user', async () => {
    const [user, other] = [await users.createUser(), await users.createUser()];
    const { ADMIN_PASSWORD: currentPassword } = users.config;
    const response = await update(user.id, { email: other.email, currentPassword });
    expect([response.statusCode, response.json().message]).toEqual([409, 'Email is already in use']);
    expect(await get(user.id)).toEqual(user);
  });

  it.each([
    ['firstName', 'Vanna'],
    ['lastName', 'Renamed'],
  ])('leaves what is absent as it is, and changes %s alone', async (field, value) => {
    const user = await users.createUser();
    const response = await update(user.id, { [field]: value });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { ...user, [field]: value, version: 2, updatedAt: expect.any(String) },
    ]);
    const found = await users.call('GET', `/api/users?search=${user.email}`, { as: users.admin });
    expect(found.json().users).toEqual([response.json()]);
  });

  it('rejects a change of a stale version', async () => {
    const user = await users.createUser();
    const [first, second] = await Promise.all([
      update(user.id, { ...user, firstName: 'First' }, '"1"'),
      update(user.id, { ...user, firstName: 'Second' }, '"1"'),
    ]);
    expect([first?.statusCode, second?.statusCode].sort()).toEqual([200, 409]);
    const stale = await setStatus(user.id, false, users.admin, '"1"');
    expect([stale.statusCode, stale.json().message]).toEqual([409, 'This user was changed by someone else']);
    expect((await setStatus(user.id, false, users.admin, '"2"')).statusCode).toBe(200);
  });

  it('answers 404 for an unknown user', async () => {
    for (const response of [
      await users.call('GET', '/api/users/999999', { as: users.admin }),
      await update(999_999, person()),
      await setStatus(999_999, false),
      await remove(999_999),
    ]) {
      expect([response.statusCode, response.json().message]).toEqual([404, 'User not found']);
    }
  });
});

describe('changing an address', () => {
  const changed = () => `moved-${randomUUID()}@example.com`;
  async function mailsTo(email: string): Promise<string[]> {
    const mails = await Promise.all(
      (await readdir(users.mailFolder)).map((file) => readFile(join(users.mailFolder, file), 'utf8')),
    );
    return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
  }
  const mailTo = (email: string) =>
    eventually(async () => {
      const [mail] = await mailsTo(email);
      if (mail === undefined) throw new Error('No mail yet');
      return mail;
    });

  it.each([
    ['no password', undefined],
    ['the password of the account that is changed', password],
    ['an empty password', ''],
  ])('is refused with %s: nothing changes, nobody is told', async (_what, currentPassword) => {
    const [admin, other] = [
      await users.createUser({ role: 'admin' }),
      await users.createUser({ role: 'admin' }),
    ];
    await users.call('PUT', '/api/auth/change-password', {
      as: createSessionPrincipal(admin),
      body: {
        id: admin.id,
        currentPassword: password,
        newPassword: 'known to one alone',
        confirmPassword: 'known to one alone',
      },
    });
    const response = await users.call('PUT', `/api/users/${other.id}`, {
      as: createSessionPrincipal(admin),
      body: { email: changed(), ...(currentPassword === undefined ? {} : { currentPassword }) },
    });
    expect([response.statusCode, response.json()]).toEqual([
      401,
      expect.objectContaining({ message: 'Current password is incorrect', code: 'wrong_password' }),
    ]);
    expect(await get(other.id)).toEqual(other);
    expect(await mailsTo(other.email)).toEqual([]);
  });

  it('mails the former address who changed it, and ends the sessions of the account', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const other = await users.createUser({ role: 'admin' });
    const response = await users.call('PUT', `/api/users/${other.id}`, {
      as: createSessionPrincipal(admin),
      body: { email: changed(), currentPassword: password },
    });
    expect(response.statusCode).toBe(200);
    await users.expectEvent(userSessionsEvent, other.id, { version: 1, state: { epoch: 2, active: true } });
    const mail = await mailTo(other.email);
    expect(mail).toContain('Subject: Your Khmer Learning email address was changed');
    expect(mail).toContain(`by ${admin.email}`);
    expect(mail).toContain('contact another administrator');
    expect(mail).not.toContain(response.json().email);
  });

  it('keeps the mail to the former address until it is sent', async () => {
    // Nothing listens on this port.
    const unsent = await startUsersApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const [admin, other] = [
      await unsent.createUser({ role: 'admin' }),
      await unsent.createUser({ role: 'admin' }),
    ];
    const response = await unsent.call('PUT', `/api/users/${other.id}`, {
      as: createSessionPrincipal(admin),
      body: { email: changed(), currentPassword: password },
    });
    expect(response.statusCode).toBe(200);
    const jobs = unsent.service.connection.collection('mail_jobs');
    await eventually(async () =>
      expect(await jobs.findOne({ email: other.email })).toMatchObject({
        kind: 'emailChanged',
        about: admin.email,
        failures: expect.any(Number),
      }),
    );
  });

  it('asks for no password and ends nothing when the address is the same', async () => {
    const user = await users.createUser();
    const response = await update(user.id, { ...user, email: user.email.toUpperCase(), firstName: 'Vanna' });
    expect(response.statusCode).toBe(200);
    expect(await sessionEventsOf(user.id)).toEqual([]);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('counts wrong passwords like sign-in attempts', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const from = '203.0.113.77';
    const tries: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const body = { email: changed(), currentPassword: 'a guess of a thief' };
      const response = await users.call('PUT', '/api/users/1', {
        as: createSessionPrincipal(admin),
        body,
        from,
      });
      tries.push(response.statusCode);
    }
    expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await users.signIn(admin.email, password, from)).statusCode).toBe(429);
  });

  it('mails an admin about a new admin created in their session', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const body = person({ role: 'admin' });
    expect((await register(body, createSessionPrincipal(admin))).statusCode).toBe(201);
    expect(await mailTo(admin.email)).toContain(body.email);
  });
});

describe('changing a role', () => {
  const setRole = (id: number, role: string, as = users.admin) =>
    users.call('PUT', `/api/users/${id}`, { as, body: { role } });

  it('ends the sessions, so that the rights follow at once', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    expect((await setRole(teacher.id, 'admin')).json()).toMatchObject({ role: 'admin', version: 2 });
    await users.expectEvent(userSessionsEvent, teacher.id, { version: 1, state: { epoch: 2, active: true } });
    await users.expectEvent(userEvent, teacher.id, { version: 2, state: { role: 'admin' } });
  });

  it('to admin is mailed to the admin who did it; from admin revokes the API keys', async () => {
    const [admin, teacher] = [
      await users.createUser({ role: 'admin' }),
      await users.createUser({ role: 'teacher' }),
    ];
    await setRole(teacher.id, 'admin', createSessionPrincipal(admin));
    await eventually(async () => {
      const files = await readdir(users.mailFolder);
      const mails = await Promise.all(files.map((file) => readFile(join(users.mailFolder, file), 'utf8')));
      const told = mails.find((mail) => mail.includes(`\nTo: ${admin.email}\n`));
      expect(told).toContain(`${teacher.email} was made an administrator`);
    });
    const key = `khmer_${randomUUID().replaceAll('-', '')}_lx1y2z3`;
    const as = createSessionPrincipal({ id: teacher.id, role: 'admin' });
    const created = await users.call('POST', '/api/api-keys', { as, body: { key } });
    await setRole(teacher.id, 'teacher');
    await users.expectEvent(apiKeyEvent, created.json().id, { type: 'deleted' });
  });

  it.each([
    ['student', 'teacher'],
    ['teacher', 'student'],
  ] as const)('is refused from %s to %s', async (role, next) => {
    const user = await users.createUser({ role });
    expect((await setRole(user.id, next)).statusCode).toBe(400);
    expect(await get(user.id)).toEqual(user);
  });

  it('is refused with a stale version, and does nothing when the role is the same', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    expect((await setRole(teacher.id, 'teacher')).json()).toMatchObject({ version: 1 });
    expect((await update(teacher.id, { role: 'admin' }, '"7"')).statusCode).toBe(409);
    expect(await sessionEventsOf(teacher.id)).toEqual([]);
  });
});

describe('taking rights from a teacher', () => {
  const rights = { canPublish: false, mainLessonIds: [8, 3, 8] };
  const stored = { canPublish: false, mainLessonIds: [3, 8] };
  const signedIn = async ({ email }: User) => {
    const response = await users.call('POST', '/api/auth/admin', { body: { email, password } });
    expect(response.statusCode).toBe(200);
    const [, payload = ''] = String(response.headers['set-cookie']).split('.');
    return { user: response.json().user, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
  };

  it('ends the sessions, and is in the next token, the session, the user and the event', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const { claims: former } = await signedIn(teacher);
    expect(former).not.toHaveProperty('rights');
    expect((await update(teacher.id, { rights })).json()).toMatchObject({ rights: stored, version: 2 });
    await users.expectEvent(userSessionsEvent, teacher.id, { version: 1, state: { epoch: 2 } });
    await users.expectEvent(userEvent, teacher.id, { version: 2, state: { rights: stored } });
    const { user, claims } = await signedIn(teacher);
    expect([user.rights, claims.rights]).toEqual([stored, stored]);
    const as = createSessionPrincipal(teacher, claims.jti);
    expect((await users.call('GET', '/api/auth/session', { as })).json().user.rights).toEqual(stored);
    expect(await get(teacher.id)).toMatchObject({ rights: stored });
  });

  it.each([
    ['null', { rights: null }],
    ['what takes nothing', { rights: { canPublish: true, mainLessonIds: null } }],
    ['another role', { role: 'admin' }],
  ])('ends with %s', async (_name, change) => {
    const teacher = await users.createUser({ role: 'teacher' });
    await update(teacher.id, { rights });
    expect((await update(teacher.id, change)).json()).not.toHaveProperty('rights');
    await users.expectEvent(userSessionsEvent, teacher.id, { version: 2, state: { epoch: 3 } });
    expect(await get(teacher.id)).not.toHaveProperty('rights');
  });

  it('is kept by other changes, changes nothing when it is the same, and concerns teachers alone', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    await update(teacher.id, { rights });
    expect((await update(teacher.id, { firstName: 'Bopha' })).json()).toMatchObject({ rights: stored });
    expect((await update(teacher.id, { rights: stored })).json()).toMatchObject({ version: 3 });
    expect(await sessionEventsOf(teacher.id)).toHaveLength(1);
    const admin = await users.createUser({ role: 'admin' });
    expect((await update(admin.id, { rights })).json()).toEqual(admin);
  });

  it('is for admins: nobody gives rights back to themselves', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    await update(teacher.id, { rights });
    const body = { firstName: 'Bopha', rights: null };
    await users.call('PUT', '/api/account', { as: createSessionPrincipal(teacher), body });
    expect(await get(teacher.id)).toMatchObject({ firstName: 'Bopha', rights: stored });
  });

  it('begins with the invitation', async () => {
    const { password: _none, ...invited } = person({ role: 'teacher', rights });
    const response = await users.call('POST', '/api/users/invitations', { as: users.admin, body: invited });
    expect(response.json()).toMatchObject({ rights: stored });
    const { id } = response.json();
    expect((await update(id, { rights: null })).json()).not.toHaveProperty('rights');
    // The link of the invitation stays valid.
    expect(await sessionEventsOf(id)).toEqual([]);
  });

  it('is audited in words', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    await update(teacher.id, { rights });
    await update(teacher.id, { rights: null });
    const records = (await findAuditRecords(users.service.connection)).filter(
      ({ entityId, action }) => entityId === String(teacher.id) && action === 'updated',
    );
    expect(records.map(({ detail }) => detail).sort()).toEqual([
      'may not publish, main lessons 3 8',
      'may publish, all main lessons',
    ]);
  });

  it('refuses more main lessons than a token names', async () => {
    const teacher = await users.createUser({ role: 'teacher' });
    const mainLessonIds = Array.from({ length: 51 }, (_, index) => index + 1);
    expect((await update(teacher.id, { rights: { canPublish: true, mainLessonIds } })).statusCode).toBe(400);
  });
});

describe('deactivating and deleting', () => {
  it('emits an event, and none when nothing changes', async () => {
    const user = await users.createUser();
    expect((await setStatus(user.id, false)).json()).toMatchObject({ isActive: false, version: 2 });
    const again = await setStatus(user.id, false);
    expect(again.json()).toMatchObject({ isActive: false, version: 2 });
    expect(again.headers[headerNames.event]).toBeUndefined();
    await users.expectEvent(userEvent, user.id, { version: 2, state: { isActive: false } });

    const deleted = await remove(user.id);
    expect(deleted.json()).toEqual({ message: 'User deleted successfully' });
    await users.expectEvent(userEvent, user.id, { type: 'deleted', version: 3, state: null });
    expect((await users.call('GET', `/api/users/${user.id}`, { as: users.admin })).statusCode).toBe(404);
    expect((await register(person({ email: user.email }))).statusCode).toBe(201);
  });

  it('revokes the API key', async () => {
    const admin = await users.createUser({ role: 'admin' });
    const key = `khmer_${randomUUID().replaceAll('-', '')}_lx1y2z3`;
    const created = await users.call('POST', '/api/api-keys', {
      as: createSessionPrincipal(admin),
      body: { key },
    });
    await setStatus(admin.id, false);
    await users.expectEvent(apiKeyEvent, created.json().id, { type: 'deleted' });
  });

  it('is rejected for the own account', async () => {
    const admin = await users.createUser({ role: 'admin' });
    for (const response of [
      await setStatus(admin.id, false, createSessionPrincipal(admin)),
      await remove(admin.id, createSessionPrincipal(admin)),
    ]) {
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        expect.stringMatching(/^You cannot (deactivate|delete) your own account$/),
      ]);
    }
    expect((await get(admin.id)).isActive).toBe(true);
  });

  it('keeps the last active admin', async () => {
    const gone = await users.createUser({ role: 'admin' });
    await setStatus(gone.id, false);
    const others = (
      await users.call('GET', '/api/users?role=admin&isActive=true', { as: users.admin })
    ).json().users;
    for (const other of others) if (other.id !== 1) await remove(other.id);

    for (const response of [
      await setStatus(1, false, createSessionPrincipal(gone)),
      await remove(1, createSessionPrincipal(gone)),
      await update(1, { role: 'teacher' }),
    ]) {
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        expect.stringContaining('last active admin'),
      ]);
    }
    expect(await get(1)).toMatchObject({ isActive: true, role: 'admin' });
  });

  it('keeps one of two admins who deactivate or delete each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await openPair();
      const answers = await Promise.all([
        pair.act(pair.second, pair.first, round),
        pair.act(pair.first, pair.second, round),
      ]);
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
      const left = (
        await users.call('GET', '/api/users?role=admin&isActive=true', { as: users.admin })
      ).json();
      expect(left.total).toBe(1);
      await pair.restore(left.users[0]);
    }
  });
});

/** Creates two admins and deactivates all others. `restore` reactivates the first admin. */
async function openPair() {
  const first = await users.createUser({ role: 'admin' });
  const second = await users.createUser({ role: 'admin' });
  await setStatus(1, false, createSessionPrincipal(first));
  return {
    first,
    second,
    act: (actor: User, other: User, round: number) =>
      round % 2 === 0
        ? setStatus(other.id, false, createSessionPrincipal(actor))
        : remove(other.id, createSessionPrincipal(actor)),
    async restore(left: User) {
      await setStatus(1, true, createSessionPrincipal(left));
      await remove(left.id);
    },
  };
}

it('gives users that an earlier release stored the keys of today', async () => {
  const { id } = await users.createUser({ firstName: 'Jos\u00E9', lastName: 'ប៊ិច' });
  const { connection, config } = users.service;
  const rows = connection.collection<{ _id: number }>('users');
  const stored = await rows.findOne({ _id: id });
  await rows.updateOne(
    { _id: id },
    { $set: { searchKeys: ['former'], searchText: 'former', nameSort: 'former' } },
  );
  await foldedKeys.up(connection, config);
  expect(await rows.findOne({ _id: id })).toEqual(stored);
});
