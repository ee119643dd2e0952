import { remoteSettingsLimits, remoteSettingsMessages } from '@khmer-learning/contracts';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

async function newTeacher() {
  const { id } = await users.createUser({ role: 'teacher' });
  const as = createSessionPrincipal({ id, role: 'teacher' });
  const path = (remote: string) => `/api/users/me/settings/${remote}`;
  return {
    id,
    read: async (remote = 'word-games') => (await users.call('GET', path(remote), { as })).json(),
    put: async (
      body: object | string,
      { remote = 'word-games', ifMatch }: { remote?: string; ifMatch?: number } = {},
    ) => {
      const headers = {
        'content-type': 'application/json',
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      };
      const answer = await users.call('PUT', path(remote), {
        as,
        headers,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}

it('keeps what each remote stores for a user, for this user and remote alone, until the account is deleted', async () => {
  const [teacher, other] = [await newTeacher(), await newTeacher()];
  expect(await teacher.read()).toEqual({ settings: {}, version: 0 });
  const settings = { level: 'A1', 'a.b': [{ $set: 'ទឹក' }], '': null, constructor: 1 };
  expect(await teacher.put(settings)).toEqual({ status: 200, body: { settings, version: 1 } });
  await teacher.put({ sound: false }, { remote: 'flashcards' });
  expect(await teacher.read()).toEqual({ settings, version: 1 });
  expect(await teacher.put({ level: 'A2' })).toMatchObject({ body: { version: 2 } });
  expect(await teacher.read()).toEqual({ settings: { level: 'A2' }, version: 2 });
  expect(await other.read()).toEqual({ settings: {}, version: 0 });
  const stored = users.service.connection.collection<{ _id: number }>('remote_settings');
  expect(await stored.countDocuments({ _id: teacher.id })).toBe(1);
  await users.call('DELETE', `/api/users/${teacher.id}`, { as: users.admin });
  expect(await stored.countDocuments({ _id: teacher.id })).toBe(0);
});

it('does not overwrite what another tab has changed, also when both save at once', async () => {
  const teacher = await newTeacher();
  const saves = await Promise.all([1, 2, 3].map((tab) => teacher.put({ tab }, { ifMatch: 0 })));
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = saves.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'stale_version', message: remoteSettingsMessages.changed });
  expect(await teacher.put({ tab: 4 }, { ifMatch: 1 })).toMatchObject({ status: 200, body: { version: 2 } });
});

it('takes no remote for a property that every object has', async () => {
  const teacher = await newTeacher();
  await teacher.put({ level: 'A1' });
  const remote = 'constructor';
  expect(await teacher.read(remote)).toEqual({ settings: {}, version: 0 });
  const body = { settings: { a: 1 }, version: 1 };
  expect(await teacher.put(body.settings, { remote, ifMatch: 0 })).toEqual({ status: 200, body });
  expect(await teacher.read(remote)).toEqual(body);
  expect(await teacher.put({}, { remote: '__proto__' })).toMatchObject({ status: 400 });
  expect(await teacher.read()).toEqual({ settings: { level: 'A1' }, version: 1 });
});

it('has limits', async () => {
  const teacher = await newTeacher();
  const empty = JSON.stringify({ text: '' }).length;
  const text = (bytes: number) => ({ text: 'x'.repeat(bytes - empty) });
  expect(await teacher.put(text(remoteSettingsLimits.bytes))).toMatchObject({ status: 200 });
  const nested = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  for (const large of [text(remoteSettingsLimits.bytes + 1), { text: 'ទ'.repeat(5_500) }, nested])
    expect(await teacher.put(large)).toMatchObject({
      ...{ status: 400, body: { message: remoteSettingsMessages.tooLarge } },
    });
  for (const wrong of ['[]', '"x"', '7']) expect(await teacher.put(wrong)).toMatchObject({ status: 400 });
  expect(await teacher.put({}, { remote: 'No' })).toMatchObject({ status: 400 });
  for (let n = 1; n < remoteSettingsLimits.remotesPerUser; n += 1)
    await teacher.put({}, { remote: `r-${n}` });
  expect(await teacher.put({}, { remote: 'one-more' })).toMatchObject({
    ...{ status: 409, body: { message: remoteSettingsMessages.tooMany } },
  });
  expect(await teacher.put({ a: 1 }, { remote: 'r-1' })).toMatchObject({ status: 200 });
});
