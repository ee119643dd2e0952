import { createHash, randomBytes } from 'node:crypto';
import { type ApiKey, type ApiKeyDay, apiKeyEvent, apiKeyLimits } from '@khmer-learning/contracts';
import { createQueryProfiler, isScanOrSort, summarizeCommand } from '@khmer-learning/test-kit';
import { oneKeyPerAdmin } from '../migrations/0001-one-key-per-admin.ts';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

const newKey = () => `khmer_${randomBytes(24).toString('base64url')}_${Date.now().toString(36)}`;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const newAdmin = async () => createSessionPrincipal(await users.createUser({ role: 'admin' }));
type Admin = ReturnType<typeof createSessionPrincipal>;
const register = (as: Admin, key: string, settings: object = {}) =>
  users.call('POST', '/api/api-keys', { as, body: { key, ...settings } });
const change = (id: number, settings: object) =>
  users.call('PATCH', `/api/api-keys/${id}`, { as: users.admin, body: settings });
const list = async (): Promise<ApiKey[]> =>
  (await users.call('GET', '/api/api-keys', { as: users.admin })).json();
const gateway = { kind: 'gateway' } as const;
const check = async (key: string): Promise<number | null> => {
  const body = { keyHash: hashOf(key) };
  return (await users.call('POST', '/internal/api-keys/check', { as: gateway, body })).json().id;
};
const reportUse = (used: object[]) =>
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
    name: null,
    scopes: ['read', 'submit', 'orders'],
    quotaPerMinute: null,
    origins: [],
    expiresAt: null,
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

