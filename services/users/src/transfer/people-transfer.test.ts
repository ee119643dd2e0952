import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  escapeCsvFormula,
  type Import,
  type ImportLine,
  type ImportState,
  type User,
} from '@khmer-learning/contracts';
import {
  eventually,
  findAuditRecords,
  multipartBody,
  multipartContentType,
  readSpreadsheet,
  writeSpreadsheet,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { invitationIntervalMs } from '../users/person-writer.ts';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});
afterEach(async () => {
  await collection('users').deleteMany({ _id: { $ne: 1 } });
  await collection('mail_jobs').deleteMany({});
});

const collection = (name: string) =>
  users.service.connection.collection<{ _id: number; email: string; heldUntil: Date }>(name);
const heading = 'First name,Last name,E-mail,Role';
const file = (...lines: string[]) => [heading, ...lines].join('\n');
const pathOf = (id: number) => `/api/people-imports/${id}`;
const post = async (id: number, action: string) => {
  const response = await users.call('POST', `${pathOf(id)}/${action}`, { as: users.admin });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
};

const upload = (content: string | Buffer, as = users.admin) =>
  users.call('POST', '/api/import/people', {
    as,
    body: multipartBody({ name: 'people.csv', content }),
    headers: { 'content-type': multipartContentType },
  });
const whenIn = (id: number, ...states: ImportState[]) =>
  eventually(async (): Promise<Import> => {
    const found: Import = (await users.call('GET', pathOf(id), { as: users.admin })).json();
    expect(states).toContain(found.state);
    return found;
  });
async function check(content: string | Buffer): Promise<Import & { lines: ImportLine[] }> {
  const response = await upload(content);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  const checked = await whenIn(response.json().id, 'checked', 'failed');
  const { lines } = (await users.call('GET', `${pathOf(checked.id)}/lines`, { as: users.admin })).json();
  return { ...checked, lines };
}
async function importPeople(content: string | Buffer): Promise<Import> {
  const { id } = await check(content);
  await post(id, 'apply');
  return whenIn(id, 'applied', 'failed');
}
const people = async (): Promise<User[]> =>
  (await users.call('GET', '/api/users?limit=100', { as: users.admin })).json().users;
const named = async (email: string): Promise<User> =>
  (await people()).find((one) => one.email === email) as User;
const exported = async (format = 'csv') =>
  (await users.call('GET', `/api/export/people?format=${format}`, { as: users.admin })).rawPayload;
const outcomes = ({ lines }: { lines: ImportLine[] }) =>
  lines.map(({ outcome, notes }) => [outcome, ...notes]);

