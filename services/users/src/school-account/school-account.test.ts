import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { schoolSignInTokenOptions, userTokenClaimsSchema } from '@khmer-learning/contracts';
import { loadConfig } from '@khmer-learning/service-kit';
import { eventually, findAuditRecords, startOpenIdProvider } from '@khmer-learning/test-kit';
import { usersConfigSchema } from '../config.ts';
import { type CallOptions, createSessionPrincipal, password, startUsersApp } from '../users-app.fixture.ts';
import {
  type ForgingProvider,
  forgingClient,
  startForgingProvider,
  withoutSignature,
  withSharedSecret,
} from './forging-provider.fixture.ts';

const start = '/api/auth/school-account';
const publicUrl = 'http://localhost:8080';
let provider: ForgingProvider;
let users: Awaited<ReturnType<typeof startUsersApp>>;

beforeAll(async () => {
  provider = await startForgingProvider();
  users = await startUsersApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: forgingClient.id,
    OIDC_CLIENT_SECRET: forgingClient.secret,
    OIDC_ALLOWED_DOMAINS: 'school.example',
    OIDC_LABEL: 'Wat Bo',
  });
});
afterEach(() => {
  provider.forge(undefined);
  provider.fail(undefined);
});
afterAll(() => provider.close());

type App = Pick<typeof users, 'app'>;
type Response = Awaited<ReturnType<typeof users.call>>;

const newAddress = () => `${randomUUID()}@school.example`;
const cookieOf = ({ cookies }: Response, name: string) =>
  cookies.find((cookie) => cookie.name === name)?.value;
const kept = (response: Response) => {
  const { cookie: name } = schoolSignInTokenOptions;
  return `${name}=${cookieOf(response, name)}`;
};

async function begin(query = '', { app }: App = users) {
  const begun = await app.inject(users.request('GET', start + query));
  expect(begun.statusCode).toBe(303);
  const asked = new URL(String(begun.headers.location)).searchParams;
  return { cookie: kept(begun), asked, state: asked.get('state') ?? '', nonce: asked.get('nonce') ?? '' };
}

const comeBack = (
  query: Record<string, string>,
  cookie?: string,
  options: CallOptions = {},
  { app }: App = users,
) =>
  app.inject(
    users.request('GET', `${start}/callback?${new URLSearchParams(query)}`, {
      ...options,
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    }),
  );

/** Signs in as the provider tells it. */
async function signIn(
  claims: Readonly<Record<string, unknown>> = {},
  options: CallOptions & { query?: string; in?: App } = {},
) {
  const { cookie, state, nonce } = await begin(options.query, options.in);
  provider.answerWith({ nonce, sub: randomUUID(), email: newAddress(), ...claims });
  return comeBack({ code: 'a-code', state }, cookie, options, options.in);
}

const outcomeOf = ({ headers }: Response) =>
  new URL(String(headers.location), publicUrl).searchParams.get('school-account');

function principalOf(response: Response) {
  const [, payload = ''] = (cookieOf(response, 'session') ?? '').split('.');
  const claims = userTokenClaimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const { sub, role, jti, provedAt } = claims;
  return { ...createSessionPrincipal({ id: Number(sub), role }, jti), provedAt };
}

const isValid = async ({ userId, sessionId }: ReturnType<typeof principalOf>) => {
  const body = { userId, sessionId, epoch: 100 };
  const response = await users.call('POST', '/internal/sessions/check', { as: { kind: 'gateway' }, body });
  return response.json().valid;
};

