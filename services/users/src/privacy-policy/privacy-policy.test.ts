import { privacyPolicyEvent } from '@khmer-learning/contracts';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const path = '/api/privacy-policy';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const read = async () => (await users.call('GET', path)).json();
const write = (text: unknown, headers: Record<string, string> = {}, as = users.admin) =>
  users.call('PUT', path, { as, body: { text }, headers });

it('is empty until an admin writes it, and anyone may read it', async () => {
  expect(await read()).toEqual({ text: '', version: 0, updatedAt: null });
  const answer = await write('We keep your email address.');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { text: 'We keep your email address.', version: 1, updatedAt: expect.stringMatching(/Z$/) },
  ]);
  expect(await read()).toEqual(answer.json());
  expect(answer.headers['x-event']).toBe('privacy-policy.1@1');
  await users.expectEvent(privacyPolicyEvent, 1, {
    version: 1,
    actor: { id: 1, role: 'admin' },
    state: { text: 'We keep your email address.' },
  });
});

it('is written by admins only', async () => {
  const before = await read();
  const teacher = createSessionPrincipal(await users.createUser({ role: 'teacher' }));
  expect((await write('Mine', {}, teacher)).statusCode).toBe(403);
  expect((await users.call('PUT', path, { body: { text: 'Mine' } })).statusCode).toBe(401);
  expect(await read()).toEqual(before);
});

it('refuses a text that is too long or none, and a stale version', async () => {
  for (const text of ['x'.repeat(50_001), undefined, { $ne: '' }])
    expect((await write(text)).statusCode).toBe(400);
  const { version } = await read();
  expect((await write('Second', { 'if-match': `"${version}"` })).statusCode).toBe(200);
  const stale = await write('Third', { 'if-match': `"${version}"` });
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    'This privacy policy was changed by someone else',
  ]);
  expect((await read()).text).toBe('Second');
});

it('creates no version without a change', async () => {
  await write('The same');
  const before = await read();
  const again = await write('The same');
  expect(again.json()).toEqual(before);
  expect(again.headers['x-event']).toBeUndefined();
});