it('keeps one active key without a name for each admin: a new one revokes the earlier', async () => {
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

it('leaves one active key without a name when several are registered at once', async () => {
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

describe('several keys of one admin', () => {
  const settings = {
    name: 'Kiosk',
    scopes: ['read'],
    quotaPerMinute: 500,
    origins: ['https://app.example'],
    expiresAt: '2999-01-01T00:00:00.000Z',
  };

  it('are kept apart by their names and have settings, which the gateways learn', async () => {
    const admin = await newAdmin();
    const [plain, kiosk, site] = [newKey(), newKey(), newKey()];
    const plainId = (await register(admin, plain)).json().id;
    const created = (await register(admin, kiosk, settings)).json();
    const siteId = (await register(admin, site, { name: 'Site' })).json().id;
    expect(created).toMatchObject(settings);
    expect([await check(plain), await check(kiosk), await check(site)]).toEqual([
      plainId,
      created.id,
      siteId,
    ]);
    const { name: _, ...rights } = settings;
    await users.expectEvent(apiKeyEvent, created.id, { version: 1, state: { ...settings, id: created.id } });
    const body = { keyHash: hashOf(kiosk) };
    const checked = await users.call('POST', '/internal/api-keys/check', { as: gateway, body });
    expect(checked.json()).toEqual({ id: created.id, rights });
  });

  it('are replaced one by one, and the settings go on', async () => {
    const admin = await newAdmin();
    const [first, second, other] = [newKey(), newKey(), newKey()];
    const firstId = (await register(admin, first, settings)).json().id;
    const otherId = (await register(admin, other, { name: 'Site' })).json().id;
    const replacement = (await register(admin, second, { replaces: firstId })).json();
    expect(replacement).toMatchObject(settings);
    expect([await check(first), await check(second), await check(other)]).toEqual([
      null,
      replacement.id,
      otherId,
    ]);
    await users.expectEvent(apiKeyEvent, firstId, { type: 'deleted', version: 2 });
  });

  it("are not replaced by others, nor is a revoked key or anybody else's", async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const othersKey = newKey();
    const othersId = (await register(other, othersKey)).json().id;
    expect((await register(admin, newKey(), { replaces: othersId })).statusCode).toBe(404);
    expect(await check(othersKey)).toBe(othersId);
  });

  it('are limited in number', async () => {
    const admin = await newAdmin();
    for (let i = 0; i < apiKeyLimits.perAdmin; i += 1)
      expect((await register(admin, newKey(), { name: `Key ${i}` })).statusCode).toBe(201);
    expect((await register(admin, newKey(), { name: 'One more' })).statusCode).toBe(409);
    const [own] = (await list()).filter((key) => key.userId === admin.userId);
    expect((await register(admin, newKey(), { replaces: own?.id })).statusCode).toBe(201);
  });

  it('are all revoked when the account is deactivated', async () => {
    const user = await users.createUser({ role: 'admin' });
    const keys = [newKey(), newKey(), newKey()];
    for (const [index, key] of keys.entries())
      await register(createSessionPrincipal(user), key, { name: `Key ${index}` });
    const body = { isActive: false };
    await users.call('PATCH', `/api/users/${user.id}/status`, { as: users.admin, body });
    expect(await Promise.all(keys.map(check))).toEqual([null, null, null]);
  });
});

describe('the settings of a key', () => {
  it('are changed in part, with an event for each change and none without', async () => {
    const { id } = (await register(await newAdmin(), newKey(), { name: 'Kiosk' })).json();
    const changed = await change(id, { quotaPerMinute: 50, scopes: ['submit', 'read'] });
    expect(changed.json()).toMatchObject({
      id,
      name: 'Kiosk',
      quotaPerMinute: 50,
      scopes: ['read', 'submit'],
    });
    await users.expectEvent(apiKeyEvent, id, { version: 2, state: { quotaPerMinute: 50 } });
    expect((await change(id, { name: 'Kiosk' })).statusCode).toBe(200);
    expect((await change(id, { quotaPerMinute: null })).json().quotaPerMinute).toBeNull();
    await users.expectEvent(apiKeyEvent, id, { version: 3, state: { quotaPerMinute: null } });
    expect((await users.call('DELETE', `/api/api-keys/${id}`, { as: users.admin })).statusCode).toBe(200);
    await users.expectEvent(apiKeyEvent, id, { type: 'deleted', version: 4 });
    expect((await change(id, { name: 'Other' })).statusCode).toBe(404);
  });

  it.each([
    [{ name: ' ' }, 'Name is required'],
    [{ scopes: [] }, 'Choose at least one scope'],
    [{ scopes: ['admin'] }, undefined],
    [{ quotaPerMinute: 0 }, 'Quota must be at least 1'],
    [{ quotaPerMinute: 1.5 }, 'Quota must be a whole number'],
    [{ origins: ['https://app.example/'] }, 'Must be an origin such as https://app.example'],
    [{ origins: ['*'] }, 'Must be an origin such as https://app.example'],
    [{ origins: ['javascript:alert(1)'] }, 'Must be an origin such as https://app.example'],
    [{ origins: Array.from({ length: 21 }, (_, i) => `https://${i}.example`) }, undefined],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'Expiry must be in the future'],
    [{ expiresAt: 'tomorrow' }, 'Expiry must be an ISO 8601 date and time'],
  ])('refuse %j', async (settings, message) => {
    const { id } = (await register(await newAdmin(), newKey(), { name: 'Kiosk' })).json();
    for (const response of [
      await change(id, settings),
      await register(users.admin, newKey(), { name: 'x', ...settings }),
    ]) {
      expect(response.statusCode).toBe(400);
      if (message !== undefined) expect(response.body).toContain(message);
    }
  });
});

describe('a key from before there were settings', () => {
  async function insertOldKey(userId: number) {
    const key = newKey();
    const id = 900_000 + userId;
    await users.service.connection.collection<{ _id: number }>('api_keys').insertOne({
      _id: id,
      ...{ userId, keyHash: hashOf(key), prefix: key.slice(0, 12) },
      ...{ createdAt: new Date(), lastUsedAt: null, revokedAt: null },
    });
    return { id, key };
  }

  it('works on with the defaults, can be changed, and is replaced as before', async () => {
    const admin = await newAdmin();
    const { id, key } = await insertOldKey(admin.userId);
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      name: null,
      scopes: ['read', 'submit', 'orders'],
      quotaPerMinute: null,
      origins: [],
      expiresAt: null,
    });
    expect(await check(key)).toBe(id);
    expect((await change(id, { quotaPerMinute: 10 })).statusCode).toBe(200);
    await users.expectEvent(apiKeyEvent, id, { version: 2, state: { quotaPerMinute: 10, name: null } });
    const replacement = (await register(admin, newKey())).json();
    expect(replacement.quotaPerMinute).toBe(10);
    expect(await check(key)).toBeNull();
    await users.expectEvent(apiKeyEvent, id, { type: 'deleted', version: 3 });
  });

  it('does not keep its owner from having more, once its index is gone', async () => {
    const admin = await newAdmin();
    const { connection } = users.service;
    await connection
      .collection('api_keys')
      .createIndex(
        { userId: 1 },
        { unique: true, partialFilterExpression: { revokedAt: null, _id: { $gt: 900_000 } } },
      );
    await insertOldKey(admin.userId);
    await oneKeyPerAdmin.up(connection, users.config);
    await oneKeyPerAdmin.up(connection, users.config);
    const indexes = await connection.collection('api_keys').listIndexes().toArray();
    expect(indexes.map(({ name }) => name)).not.toContain('userId_1');
    expect((await register(admin, newKey(), { name: 'Second' })).statusCode).toBe(201);
  });
});