it('makes the account at the first sign-in, finds it by its id afterwards, and goes where the person wanted to go', async () => {
  const sub = randomUUID();
  const email = newAddress();
  const claims = { sub, email, name: 'Chan Dara Sok', sid: randomUUID() };
  const first = await signIn(claims, { query: `?to=${encodeURIComponent('/dashboard#/users')}` });
  expect([first.statusCode, first.headers.location]).toEqual([303, '/dashboard#/users']);
  expect(first.cookies.find(({ name }) => name === 'session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
  const as = principalOf(first);
  const { user } = (await users.call('GET', '/api/auth/session', { as })).json();
  expect(user).toMatchObject({ email, firstName: 'Chan', lastName: 'Dara Sok', role: 'teacher' });
  const { sessions } = (await users.call('GET', '/api/account/sessions', { as })).json();
  expect(sessions).toMatchObject([{ proof: 'schoolAccount', isCurrent: true }]);
  expect((await users.call('GET', '/api/account/second-factor', { as })).json().hasPassword).toBe(false);
  // Another address at the provider, which it has not verified, is the same person.
  const again = await signIn({ ...claims, email: newAddress(), email_verified: false });
  expect(principalOf(again).userId).toBe(as.userId);
  const records = await findAuditRecords(users.service.connection);
  for (const expected of [
    { action: 'created', detail: 'teacher, school account' },
    { action: 'sign-in', detail: 'console, school account' },
  ])
    expect(records).toContainEqual(expect.objectContaining({ ...expected, title: email }));
});

it('begins with PKCE, state and nonce in a cookie of ten minutes', async () => {
  const begun = await users.call('GET', start);
  const asked = new URL(String(begun.headers.location)).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${publicUrl}${start}/callback`,
    scope: 'openid email profile',
  });
  expect(begun.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });
  expect((await begin('?prove=1')).asked.get('prompt')).toBe('login');
});

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/api/auth/logout',
])('goes to the dashboard instead of %s', async (to) => {
  const done = await signIn({}, { query: `?to=${encodeURIComponent(to)}` });
  expect(done.headers.location).toBe('/dashboard');
});

it.each<[string, Record<string, unknown>]>([
  ['another nonce', { nonce: 'of another sign-in' }],
  ['another audience', { aud: 'another-app' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an expired token', { exp: Math.floor(Date.now() / 1_000) - 120 }],
  ['a token without a subject', { sub: undefined }],
])('refuses %s', async (_name, claims) => {
  const refused = await signIn(claims);
  expect(outcomeOf(refused)).toBe('refused');
  expect(cookieOf(refused, 'session')).toBeUndefined();
});

it('refuses tokens that the provider has not signed', async () => {
  for (const forge of [withoutSignature, withSharedSecret]) {
    provider.forge(forge);
    expect(outcomeOf(await signIn())).toBe('refused');
  }
  const forger = await startForgingProvider();
  provider.forge(forger.sign);
  expect(outcomeOf(await signIn())).toBe('refused');
  await forger.close();
});

it('refuses what the provider says about a sign-in that was cancelled', async () => {
  const { cookie, state } = await begin();
  expect(outcomeOf(await comeBack({ error: 'access_denied', state }, cookie))).toBe('refused');
});

it('answers a callback once, and only in the browser that began', async () => {
  const mine = await begin();
  const others = await begin();
  provider.answerWith({ nonce: mine.nonce, sub: randomUUID(), email: newAddress() });
  const query = { code: 'a-code', state: mine.state };
  for (const cookie of [undefined, others.cookie, `${mine.cookie}x`])
    expect(outcomeOf(await comeBack(query, cookie))).toBe('expired');
  const answers = await Promise.all([1, 2, 3].map(() => comeBack(query, mine.cookie)));
  const sessions = answers.flatMap((answer) => cookieOf(answer, 'session') ?? []);
  expect(sessions).toHaveLength(1);
  expect(answers.map(outcomeOf).filter((outcome) => outcome === 'expired')).toHaveLength(2);
});

it('fetches a new key of the provider', async () => {
  await signIn();
  const before = provider.keyRequests();
  await signIn();
  expect(provider.keyRequests()).toBe(before);
  await provider.rotateKey();
  await eventually(async () => expect(cookieOf(await signIn(), 'session')).toBeDefined());
});

it('refuses an address that is not verified, and one of another domain', async () => {
  expect(outcomeOf(await signIn({ email_verified: false }))).toBe('unverified');
  expect(outcomeOf(await signIn({ email_verified: undefined }))).toBe('unverified');
  expect(outcomeOf(await signIn({ email: undefined }))).toBe('unverified');
  expect(outcomeOf(await signIn({ email: `${randomUUID()}@evil.example` }))).toBe('domain');
  expect(outcomeOf(await signIn({ email: `${randomUUID()}@school.example.evil.example` }))).toBe('domain');
  expect(await findAuditRecords(users.service.connection)).toContainEqual(
    expect.objectContaining({
      action: 'sign-in-failed',
      detail: 'The school account has no verified address',
    }),
  );
  // Microsoft's words for it.
  const microsoft = await signIn({ email_verified: undefined, xms_edov: '1' });
  expect(microsoft.headers.location).toBe('/dashboard');
});

it('links an account with a password only with that password, and tells its owner', async () => {
  const user = await users.createUser({ role: 'admin', email: newAddress() });
  const claims = { sub: randomUUID(), email: user.email.toUpperCase(), sid: randomUUID() };
  const asked = await signIn(claims);
  expect(outcomeOf(asked)).toBe('link');
  expect(cookieOf(asked, 'session')).toBeUndefined();
  const headers = { cookie: kept(asked) };
  const options = await users.call('GET', '/api/auth/sign-in-options', { headers });
  expect(options.json()).toEqual({ schoolAccount: { label: 'Wat Bo' }, linking: user.email });
  const link = (given: string, more: CallOptions = { headers }) =>
    users.call('POST', `${start}/link`, { body: { password: given }, ...more });
  expect((await link(password, {})).statusCode).toBe(401);
  const wrong = await link('a wrong password');
  expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'Invalid email or password']);
  expect(outcomeOf(await signIn(claims))).toBe('link');
  const linked = await link(password);
  expect(linked.json().user).toMatchObject({ id: user.id, role: 'admin' });
  expect(principalOf(await signIn(claims)).userId).toBe(user.id);
  // The password goes on to work.
  expect((await users.signIn(user.email)).statusCode).toBe(200);
  expect(await findAuditRecords(users.service.connection)).toContainEqual(
    expect.objectContaining({ action: 'updated', entityId: String(user.id), fields: ['schoolAccount'] }),
  );
});

it('accepts an invitation, and never makes a learner staff or a disabled account active', async () => {
  const email = newAddress();
  const invited = { firstName: 'Sok', lastName: 'Dara', email, role: 'teacher' };
  await users.call('POST', '/api/users/invitations', { as: users.admin, body: invited });
  const accepted = await signIn({ email, sub: randomUUID() });
  const { user } = (await users.call('GET', '/api/auth/session', { as: principalOf(accepted) })).json();
  expect(user).toMatchObject({ email, role: 'teacher' });
  const learner = await users.createUser({ role: 'student', email: newAddress() });
  expect(outcomeOf(await signIn({ email: learner.email }))).toBe('learner');
  const disabled = await users.createUser({ role: 'teacher', email: newAddress(), isActive: false });
  expect(outcomeOf(await signIn({ email: disabled.email }))).toBe('disabled');
});

it('takes the role from groups at each sign-in, and leaves the last admin', async () => {
  const { app } = await users.start({
    OIDC_GROUPS: new Map([
      ['it', 'admin'],
      ['staff', 'teacher'],
    ]),
  });
  const person = { sub: randomUUID(), email: newAddress() };
  const roleIn = async (groups: unknown, claims: object = person) => {
    const done = await signIn({ ...claims, groups }, { in: { app } });
    return cookieOf(done, 'session') === undefined ? outcomeOf(done) : principalOf(done).role;
  };
  expect(await roleIn(['others'])).toBe('groups');
  expect(await roleIn(undefined)).toBe('groups');
  expect(await roleIn(['staff', 'it'])).toBe('admin');
  expect(await roleIn(['staff'])).toBe('teacher');
  expect(await roleIn('it')).toBe('admin');
  // All other admins are gone.
  const { connection } = users.service;
  const others = { role: 'admin', email: { $ne: person.email } };
  await connection.collection('users').updateMany(others, { $set: { isActive: false } });
  expect(await roleIn(['staff'])).toBe('admin');
  await connection.collection('users').updateMany(others, { $set: { isActive: true } });
});

it('counts as a proof since the provider has asked who it is, and replaces the session that needs one', async () => {
  const sub = randomUUID();
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  const as = principalOf(await signIn({ sub, auth_time: hourAgo }));
  expect(as.provedAt).toBe(hourAgo);
  const proved = principalOf(await signIn({ sub }, { as, query: '?prove=1' }));
  expect(proved.provedAt).toBeGreaterThan(hourAgo + 3_000);
  const { sessions } = (await users.call('GET', '/api/account/sessions', { as: proved })).json();
  expect(sessions).toHaveLength(1);
  expect(await isValid(as)).toBe(false);
});

describe('a logout at the provider', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logoutToken = (claims: object) => {
    const iat = Math.floor(Date.now() / 1_000);
    const own = { iss: provider.issuer, aud: forgingClient.id, iat, exp: iat + 120, jti: randomUUID() };
    return provider.sign({ ...own, events: event, ...claims });
  };
  const tell = (token: string) =>
    users.call('POST', `${start}/backchannel-logout`, {
      body: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const signedIn = async (sub: string, sid: string) => principalOf(await signIn({ sub, sid }));

  it('ends the session that came from it, or all of the person', async () => {
    const sub = randomUUID();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const one = await signedIn(sub, first);
    const two = await signedIn(sub, second);
    const other = await signedIn(randomUUID(), third);
    // The session of somebody else does not end, even if both are named.
    expect((await tell(await logoutToken({ sub, sid: third }))).statusCode).toBe(200);
    expect(await isValid(other)).toBe(true);
    const token = await logoutToken({ sub, sid: first });
    expect((await tell(token)).statusCode).toBe(200);
    expect([await isValid(one), await isValid(two)]).toEqual([false, true]);
    expect((await tell(token)).statusCode).toBe(400);
    expect((await tell(await logoutToken({ sub }))).statusCode).toBe(200);
    expect((await tell(await logoutToken({ sid: third }))).statusCode).toBe(200);
    expect([await isValid(two), await isValid(other)]).toEqual([false, false]);
    expect(await findAuditRecords(users.service.connection)).toContainEqual(
      expect.objectContaining({ action: 'sign-out', entityId: String(one.userId), detail: 'school account' }),
    );
  });

  it('is believed only with a valid logout token', async () => {
    const sub = randomUUID();
    const as = await signedIn(sub, randomUUID());
    const now = Math.floor(Date.now() / 1_000);
    const invalid = [
      { iss: 'https://evil.example' },
      { aud: 'another-app' },
      { events: {} },
      { events: undefined },
      { nonce: 'an ID token has one' },
      { jti: undefined },
      { iat: now - 3_600, exp: now + 3_600 },
      { exp: now - 120 },
      { sub: undefined },
    ];
    for (const claims of invalid)
      expect([claims, (await tell(await logoutToken({ sub, ...claims }))).statusCode]).toEqual([claims, 400]);
    for (const forge of [withoutSignature, withSharedSecret])
      expect((await tell(forge({ sub, events: event, jti: randomUUID() }))).statusCode).toBe(400);
    expect(await isValid(as)).toBe(true);
  });
});

it('says that a provider is unavailable, and holds up nothing else', async () => {
  provider.fail(503);
  expect(outcomeOf(await signIn())).toBe('unavailable');
  provider.fail(undefined);
  // More than wait for it at a time.
  const attempts = await Promise.all(Array.from({ length: 25 }, () => begin()));
  const release = provider.hold();
  const answers = Promise.all(
    attempts.map(({ cookie, state }) => comeBack({ code: 'a-code', state }, cookie)),
  );
  expect((await users.signIn(users.config.ADMIN_EMAIL, users.config.ADMIN_PASSWORD)).statusCode).toBe(200);
  // Nobody releases it before the time is up.
  expect((await answers).map(outcomeOf)).toEqual(attempts.map(() => 'unavailable'));
  release();
});

it('is off without its settings', async () => {
  const { app } = await users.start({ OIDC_ISSUER: undefined });
  for (const path of [start, `${start}/callback`])
    expect((await app.inject(users.request('GET', path))).statusCode).toBe(404);
  const options = await app.inject(users.request('GET', '/api/auth/sign-in-options'));
  expect(options.json()).toEqual({ schoolAccount: null, linking: null });
});

it('can be the only way in for staff, but for the first admin', async () => {
  const { app } = await users.start({ STAFF_PASSWORDS: 'off' });
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = users.config;
  const give = async (path: string, email: string, given: string) =>
    (await app.inject(users.request('POST', path, { body: { email, password: given } }))).statusCode;
  const teacher = await users.createUser({ role: 'teacher', email: newAddress() });
  const learner = await users.createUser({ role: 'student', email: newAddress() });
  expect(await give('/api/auth/admin', teacher.email, password)).toBe(403);
  expect(await give('/api/auth/login', teacher.email, password)).toBe(403);
  expect(await give('/api/auth/admin', teacher.email, 'a wrong password')).toBe(401);
  expect(await give('/api/auth/login', learner.email, password)).toBe(200);
  expect(await give('/api/auth/admin', ADMIN_EMAIL, ADMIN_PASSWORD)).toBe(200);
  // The password still links.
  const asked = await signIn({ email: teacher.email }, { in: { app } });
  const link = { body: { password }, headers: { cookie: kept(asked) } };
  expect((await app.inject(users.request('POST', `${start}/link`, link))).statusCode).toBe(200);
});

it.each<[string, Record<string, string>]>([
  ['OIDC_ISSUER', { OIDC_ISSUER: 'https://id.example' }],
  ['STAFF_PASSWORDS', { STAFF_PASSWORDS: 'off' }],
  ['OIDC_GROUPS', { OIDC_GROUPS: 'it=owner' }],
])('the start fails with an invalid %s', (setting, change) => {
  const settings = {
    LOCAL_DEFAULTS: 'true',
    MONGODB_URI: 'mongodb://x/users',
    NATS_URL: 'nats://x',
    PORT: '1',
  };
  expect(() => loadConfig(usersConfigSchema, { ...settings, ...change })).toThrow(setting);
});

it('works with a real provider: its pages, its userinfo and its logout', async () => {
  const told: string[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const headers = { 'content-type': String(request.headers['content-type']) };
    const answer = await app.inject(users.request('POST', `${start}/backchannel-logout`, { body, headers }));
    told.push(answer.body);
    response.writeHead(answer.statusCode).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const real = await startOpenIdProvider({
    consoleUrl: publicUrl,
    logoutUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    people: {
      dara: { email: 'dara@school.example', email_verified: true, name: 'Dara Sok', groups: ['it'] },
    },
  });
  const { app } = await users.start({
    OIDC_ISSUER: real.issuer,
    OIDC_CLIENT_ID: real.client.clientId,
    OIDC_CLIENT_SECRET: real.client.clientSecret,
    OIDC_GROUPS: new Map([['it', 'admin']]),
  });
  const browse = createBrowser();
  const begun = await app.inject(users.request('GET', start));
  const page = await browse(String(begun.headers.location));
  const form = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const done = await browse(form, { prompt: 'login', login: 'dara', password: 'any' });
  const callback = new URL(done.url);
  expect(`${callback.origin}${callback.pathname}`).toBe(`${publicUrl}${start}/callback`);
  const signedIn = await comeBack(Object.fromEntries(callback.searchParams), kept(begun), {}, { app });
  const as = principalOf(signedIn);
  expect(as.role).toBe('admin');
  // The code works once at the provider, too.
  const logout = await browse(`${real.issuer}/session/end`);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(logout.text)?.[1] ?? '';
  await browse(`${real.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
  await eventually(async () => expect(told).toHaveLength(1));
  expect(await isValid(as)).toBe(false);
  await real.close();
  receiver.close();
});

/** A browser that follows redirects of one site, with its cookies. */
function createBrowser() {
  const jar = new Map<string, string>();
  return async function browse(
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; text: string }> {
    const { origin } = new URL(address);
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) return { url: address, text: await response.text() };
    const url = new URL(next, address);
    return url.origin === origin ? browse(url.href) : { url: url.href, text: '' };
  };
}

it('leaves the second factor to the provider: who has no password here need not set one up', async () => {
  const admin = createSessionPrincipal(await users.createUser({ role: 'admin' }));
  const from = new Date(Date.now() + 60_000).toISOString();
  const rule = { requiredOf: 'everyone', from };
  await users.call('PUT', '/api/second-factor-policy', {
    as: { ...admin, provedAt: Math.floor(Date.now() / 1_000) },
    body: rule,
  });
  const as = principalOf(await signIn());
  const { secondFactorDue } = (await users.call('GET', '/api/auth/session', { as })).json();
  expect(secondFactorDue).toBeNull();
  const { secondFactorDue: ofAdmin } = (await users.call('GET', '/api/auth/session', { as: admin })).json();
  expect(ofAdmin).toEqual({ from, isMissing: false });
});
