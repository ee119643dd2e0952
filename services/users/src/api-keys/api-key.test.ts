import { createHash, randomBytes } from 'node:crypto';
import { type ApiKey, apiKeyEvent } from '@khmer-learning/contracts';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const newKey = () => `khmer_${randomBytes(24).toString('base64url')}_${Date.now().toString(36)}`;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const newAdmin = async () => createSessionPrincipal(await users.createUser({ role: 'admin' }));
const register = (as: ReturnType<typeof createSessionPrincipal>, key: string) =>
  users.call('POST', '/api/api-keys', { as, body: { key } });
const list = async (): Promise<ApiKey[]> =>
  (await users.call('GET', '/api/api-keys', { as: users.admin })).json();
const gateway = { kind: 'gateway' } as const;
const check = async (key: string): Promise<number | null> => {
  const body = { keyHash: hashOf(key) };
  return (await users.call('POST', '/internal/api-keys/check', { as: gateway, body })).json().id;
};
const reportUse = (used: { id: number; at: string }[]) =>
  users.call('POST', '/internal/api-keys/used', { as: gateway, body: { used } });

it('registers a key by its hash and tells the gateways', async () => {
  const admin = await newAdmin();
  const key = newKey();
  const response = await register(admin, key);
  expect(response.statusCode).toBe(201);
  const created = response.json();
  expect(created).toEqual({
    id: expect.any(Number),
    userId: admin.userId,
    userName: expect.stringMatching(/^\S+ \S+/),
    prefix: key.slice(0, 12),
    createdAt: expect.stringMatching(/Z$/),
    lastUsedAt: null,
  });
  await users.expectEvent(apiKeyEvent, created.id, {
    version: 1,
    state: { id: created.id, userId: admin.userId, keyHash: hashOf(key), createdAt: created.createdAt },
  });
  expect(await check(key)).toBe(created.id);

  const stored = JSON.stringify(await users.service.connection.collection('api_keys').find().toArray());
  expect(stored).toContain(hashOf(key));
  expect(stored).not.toContain(key);
});

it('keeps one active key for each admin: a new one revokes the earlier', async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const [first, second, others] = [newKey(), newKey(), newKey()];
  const firstId = (await register(admin, first)).json().id;
  const othersId = (await register(other, others)).json().id;
  const secondId = (await register(admin, second)).json().id;

  await users.expectEvent(apiKeyEvent, firstId, { type: 'deleted', version: 2, state: null });
  expect([await check(first), await check(second), await check(others)]).toEqual([null, secondId, othersId]);
  const ids = (await list()).map((key) => key.id);
  expect(ids.slice(0, 2)).toEqual([secondId, othersId]);
  expect(ids).not.toContain(firstId);
});

it('leaves one active key when several are registered at once', async () => {
  const admin = await newAdmin();
  const keys = Array.from({ length: 8 }, newKey);
  const answers = await Promise.all(keys.map((key) => register(admin, key)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(201));
  const active = (await list()).filter((key) => key.userId === admin.userId);
  expect(active).toHaveLength(1);
  const good = await Promise.all(keys.map(check));
  expect(good.filter((id) => id !== null)).toEqual([active[0]?.id]);
});

it('revokes a key for good: it is not taken again', async () => {
  const admin = await newAdmin();
  const key = newKey();
  const { id } = (await register(admin, key)).json();
  const revoke = () => users.call('DELETE', `/api/api-keys/${id}`, { as: users.admin });
  expect((await revoke()).statusCode).toBe(200);
  await users.expectEvent(apiKeyEvent, id, { type: 'deleted', version: 2 });
  expect(await check(key)).toBeNull();
  const again = await revoke();
  expect([again.statusCode, again.json().message]).toEqual([404, 'API key not found']);
  const retaken = await register(admin, key);
  expect([retaken.statusCode, retaken.json().message]).toEqual([409, 'This API key is already registered']);
});

it.each(['khmer_short_lx1y2z3', 'other_0123456789012345678901_lx1y2z3', '', { $gt: '' }])(
  'refuses %j as a key',
  async (key) => {
    const response = await users.call('POST', '/api/api-keys', { as: users.admin, body: { key } });
    expect(response.statusCode).toBe(400);
  },
);

it('stores the last use of active keys, never in the future', async () => {
  const admin = await newAdmin();
  const { id } = (await register(admin, newKey())).json();
  const lastUsedAt = async () => (await list()).find((key) => key.id === id)?.lastUsedAt;
  const earlier = new Date(Date.now() - 60_000).toISOString();
  const later = new Date(Date.now() - 30_000).toISOString();

  expect(
    (
      await reportUse([
        { id, at: later },
        { id: 999_999, at: later },
      ])
    ).json(),
  ).toEqual({ recorded: 1 });
  await reportUse([{ id, at: earlier }]);
  expect(await lastUsedAt()).toBe(later);
  await reportUse([{ id, at: '2999-01-01T00:00:00Z' }]);
  expect(Date.parse((await lastUsedAt()) ?? '')).toBeLessThanOrEqual(Date.now());
  expect((await reportUse([{ id, at: 'yesterday' }])).statusCode).toBe(400);
  expect((await reportUse([])).json()).toEqual({ recorded: 0 });
});

it('is for admins, and its internal calls are for the gateway', async () => {
  const teacher = createSessionPrincipal(await users.createUser({ role: 'teacher' }));
  expect((await register(teacher, newKey())).statusCode).toBe(403);
  expect((await users.call('GET', '/api/api-keys', { as: teacher })).statusCode).toBe(403);
  const body = { keyHash: hashOf(newKey()) };
  for (const as of [{ kind: 'public' }, users.admin] as const) {
    const response = await users.call('POST', '/internal/api-keys/check', { as, body });
    expect([401, 403]).toContain(response.statusCode);
  }
});
