import { randomUUID } from 'node:crypto';
import {
  type Access,
  type Endpoint,
  type Rights,
  type Role,
  type User,
  type UserTokenClaims,
  userTokenClaimsSchema,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { Secret, TOTP } from 'otpauth';
import { generateApiKey, type RunningGateway, sessionHeaders, userToken } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  createApiKey,
  createUser,
  requestLearnerToken,
  signIn,
} from './test-system.fixture.ts';

/** The headers of every kind of caller. A function returns them, because each call needs new ones. */
export type CallerHeaders = Readonly<Record<CallerProfile, () => Record<string, string>>>;

type AccessOutcome = number | 'reached';
const unauthorized = 401;

/**
 * The expected status for each caller, by the access of the endpoint. `reached`: the call gets through, whatever the
 * response is then.
 */
const expectedOutcomes = {
  'no session': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  student: { public: 'reached', session: 403, admin: 403, apiKey: 401, learner: 401 },
  teacher: { public: 'reached', session: 'reached', admin: 403, apiKey: 401, learner: 401 },
  'teacher without publish': { public: 'reached', session: 'reached', admin: 403, apiKey: 401, learner: 401 },
  admin: { public: 'reached', session: 'reached', admin: 'reached', apiKey: 401, learner: 401 },
  'second factor missing': { public: 'reached', session: 403, admin: 403, apiKey: 401, learner: 401 },
  'revoked session': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  'expired session': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  'deactivated admin': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  "learner's token as a session": { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  'wrong key': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  'revoked key': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  'learner without a key': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  key: { public: 'reached', session: 401, admin: 401, apiKey: 'reached', learner: 401 },
  'key and learner': { public: 'reached', session: 401, admin: 401, apiKey: 'reached', learner: 'reached' },
  'key and expired learner': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  'key and deactivated learner': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  "key and an admin's session": {
    public: 'reached',
    session: 'reached',
    admin: 'reached',
    apiKey: 'reached',
    learner: unauthorized,
  },
  'key and a session as token': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
} as const satisfies Record<string, Record<Exclude<Access, 'internal' | 'adminOrLearner'>, AccessOutcome>>;

export type CallerProfile = keyof typeof expectedOutcomes;

/** The expected outcome for each caller of an endpoint. */
export function expectedOutcomesFor({
  access,
  method,
  permission,
  withoutSecondFactor,
}: Pick<Endpoint, 'method' | 'permission' | 'withoutSecondFactor'> & {
  access: Exclude<Access, 'internal'>;
}): Record<CallerProfile, AccessOutcome> {
  // A learner's token is accepted, but only for the learner's own id, which no test uses.
  if (access === 'adminOrLearner')
    return {
      ...expectedOutcomesFor({ access: 'admin', method }),
      'learner without a key': 403,
      'key and learner': 403,
    };
  const outcomes = Object.fromEntries(
    Object.entries(expectedOutcomes).map(([name, byAccess]) => [name, byAccess[access]]),
  ) as Record<CallerProfile, AccessOutcome>;
  if (withoutSecondFactor) outcomes['second factor missing'] = 'reached';
  if (permission) outcomes['teacher without publish'] = 403;
  // A read that needs no learner is answered as a guest's.
  return access === 'apiKey' && method === 'GET'
    ? { ...outcomes, 'key and expired learner': 'reached' }
    : outcomes;
}

const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });

function decodeClaims(token: string): UserTokenClaims {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return userTokenClaimsSchema.parse(JSON.parse(payload));
}

async function setUpCodes(user: BrowserSession): Promise<void> {
  const begun = await user.call<{ secret: string }>('POST', '/api/account/second-factor/codes/begin');
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate();
  expect((await user.call('POST', '/api/account/second-factor/codes', { code })).status).toBe(200);
}

