import '@khmer-learning/ui-kit/testing';
import { lessons as lessonEndpoints, lessonTypes, transfers } from '@khmer-learning/contracts';
import { waitFor } from '@testing-library/react';
import { admin, installFakeGateway, teacher, writePageState } from '../testing/fake-gateway.ts';
import { createApi } from './create-api.ts';

const list = 'GET /api/lessons?limit=15&offset=0';
const types = 'GET /api/lesson-type';
const query = { limit: 15, offset: 0 };

let gateway: ReturnType<typeof installFakeGateway>;
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/dashboard#/lessons');
  gateway = installFakeGateway();
  gateway.on(list, { body: { lessons: [], total: 0 } });
  gateway.on(types, { body: [] });
});

/** Opens the page, or opens it again: its code is there later. */
function openPage(user: typeof admin | typeof teacher = admin) {
  writePageState({ session: { user, language: 'en', numerals: 'latn' }, remotes: { remotes: [] } });
  return createApi().api;
}

async function visit(user?: typeof admin | typeof teacher) {
  const api = openPage(user);
  await api.call(lessonEndpoints.list, { query });
  await api.call(lessonTypes.list);
  return api;
}

it('asks at once for what the page asked for before it was reloaded', async () => {
  await visit();
  expect(gateway.calls).toEqual([list, types]);
  const api = openPage();
  expect(gateway.calls).toEqual([list, types, list, types]);
  gateway.on(list, { body: { lessons: [], total: 7 } });
  expect(await api.call(lessonEndpoints.list, { query })).toMatchObject({ total: 0 });
  expect(await api.call(lessonTypes.list)).toEqual([]);
  expect(gateway.calls).toHaveLength(4);

  // A response is used once.
  expect(await api.call(lessonEndpoints.list, { query })).toMatchObject({ total: 7 });
  expect(gateway.calls).toHaveLength(5);
});

it('asks for nothing that belongs to another address or another user', async () => {
  await visit();
  history.replaceState(null, '', '/dashboard#/quizzes');
  openPage();
  history.replaceState(null, '', '/dashboard#/lessons');
  openPage(teacher);
  expect(gateway.calls).toHaveLength(2);
});

it.each(['pointerdown', 'keydown', 'hashchange'])('remembers nothing after a %s', async (event) => {
  const api = await visit();
  dispatchEvent(new Event(event));
  await api.call(lessonEndpoints.list, { query: { limit: 15, offset: 15 } }).catch(() => undefined);
  openPage();
  expect(gateway.calls.slice(3)).toEqual([list, types]);
});

it('reads a response that nobody takes over, so that its request ends', async () => {
  await visit();
  const read = jest.fn();
  gateway.onRead = read;
  openPage();
  await waitFor(() => expect(read.mock.calls.flat()).toEqual([list, types]));
});

it('asks for nothing when what it finds is of another version', async () => {
  await visit();
  for (const name of Object.keys(sessionStorage))
    sessionStorage.setItem(name, '{"address":"/dashboard#/lessons"}');
  openPage();
  expect(gateway.calls).toHaveLength(2);
});

it('asks again when the early request got no response', async () => {
  await visit();
  gateway.on(list, 'no answer');
  const api = openPage();
  gateway.on(list, { body: { lessons: [], total: 3 } });
  expect(await api.call(lessonEndpoints.list, { query })).toMatchObject({ total: 3 });
});

it('reports a session that has ended meanwhile', async () => {
  await visit();
  gateway.on(list, { status: 401, body: { message: 'Sign in to continue', code: 'unauthenticated' } });
  await expect(openPage().call(lessonEndpoints.list, { query })).rejects.toMatchObject({ status: 401 });
});

it('repeats the first requests alone, and no download', async () => {
  const api = openPage();
  await api.download(transfers.lessons.export, { query: {} }).catch(() => undefined);
  for (let page = 0; page < 6; page += 1)
    await api.call(lessonEndpoints.list, { query: { limit: 15, offset: page * 15 } }).catch(() => undefined);
  const before = gateway.calls.length;
  openPage();
  expect(gateway.calls.slice(before)).toEqual(
    [0, 15, 30, 45].map((offset) => `GET /api/lessons?limit=15&offset=${offset}`),
  );
});
