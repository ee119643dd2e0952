import type { AccountSession } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  callJson,
  createApiKey,
  createUser,
  requestLearnerToken,
  shareTestSystem,
  signIn,
  type TestSystem,
  testPassword,
} from './test-system.fixture.ts';

let system: TestSystem;
let first: RunningGateway;
let second: RunningGateway;
let admin: BrowserSession;

/** The long trust period ensures that a gateway learns of a revocation only from an event. */
const openGateway = () => system.startGateway({ env: { REVOCATION_MAX_STALENESS_MS: '60000' } });

beforeAll(async () => {
  system = await shareTestSystem();
  [first, second] = await Promise.all([openGateway(), openGateway()]);
  admin = await signIn(first);
});
afterAll(() => system.stopGateways());

async function signedInTeacher() {
  const user = await createUser(admin, 'teacher');
  return { user, browser: await signIn(first, user.email) };
}

/** The status that stolen credentials get at a gateway. */
const canAccess = async (headers: Readonly<Record<string, string>>, path: string, at: RunningGateway) =>
  (await at.call(path, { headers })).status;

async function expectSoonRejected(
  headers: Readonly<Record<string, string>>,
  path: string,
  gateways: readonly RunningGateway[] = [second, first],
): Promise<void> {
  for (const gateway of gateways)
    await eventually(async () => expect(await canAccess(headers, path, gateway)).toBe(401));
}

const session = '/api/auth/session';

describe('a revoked session is soon rejected on a second gateway', () => {
  it.each<[string, (browser: BrowserSession, userId: number) => Promise<{ status: number }>]>([
    ['after its owner signed out', (browser) => browser.call('POST', '/api/auth/logout')],
    [
      'after its owner was deactivated',
      (_browser, id) => admin.call('PATCH', `/api/users/${id}/status`, { isActive: false }),
    ],
    [
      'after its owner got another role',
      (_browser, id) => admin.call('PUT', `/api/users/${id}`, { role: 'admin' }),
    ],
    [
      'after its owner left everywhere',
      (browser) => browser.call('POST', '/api/account/sign-out', { session: 'all' }),
    ],
    [
      'after its owner signed out by its id',
      async (browser) => {
        const { body } = await browser.call<{ sessions: AccountSession[] }>('GET', '/api/account/sessions');
        const id = body.sessions.find(({ isCurrent }) => isCurrent)?.id;
        return browser.call('POST', '/api/account/sign-out', { session: id });
      },
    ],
    ['after its owner was deleted', (_browser, id) => admin.call('DELETE', `/api/users/${id}`)],
    [
      'after its owner changed their password',
      (browser, id) =>
        browser.call('PUT', '/api/auth/change-password', {
          id,
          currentPassword: testPassword,
          newPassword: 'another battery',
          confirmPassword: 'another battery',
        }),
    ],
  ])('%s', async (_name, happens) => {
    const { user, browser } = await signedInTeacher();
    const stolen = await signIn(second, user.email);
    for (const gateway of [first, second])
      expect(await canAccess(browser.headers, session, gateway)).toBe(200);

    expect((await happens(browser, user.id)).status).toBe(200);
    await expectSoonRejected(browser.headers, session);
    // Signing out ends one session, everything else ends all sessions.
    const other = await canAccess(stolen.headers, session, second);
    expect(other).toBe(_name.includes('signed out') ? 200 : 401);
  });

  it.each<
    [string, (headers: Readonly<Record<string, string>>, userId: number) => Promise<{ status: number }>]
  >([
    [
      'after its owner was deactivated',
      (_headers, id) => admin.call('PATCH', `/api/users/${id}/status`, { isActive: false }),
    ],
    ['after its owner logged out', (headers) => callJson(first, 'POST', '/api/v1/logout', { headers })],
    [
      'after its owner changed their password',
      (headers) =>
        callJson(first, 'PUT', '/api/v1/me/password', {
          headers,
          body: { currentPassword: testPassword, newPassword: 'another battery' },
        }),
    ],
    [
      'after its owner was given another address',
      (_headers, id) =>
        admin.call('PUT', `/api/users/${id}`, {
          email: `moved-${id}@school.example`,
          currentPassword: testPassword,
        }),
    ],
  ])("and so is a learner's token, %s", async (name, happens) => {
    const user = await createUser(admin, 'student');
    const { key } = await createApiKey(admin, first);
    const tokenOf = async () => ({
      'x-api-key': key,
      authorization: `Bearer ${await requestLearnerToken(first, user.email)}`,
    });
    const [headers, other] = [await tokenOf(), await tokenOf()];
    await eventually(async () => expect(await canAccess(headers, '/api/v1/me', second)).toBe(200));
    expect((await happens(headers, user.id)).status).toBe(200);
    await expectSoonRejected(headers, '/api/v1/me');
    // Logging out ends one token, everything else ends all tokens.
    expect(await canAccess(other, '/api/v1/me', second)).toBe(name.includes('logged out') ? 200 : 401);
  });
});

describe('a revoked key is soon rejected on a second gateway', () => {
  it.each(['after it was revoked', 'after another took its place'])('%s', async (name) => {
    const { id, key } = await createApiKey(admin, first);
    const headers = { 'x-api-key': key };
    await eventually(async () => expect(await canAccess(headers, '/api/v1/lessons', second)).toBe(200));
    if (name.includes('revoked')) await admin.call('DELETE', `/api/api-keys/${id}`);
    else await createApiKey(admin, second);
    await expectSoonRejected(headers, '/api/v1/lessons');
  });
});

it('applies changed settings of a key, and leaves the admin’s other keys alone, on a second gateway', async () => {
  const { id, key } = await createApiKey(admin, first);
  const { key: named } = await createApiKey(admin, first, { name: 'Kiosk' });
  const read = (one: string) => canAccess({ 'x-api-key': one }, '/api/v1/lessons', second);
  await eventually(async () => expect([await read(key), await read(named)]).toEqual([200, 200]));
  const changed = await admin.call('PATCH', `/api/api-keys/${id}`, { scopes: ['submit'] });
  expect(changed.status).toBe(200);
  await eventually(async () => expect(await read(key)).toBe(403));
  await admin.call('DELETE', `/api/api-keys/${id}`);
  await eventually(async () => expect(await read(key)).toBe(401));
  expect(await read(named)).toBe(200);
});

it('restarted gateways know earlier revocations', async () => {
  const { user, browser } = await signedInTeacher();
  const { id, key } = await createApiKey(admin, first);
  const stays = await signIn(second, user.email);
  await browser.call('POST', '/api/auth/logout');
  await admin.call('DELETE', `/api/api-keys/${id}`);
  await expectSoonRejected(browser.headers, session);
  // Otherwise the event may be published only after the restart.
  await expectSoonRejected({ 'x-api-key': key }, '/api/v1/lessons');

  await Promise.all([first.stop(), second.stop()]);
  [first, second] = await Promise.all([openGateway(), openGateway()]);
  for (const gateway of [first, second]) {
    expect(await canAccess(browser.headers, session, gateway)).toBe(401);
    expect(await canAccess({ 'x-api-key': key }, '/api/v1/lessons', gateway)).toBe(401);
    expect(await canAccess(stays.headers, session, gateway)).toBe(200);
  }
});