/** Creates all kinds of caller with the gateway and the users service. */
export async function createCallerHeaders(gateway: RunningGateway): Promise<CallerHeaders> {
  const admin = await signIn(gateway);
  const adminClaims = decodeClaims(admin.session);
  const usersByRole = Object.fromEntries(
    await Promise.all(
      (['student', 'teacher'] as const).map(async (role) => [role, await createUser(admin, role)]),
    ),
  ) as Record<'student' | 'teacher', User>;
  const teacher = decodeClaims((await signIn(gateway, usersByRole.teacher.email)).session);

  /** Signs a new token for each call, so that an endpoint that ends a session does not end the others. */
  const session = ({ sub, epoch }: UserTokenClaims, role: Role, rights?: Rights) =>
    sessionHeaders(role, { sub, epoch, jti: randomUUID(), rights });

  const revoked = await signIn(gateway, usersByRole.teacher.email);
  await revoked.call('POST', '/api/auth/logout');

  const deactivatedAdmin = await createUser(admin, 'admin');
  const deactivatedSession = await signIn(gateway, deactivatedAdmin.email);
  const deactivatedLearner = await createUser(admin, 'student');
  const deactivatedLearnerToken = await requestLearnerToken(gateway, deactivatedLearner.email);
  for (const { id } of [deactivatedAdmin, deactivatedLearner])
    expect((await admin.call('PATCH', `/api/users/${id}/status`, { isActive: false })).status).toBe(200);

  // The school requires a second factor of all staff, which the others have.
  const withoutFactor = decodeClaims(
    (await signIn(gateway, (await createUser(admin, 'admin')).email)).session,
  );
  await setUpCodes(admin);
  await setUpCodes(await signIn(gateway, usersByRole.teacher.email));
  const policy = { requiredOf: 'everyone', from: new Date().toISOString() };
  expect((await admin.call('PUT', '/api/second-factor-policy', policy)).status).toBe(200);

  const learner = await requestLearnerToken(gateway, usersByRole.student.email);
  const revokedKey = (await createApiKey(admin, gateway)).key;
  const { key } = await createApiKey(admin, gateway);
  const withKey = { 'x-api-key': key };
  const learnerClaims = decodeClaims(learner);

  const invalidSessions = [revoked.headers, deactivatedSession.headers];
  await eventually(async () => {
    const headers = session(withoutFactor, 'admin');
    expect((await gateway.call('/api/users', { headers })).status).toBe(403);
    for (const headers of invalidSessions)
      expect((await gateway.call('/api/auth/session', { headers })).status).toBe(401);
    for (const headers of [
      { 'x-api-key': revokedKey },
      { ...withKey, ...bearerHeader(deactivatedLearnerToken) },
    ])
      expect((await gateway.call('/api/v1/me', { headers })).status).toBe(401);
  });
  const past = Math.floor(Date.now() / 1_000) - 13 * 3_600;
  const expired = { iat: past, exp: past + 12 * 3_600 };

  return {
    'no session': () => ({}),
    student: () => session(learnerClaims, 'student'),
    teacher: () => session(teacher, 'teacher'),
    'teacher without publish': () => session(teacher, 'teacher', { canPublish: false, mainLessonIds: null }),
    admin: () => session(adminClaims, 'admin'),
    'second factor missing': () => session(withoutFactor, 'admin'),
    'revoked session': () => ({ ...revoked.headers }),
    'expired session': () =>
      sessionHeaders('admin', { sub: adminClaims.sub, epoch: adminClaims.epoch, ...expired }),
    'deactivated admin': () => ({ ...deactivatedSession.headers }),
    "learner's token as a session": () => ({ cookie: `session=${learner}` }),
    'wrong key': () => ({ 'x-api-key': generateApiKey() }),
    'revoked key': () => ({ 'x-api-key': revokedKey }),
    'learner without a key': () => bearerHeader(learner),
    key: () => ({ ...withKey }),
    'key and learner': () => ({
      ...withKey,
      ...bearerHeader(
        userToken('learner', { sub: learnerClaims.sub, epoch: learnerClaims.epoch, jti: randomUUID() }),
      ),
    }),
    'key and expired learner': () => ({
      ...withKey,
      ...bearerHeader(
        userToken('learner', {
          sub: learnerClaims.sub,
          epoch: learnerClaims.epoch,
          iat: past,
          exp: past + 3_600,
        }),
      ),
    }),
    'key and deactivated learner': () => ({ ...withKey, ...bearerHeader(deactivatedLearnerToken) }),
    "key and an admin's session": () => ({ ...withKey, ...session(adminClaims, 'admin') }),
    'key and a session as token': () => ({
      ...withKey,
      ...bearerHeader(
        userToken('session', { sub: adminClaims.sub, epoch: adminClaims.epoch, jti: randomUUID() }),
      ),
    }),
  };
}