describe('the use of a key', () => {
  const usage = async (id: number, query = ''): Promise<ApiKeyDay[]> =>
    (await users.call('GET', `/api/api-keys/${id}/usage${query}`, { as: users.admin })).json();
  const dayMs = 24 * 60 * 60_000;
  /** The day in the time zone of the tests' settings, Asia/Phnom_Penh: UTC+7 all year. */
  const dayOf = (at: number) => new Date(at + 7 * 60 * 60_000).toISOString().slice(0, 10);

  it('is added up per key and day, and days without a call are zero', async () => {
    const admin = await newAdmin();
    const [one, other] = [
      (await register(admin, newKey())).json().id,
      (await register(users.admin, newKey())).json().id,
    ];
    const now = Date.now();
    const yesterday = now - dayMs;
    const numbers = { calls: 5, errors: 2, refused: 1 };
    await reportUse([
      { id: one, at: new Date(yesterday).toISOString(), ...numbers },
      { id: other, at: new Date(now).toISOString(), ...numbers },
    ]);
    for (let i = 0; i < 2; i += 1)
      await reportUse([{ id: one, at: new Date(now).toISOString(), ...numbers }]);
    const days = await usage(one, '?days=4');
    // The day may have changed meanwhile.
    const found = new Map(days.map(({ day, ...counts }) => [day, counts]));
    expect(days).toHaveLength(4);
    expect(found.get(dayOf(now))).toEqual({ calls: 10, errors: 4, refused: 2 });
    expect(found.get(dayOf(yesterday))).toEqual(numbers);
    expect(days[0]).toEqual({ day: days[0]?.day, calls: 0, errors: 0, refused: 0 });
    expect((await usage(other)).reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
    expect(await usage(one)).toHaveLength(30);
  });

  it('is deleted after a while', async () => {
    const { id } = (await register(await newAdmin(), newKey())).json();
    const at = Date.now();
    await reportUse([{ id, at: new Date(at).toISOString(), calls: 1 }]);
    const collection = users.service.connection.collection<{ _id: string; expiresAt: Date }>('api_key_usage');
    const row = await collection.findOne({ _id: { $regex: `^${id}/` } });
    expect(row?.expiresAt.getTime()).toBe(at + 90 * dayMs);
    const indexes = await collection.listIndexes().toArray();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });

  it('is read from an index', async () => {
    const { id } = (await register(await newAdmin(), newKey())).json();
    const profile = await createQueryProfiler(users.service.connection, ['api_key_usage', 'api_keys']);
    const reads = await profile.captureReads(async () => {
      await usage(id, '?days=90');
      await list();
    });
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
    await profile.stop();
  });

  it('is not there for a key that never was, nor for more days than are kept', async () => {
    const read = async (path: string) =>
      (await users.call('GET', `/api/api-keys/${path}`, { as: users.admin })).statusCode;
    expect(await read('999999/usage')).toBe(404);
    const { id } = (await register(await newAdmin(), newKey())).json();
    expect([await read(`${id}/usage?days=91`), await read(`${id}/usage?days=0`)]).toEqual([400, 400]);
  });
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
