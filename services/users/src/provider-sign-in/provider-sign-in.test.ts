import { createSecretKey, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { learnerTokenOptions, userEvent, userTokenClaimsSchema } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { generateKeyPair } from 'jose';
import jwt from 'jsonwebtoken';
import { password, secret, startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import {
  type Claims,
  clientId,
  nonce,
  startIdentityProvider,
  type TestIdentityProvider,
} from './identity-provider.fixture.ts';

let provider: TestIdentityProvider;
let users: UsersApp;

beforeAll(async () => {
  provider = await startIdentityProvider();
  users = await startUsersApp({
    APPLE_CLIENT_IDS: `another.app, ${clientId}`,
    APPLE_KEYS_URL: provider.keysUrl,
    GOOGLE_CLIENT_IDS: clientId,
    GOOGLE_KEYS_URL: provider.keysUrl,
  });
});
afterAll(() => provider.close());

const apple = '/api/auth/verify-apple-id-token';
const google = '/api/auth/verify-google-id-token';
const googleIssuer = { iss: 'https://accounts.google.com', nonce };
const verify = (idToken: string, change: object = {}, url = apple) =>
  users.call('POST', url, { body: { idToken, nonce, ...change } });
const signIn = async (claims: Claims, url = apple) => verify(await provider.sign(claims), {}, url);
const login = (email: string) => users.call('POST', '/api/auth/login', { body: { email, password } });
const newEmail = () => `${randomUUID()}@example.com`;
const findUser = (email: string) => users.service.connection.collection('users').findOne({ email });
const isValid = async (token: string) => {
  const { sub, jti, epoch } = userTokenClaimsSchema.parse(jwt.decode(token));
  const body = { userId: Number(sub), sessionId: jti, epoch };
  const answer = await users.call('POST', '/internal/sessions/check', { as: { kind: 'gateway' }, body });
  return answer.json().valid as boolean;
};

describe('the first sign-in', () => {
  it('creates an active learner with the verified address, and gives tokens', async () => {
    const email = newEmail();
    const idToken = await provider.sign({ email: email.toUpperCase() });
    const answer = await verify(idToken, { firstName: 'Sok', lastName: 'Dara' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        user: {
          id: expect.any(Number),
          firstName: 'Sok',
          lastName: 'Dara',
          name: 'Sok Dara',
          email,
          role: 'student',
        },
        accessToken: expect.any(String),
        token: answer.json().accessToken,
        refreshToken: expect.any(String),
      },
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { user, token, refreshToken } = answer.json();
    const { issuer, audience } = learnerTokenOptions;
    const claims = userTokenClaimsSchema.parse(
      jwt.verify(token, secret, { algorithms: ['HS256'], issuer, audience }),
    );
    expect(claims.exp - claims.iat).toBe(60 * 60);
    const state = { email, role: 'student', isActive: true };
    await users.expectEvent(userEvent, user.id, { version: 1, state });
    const refreshed = await users.call('POST', '/api/auth/refresh-token', { body: { refreshToken } });
    expect(refreshed.statusCode).toBe(200);
    // Nobody has a password for the account.
    expect((await login(email)).statusCode).toBe(401);
  });

  it("takes the name from Google's token, and has a name without any", async () => {
    const claims = { ...googleIssuer, email_verified: true, given_name: 'Chan', family_name: 'Thy' };
    expect((await signIn(claims, google)).json().user).toMatchObject({ name: 'Chan Thy' });
    expect((await signIn({})).json().user).toMatchObject({ name: 'New Learner' });
  });

  it('takes a form-encoded body, and the field name that the providers use', async () => {
    const idToken = await provider.sign({ email: newEmail() });
    const answer = await users.call('POST', apple, {
      body: new URLSearchParams({ id_token: idToken, nonce }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(200);
    const other = await users.call('POST', '/api/auth/login', {
      body: new URLSearchParams({ email: newEmail(), password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(other.statusCode).toBe(415);
  });

  it('creates one account for two concurrent sign-ins of the same person', async () => {
    const claims = { sub: randomUUID(), email: newEmail() };
    const answers = await Promise.all([signIn(claims), signIn(claims)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json().user.id)).size).toBe(1);
  });

  it('makes a registration of the address by somebody else invalid', async () => {
    const email = newEmail();
    const body = { firstName: 'A', lastName: 'Stranger', email, password, role: 'student' };
    expect((await users.call('POST', '/api/auth/register', { body })).statusCode).toBe(201);
    expect((await signIn({ email })).statusCode).toBe(200);
    const pending = users.service.connection.collection('pending_registrations');
    expect(await pending.countDocuments({ email })).toBe(0);
    expect((await login(email)).statusCode).toBe(401);
  });
});

describe('an existing learner', () => {
  it('is recognised by the id at the provider, also with another address or none', async () => {
    const sub = randomUUID();
    const { user } = (await signIn({ sub, email: newEmail() })).json();
    for (const claims of [{ email: newEmail() }, { email: undefined, email_verified: undefined }])
      expect((await signIn({ sub, ...claims })).json().user).toEqual(user);
  });

  it('who confirmed the address by mail is signed in by it and keeps the password', async () => {
    const email = newEmail();
    const body = { firstName: 'Sok', lastName: 'Dara', email, password, role: 'student' };
    await users.call('POST', '/api/auth/register', { body });
    const token = await eventually(async () => {
      const match = /confirm-email\/([\w-]{43})/.exec((await mailsTo(email)).join());
      if (!match?.[1]) throw new Error('No mail yet');
      return match[1];
    });
    await users.call('POST', '/api/auth/confirm-email', { body: { token } });
    const before = (await login(email)).json();
    const answer = await signIn({ email });
    expect(answer.json().user).toEqual(before.user);
    expect((await login(email)).statusCode).toBe(200);
    expect(await isValid(before.token)).toBe(true);
    await eventually(async () =>
      expect(await mailsTo(email)).toContainEqual(
        expect.stringContaining('You can now sign in to Khmer Learning with Apple'),
      ),
    );
  });

  it('whose address nobody has proven is signed in, and whoever knows the password is not any more', async () => {
    const learner = await users.createUser();
    const stranger = (await login(learner.email)).json();
    const answer = await signIn({ email: learner.email });
    expect([answer.statusCode, answer.json().user.id]).toEqual([200, learner.id]);
    expect((await login(learner.email)).statusCode).toBe(401);
    expect(await isValid(stranger.token)).toBe(false);
    expect(await isValid(answer.json().token)).toBe(true);
    const { refreshToken } = stranger;
    const refreshed = await users.call('POST', '/api/auth/refresh-token', { body: { refreshToken } });
    expect(refreshed.statusCode).toBe(401);
  });

  it('whose account an admin gave another address is not left to the former owner', async () => {
    const former = { ...googleIssuer, sub: randomUUID(), email: newEmail(), email_verified: true };
    const { user } = (await signIn(former, google)).json();
    const email = newEmail();
    const body = { email, currentPassword: users.config.ADMIN_PASSWORD };
    const changed = await users.call('PUT', `/api/users/${user.id}`, { as: users.admin, body });
    expect(changed.statusCode).toBe(200);
    // Until the new owner comes, the identity is the only sign of whose account it is.
    expect((await signIn(former, google)).json().user.id).toBe(user.id);
    const owner = { ...googleIssuer, sub: randomUUID(), email, email_verified: true };
    expect((await signIn(owner, google)).json().user.id).toBe(user.id);
    expect((await signIn(former, google)).json().user.id).not.toBe(user.id);
  });

  it('can use both providers', async () => {
    const email = newEmail();
    const { user } = (await signIn({ email })).json();
    const other = await signIn({ ...googleIssuer, email, email_verified: true }, google);
    expect(other.json().user.id).toBe(user.id);
  });

  it('is not given to another identity of the same provider', async () => {
    const email = newEmail();
    await signIn({ email });
    const answer = await signIn({ email });
    expect(answer.statusCode).toBe(403);
  });

  it('who is deactivated gets no token', async () => {
    const learner = await users.createUser({ isActive: false });
    const answer = await signIn({ email: learner.email });
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Account is disabled']);
    expect((await findUser(learner.email))?.identities).toBeUndefined();
  });
});

it.each(['teacher', 'admin'] as const)('a %s never gets a token in this way', async (role) => {
  const person = await users.createUser({ role });
  const answer = await signIn({ email: person.email });
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'This account cannot sign in this way']);
  expect(await findUser(person.email)).toMatchObject({ role });
  expect((await findUser(person.email))?.identities).toBeUndefined();
  expect((await login(person.email)).statusCode).toBe(200);
});

describe('a token is refused', () => {
  const past = () => Math.floor(Date.now() / 1_000) - 3_600;
  it.each<[string, () => Claims]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['of Google, at the call for Apple', () => ({ iss: 'https://accounts.google.com' })],
    ['for another app', () => ({ aud: 'kh.example.other' })],
    ['for several apps', () => ({ aud: [clientId, 'kh.example.other'] })],
    ['that has expired', () => ({ iat: past(), exp: past() + 600 })],
    ['without expiry', () => ({ exp: undefined })],
    ['without a person', () => ({ sub: undefined })],
    ['with an empty person', () => ({ sub: '' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['with another nonce', () => ({ nonce: 'of another sign-in' })],
    ['without an address', () => ({ email: undefined })],
    ['with an address that is not verified', () => ({ email_verified: false })],
    ['with an address that is not verified, as text', () => ({ email_verified: 'false' })],
    ['that does not say whether the address is verified', () => ({ email_verified: undefined })],
    ['with something else for an address', () => ({ email: { $gt: '' } })],
  ])('%s', async (_what, claims) => {
    const before = await users.service.connection.collection('users').countDocuments();
    const answer = await signIn(claims());
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
    expect(await users.service.connection.collection('users').countDocuments()).toBe(before);
  });

  it('signed by somebody else, not signed, or signed with the public key as a secret', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const forged = await provider.sign({}, { key: privateKey });
    const [head, payload] = (await provider.sign()).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const keys = await (await fetch(provider.keysUrl)).text();
    const hmac = jwt.sign(jwt.decode(await provider.sign()) as object, createSecretKey(keys, 'utf8'), {
      keyid: 'key-1',
    });
    for (const idToken of [forged, `${none}.${payload}.`, `${head}.${payload}.AAAA`, hmac, 'nonsense'])
      expect((await verify(idToken)).statusCode).toBe(401);
  });

  it('when it was used before, also by a concurrent call', async () => {
    const idToken = await provider.sign();
    const answers = await Promise.all([verify(idToken), verify(idToken), verify(idToken)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401, 401]);
    expect((await verify(idToken)).statusCode).toBe(401);
  });

  it('a bare address is not taken, and neither is a token without the nonce that the app chose', async () => {
    for (const body of [{ email: newEmail() }, { idToken: await provider.sign() }, { nonce }, {}]) {
      expect((await users.call('POST', apple, { body })).statusCode).toBe(400);
    }
  });
});

it('the nonce may be in the token as it is or as its SHA-256', async () => {
  expect((await signIn({ nonce })).statusCode).toBe(200);
  expect((await signIn({})).statusCode).toBe(200);
});

it('does not ask the provider for its keys again for every unknown key', async () => {
  await signIn({});
  const before = provider.requests();
  for (let count = 0; count < 5; count += 1) {
    const idToken = await provider.sign({}, { kid: `unknown-${count}` });
    expect((await verify(idToken)).statusCode).toBe(401);
  }
  // At most one, if the first keys were loaded more than the cool-down of 30 seconds ago.
  expect(provider.requests() - before).toBeLessThanOrEqual(1);
});

it.each([
  ['an error', { status: 500, body: '{}' }],
  ['a redirect', { status: 302, body: '{}' }],
  ['no keys', { status: 200, body: '{"keys":7}' }],
  ['far too much', { status: 200, body: ' '.repeat(70 * 1024) }],
])('answers 503 when the provider answers with %s', async (_what, answer) => {
  const down = await startIdentityProvider();
  down.answerWith(answer);
  const app = await startUsersApp({ APPLE_CLIENT_IDS: clientId, APPLE_KEYS_URL: down.keysUrl });
  const call = async () => app.call('POST', apple, { body: { idToken: await down.sign(), nonce } });
  const refused = await call();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  // It recovers by itself.
  down.answerWith(undefined);
  expect((await call()).statusCode).toBe(200);
  await down.close();
  await app.close();
});

it('answers 404 while the school has not set it up', async () => {
  const app = await startUsersApp();
  for (const url of [apple, google]) {
    const answer = await app.call('POST', url, { body: { idToken: await provider.sign(), nonce } });
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      expect.stringMatching(/^Sign-in with (Apple|Google) is not set up$/),
    ]);
  }
  await app.close();
});

it('is limited for each network', async () => {
  const from = '203.0.113.60';
  const body = { idToken: 'nonsense', nonce };
  expect((await users.call('POST', apple, { body, from })).statusCode).toBe(401);
  await users.service.connection
    .collection<{ _id: string }>('rate_limits')
    .updateOne({ _id: 'provider-sign-ins:203.0.113.0/24' }, { $set: { count: 300 } });
  const refused = await users.call('POST', apple, { body, from });
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
});

it('logs no token', async () => {
  const idToken = await provider.sign();
  await verify(idToken);
  expect(users.logLines.join('')).not.toContain(idToken);
});

async function mailsTo(email: string): Promise<string[]> {
  const mails = await Promise.all(
    (await readdir(users.mailFolder)).map((file) => readFile(join(users.mailFolder, file), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
}