describe('a table of people', () => {
  it('invites those who are new; a pupil sets the password with the mailed link and signs in to the app', async () => {
    const applied = await importPeople(
      file(
        'Sokha,Chan,sokha@example.com,pupil',
        'បុប្ផា,គឹម, Bopha@Example.com ,គ្រូបង្រៀន',
        'Dara,Sok,dara@example.com,',
      ),
    );
    expect(applied).toMatchObject({ state: 'applied', counts: { create: 3, refuse: 0 } });
    expect(await named('bopha@example.com')).toMatchObject({
      firstName: 'បុប្ផា',
      role: 'teacher',
      isActive: false,
    });
    expect(await named('dara@example.com')).toMatchObject({ role: 'student', isActive: false });
    const link = await eventually(async () => {
      const names = await readdir(users.mailFolder);
      const mails = await Promise.all(names.map((name) => readFile(join(users.mailFolder, name), 'utf8')));
      const mail = mails.find((text) => text.includes('\nTo: sokha@example.com\n')) ?? '';
      expect(mail).toContain('as a learner');
      return /\/choose-password\/([\w-]{43})/.exec(mail)?.[1] ?? '';
    });
    const password = 'a password of the pupil';
    const body = { token: link, password, confirmPassword: password };
    const chosen = await users.call('POST', '/api/auth/reset-password', { body });
    expect([chosen.statusCode, chosen.json().email]).toEqual([200, undefined]);
    const signIn = { body: { email: 'sokha@example.com', password } };
    expect((await users.call('POST', '/api/auth/login', signIn)).statusCode).toBe(200);

    await post(applied.id, 'undo');
    const undone = await whenIn(applied.id, 'undone');
    expect(undone.problem).toContain('sokha@example.com');
    expect((await people()).map(({ email }) => email)).toEqual(['sokha@example.com', 'admin@khmer.local']);
    expect(await collection('mail_jobs').countDocuments({ email: 'dara@example.com' })).toBe(0);

    const pupil = await named('sokha@example.com');
    await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(pupil) });
    await eventually(async () => {
      for (const name of ['imports', 'import_lines', 'import_writes', 'import_chunks'])
        expect(JSON.stringify(await collection(name).find().toArray())).not.toContain('sokha');
    });
  });

  it('mails many no faster than an admin may invite, also in the next import', async () => {
    const pupils = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `Sok,Dara,${name}${at}@example.com,student`);
    await importPeople(file(...pupils(8, 'one')));
    await importPeople(file(...pupils(2, 'two')));
    const waiting = await collection('mail_jobs')
      .find({ email: /^(one|two)/ })
      .sort({ heldUntil: 1 })
      .toArray();
    const times = waiting.map(({ heldUntil }) => heldUntil.getTime()).filter((time) => time > Date.now());
    expect(times.length).toBeGreaterThan(7);
    expect(waiting.slice(-2).map(({ email }) => email)).toEqual(['two0@example.com', 'two1@example.com']);
    for (const [at, time] of times.entries())
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBe(invitationIntervalMs);
    const last = await named('two1@example.com');
    expect(Date.parse(last.invitedUntil ?? '') - (times.at(-1) ?? 0)).toBe(7 * 24 * 3_600_000);
  });

  it('says what is wrong: addresses, roles, duplicates, more than one new admin, the last one', async () => {
    await users.createUser({ email: 'pupil@example.com', firstName: 'Old' });
    const checked = await check(
      file(
        'A,A,one@example.com,admin',
        'B,B,two@example.com,Administrator',
        'C,C,not an address,teacher',
        'D,D,ONE@example.com,teacher',
        'E,E,three@example.com,king',
        ',F,four@example.com,teacher',
        'New,Dara,pupil@example.com,',
        'G,G,pupil2@example.com,',
        'H,H,admin@khmer.local,teacher',
      ),
    );
    expect(outcomes(checked)).toEqual([
      ['create', 'This file makes 2 people administrators'],
      ['create', 'This file makes 2 people administrators'],
      ['refuse', 'Invalid email address'],
      ['refuse', 'This address is in line 2, too'],
      ['refuse', 'Role must be admin, teacher or student'],
      ['refuse', 'First name is required'],
      ['change', 'First name'],
      ['create'],
      ['refuse', 'You cannot change the role of the last active admin'],
    ]);
    const [cell] = checked.lines[4]?.correction?.cells.filter(({ problems }) => problems.length > 0) ?? [];
    expect(cell).toMatchObject({ name: 'role', value: 'king' });
    expect((await people()).map(({ email }) => email)).toEqual(['pupil@example.com', 'admin@khmer.local']);
  });

  it('changes names and the role of staff as the form does, and gives them back', async () => {
    const admin = await users.createUser({ role: 'admin', email: 'second@example.com' });
    const pupil = await users.createUser({ email: 'pupil@example.com' });
    const content = file('Sok,Nary,second@example.com,teacher', 'Sok,Dara,pupil@example.com,teacher');
    expect(outcomes(await check(content))).toEqual([
      ['change', 'Last name', 'Role'],
      ['refuse', 'A role can be changed between admin and teacher only'],
    ]);
    const { id } = await importPeople(content);
    expect(await named(admin.email)).toMatchObject({ lastName: 'Nary', role: 'teacher', version: 2 });
    expect(await named(pupil.email)).toMatchObject({ role: 'student', version: 1 });
    const since = await users.call('GET', `${pathOf(id)}/changes-since`, { as: users.admin });
    expect(since.json()).toEqual({ data: [], total: 0, items: 1 });
    await post(id, 'undo');
    await whenIn(id, 'undone');
    expect(await named(admin.email)).toMatchObject({ lastName: 'Dara', role: 'admin', version: 3 });
    const actions = (await findAuditRecords(users.service.connection)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['imported', 'import-undone']));
  });

  it('is for admins', async () => {
    const teacher = createSessionPrincipal(await users.createUser({ role: 'teacher' }));
    expect((await upload(file('A,A,a@example.com,'), teacher)).statusCode).toBe(403);
    for (const url of ['/api/export/people', '/api/import/people/template', '/api/people-imports'])
      expect((await users.call('GET', url, { as: teacher })).statusCode).toBe(403);
  });
});

describe('the export of people', () => {
  it('has names, addresses and roles, nothing else, and is audited', async () => {
    await users.createUser({ email: 'pupil@example.com', lastName: '=1+1' });
    expect((await exported()).toString()).toBe(
      `\uFEFFFirst name,Last name,Email,Role\r\nKhmer Learning,Admin,admin@khmer.local,admin\r\nSok,'=1+1,pupil@example.com,student\r\n`,
    );
    expect(await findAuditRecords(users.service.connection)).toContainEqual(
      expect.objectContaining({
        action: 'exported',
        entity: 'user',
        title: expect.stringMatching(/^people-.*csv$/),
      }),
    );
  });

  it('comes back unchanged, but for the cells that were changed', async () => {
    const name = fc
      .string({ unit: fc.constantFrom(...`សុខា Aé=+-@'",;| \t`), minLength: 1, maxLength: 12 })
      .filter((text) => /[\p{L}\d]/u.test(text));
    const names = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(names, fc.nat(), name, async (stored, place, next) => {
        for (const [at, [firstName, lastName]] of stored.entries())
          await users.createUser({
            firstName,
            lastName,
            email: `p${at}@example.com`,
            role: at % 2 ? 'teacher' : 'student',
          });
        expect((await check(await exported('xlsx'))).counts).toMatchObject({
          unchanged: stored.length + 1,
          change: 0,
          refuse: 0,
        });
        const before = await people();
        const changed = `p${place % stored.length}@example.com`;
        const rows = await readSpreadsheet(await exported('xlsx'));
        for (const row of rows) if (row[2] === changed) row[0] = escapeCsvFormula(next);
        await importPeople(await writeSpreadsheet(rows));
        const trimmed = next.trim();
        for (const one of await people()) {
          const former = before.find(({ id }) => id === one.id);
          if (one.email === changed && former?.firstName !== next && former?.firstName !== trimmed)
            expect(one).toMatchObject({
              ...former,
              firstName: trimmed,
              version: 2,
              updatedAt: one.updatedAt,
            });
          else expect(one).toEqual(former);
        }
        await collection('users').deleteMany({ _id: { $ne: 1 } });
      }),
      { numRuns: depth(4, 100) },
    );
  });
});
