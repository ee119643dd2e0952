import { type ListView, listViewLimits, listViewMessages } from '@khmer-learning/contracts';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

interface Answer {
  views: ListView[];
  settings: Record<string, unknown>;
}

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const body = (change: Partial<ListView> = {}) => ({
  ...{ list: 'lessons', name: 'Drafts', isShared: false },
  ...{ search: 'ទឹក', filters: { status: 'draft', course: '3' }, sort: '-title', limit: 50, columns: null },
  ...change,
});

const staff = async (role: 'teacher' | 'admin' = 'teacher') => {
  const user = await users.createUser({ role, firstName: 'Dara', lastName: 'Sok' });
  const as = createSessionPrincipal({ id: user.id, role });
  const send = async (
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    content?: object,
    ifMatch?: number,
  ) => {
    const headers = ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` };
    const answer = await users.call(method, path, { as, headers, ...(content && { body: content }) });
    return { status: answer.statusCode, body: answer.json<ListView & { message?: string }>() };
  };
  return {
    id: user.id,
    send,
    save: async (change?: Partial<ListView>) => (await send('POST', '/api/list-views', body(change))).body,
    read: async () => (await users.call('GET', '/api/list-views', { as })).json<Answer>(),
  };
};

it('keeps the views of a person, and shows the shared ones to the team', async () => {
  const [owner, colleague] = [await staff(), await staff()];
  const own = await owner.save();
  const shared = await owner.save({ name: 'All drafts', isShared: true, columns: ['lesson', 'status'] });
  expect(own).toEqual({
    ...body(),
    ...{ id: own.id, owner: { id: owner.id, name: 'Dara Sok' }, version: 1, updatedAt: expect.any(String) },
  });
  expect((await owner.read()).views).toEqual([shared, own]);
  expect((await colleague.read()).views.filter(({ owner: { id } }) => id === owner.id)).toEqual([shared]);
  await users.call('DELETE', `/api/users/${owner.id}`, { as: users.admin });
  expect((await colleague.read()).views.filter(({ owner: { id } }) => id === owner.id)).toMatchObject([
    { id: shared.id },
  ]);
});

it('is changed and deleted by its owner or an admin alone, and never by a save that missed a change', async () => {
  const [owner, colleague, admin] = [await staff(), await staff(), await staff('admin')];
  const own = await owner.save();
  const shared = await owner.save({ isShared: true });
  const path = ({ id }: ListView) => `/api/list-views/${id}`;
  for (const other of [colleague, admin]) {
    expect(await other.send('PATCH', path(own), { name: 'Mine' })).toMatchObject({ status: 404 });
    expect(await other.send('DELETE', path(own))).toMatchObject({ status: 404 });
  }
  for (const [method, content] of [
    ['PATCH', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const)
    expect(await colleague.send(method, path(shared), content)).toMatchObject({
      ...{ status: 403, body: { message: listViewMessages.notYours } },
    });
  const renamed = await admin.send('PATCH', path(shared), { name: 'Renamed', filters: {} }, 1);
  expect(renamed.body).toMatchObject({
    name: 'Renamed',
    filters: {},
    sort: '-title',
    version: 2,
    owner: { id: owner.id },
  });
  expect(await owner.send('PATCH', path(shared), { name: 'Late' }, 1)).toMatchObject({ status: 409 });
  expect(await owner.send('DELETE', path(shared), undefined, 2)).toMatchObject({ status: 200 });
  expect(await owner.send('DELETE', path(shared))).toMatchObject({ status: 404 });
});

it('has limits, also for saves at once', async () => {
  const owner = await staff();
  const views = users.service.connection.collection<{ _id: number }>('list_views');
  await views.insertMany(
    Array.from({ length: listViewLimits.perUser - 1 }, (_, n) => ({
      ...{ ...body(), _id: 1_000_000 + n, userId: owner.id, version: 1, updatedAt: new Date() },
    })),
  );
  const answers = await Promise.all([1, 2, 3].map(() => owner.send('POST', '/api/list-views', body())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await owner.read()).views.filter(({ owner: { id } }) => id === owner.id)).toHaveLength(50);
  await views.insertMany(
    Array.from({ length: listViewLimits.shared }, (_, n) => ({
      ...{
        ...body({ isShared: true }),
        _id: 2_000_000 + n,
        userId: 9_999,
        version: 1,
        updatedAt: new Date(),
      },
    })),
  );
  expect(await (await staff()).send('POST', '/api/list-views', body({ isShared: true }))).toMatchObject({
    ...{ status: 409, body: { message: listViewMessages.tooManyShared } },
  });
  for (const wrong of [
    { name: ' ' },
    { name: 'x'.repeat(81) },
    { list: '__proto__' },
    { filters: { 'a.b': 'x' } },
    { filters: { status: 'x'.repeat(501) } },
    { filters: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`f${n}`, 'x'])) },
    { columns: Array.from({ length: 41 }, () => 'x') },
    { limit: 101 },
  ])
    expect(await (await staff()).send('POST', '/api/list-views', { ...body(), ...wrong })).toMatchObject({
      status: 400,
    });
});

it('keeps the default view and the columns of a person for each list', async () => {
  const [owner, colleague] = [await staff(), await staff()];
  const own = await owner.save();
  const path = '/api/list-settings/lessons';
  expect(await owner.send('PUT', path, { view: own.id })).toMatchObject({
    status: 200,
    body: { view: own.id },
  });
  expect((await owner.send('PUT', path, { columns: ['lesson'] })).body).toEqual({
    view: own.id,
    columns: ['lesson'],
  });
  expect(await colleague.send('PUT', path, { view: own.id })).toMatchObject({ status: 404 });
  expect(await owner.send('PUT', '/api/list-settings/quizzes', { view: own.id })).toMatchObject({
    status: 404,
  });
  await owner.send('PUT', path, { view: null });
  for (let n = 0; n < listViewLimits.lists; n += 1)
    await owner.send('PUT', `/api/list-settings/list-${n}`, { view: null });
  const { settings } = await owner.read();
  expect(Object.keys(settings)).toHaveLength(listViewLimits.lists);
  expect(settings).not.toHaveProperty('lessons');
});
