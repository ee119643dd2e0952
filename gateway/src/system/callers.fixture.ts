import { randomUUID } from 'node:crypto';
import {
  type Access,
  type Role,
  type User,
  type UserTokenClaims,
  userTokenClaimsSchema,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { newApiKey, type RunningGateway, signedIn, userToken } from '../gateway.fixture.ts';
import { createKey, createUser, learnerToken, signIn } from './system.fixture.ts';

/** Everybody who may come to the door, and what they show. A function: something new for every call. */
export type Callers = Readonly<Record<CallerName, () => Record<string, string>>>;

type Outcome = number | 'reached';
const nobodyElse = 401;

/**
 * What becomes of each caller, by the access of what they call. `reached`: let through, whatever the answer is then.
 * (decisions, Product and people; API keys and `/api/v1`)
 */
const expectations = {
  'no session': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
  student: { public: 'reached', session: 403, admin: 403, apiKey: 401, learner: 401 },
  teacher: { public: 'reached', session: 'reached', admin: 403, apiKey: 401, learner: 401 },
  admin: { public: 'reached', session: 'reached', admin: 'reached', apiKey: 401, learner: 401 },
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
    learner: nobodyElse,
  },
  'key and a session as token': { public: 'reached', session: 401, admin: 401, apiKey: 401, learner: 401 },
} as const satisfies Record<string, Record<Exclude<Access, 'internal'>, Outcome>>;

export type CallerName = keyof typeof expectations;

/** What each caller is to get from endpoints of an access. */
export function expectedFor(access: Exclude<Access, 'internal'>): Record<CallerName, Outcome> {
  return Object.fromEntries(
    Object.entries(expectations).map(([name, byAccess]) => [name, byAccess[access]]),
  ) as Record<CallerName, Outcome>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function claimsIn(token: string): UserTokenClaims {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return userTokenClaimsSchema.parse(JSON.parse(payload));
}

/** Brings all of them about, through the gateway and the users service. */
export async function createCallers(gateway: RunningGateway): Promise<Callers> {
  const admin = await signIn(gateway);
  const adminClaims = claimsIn(admin.session);
  const people = Object.fromEntries(
    await Promise.all(
      (['student', 'teacher'] as const).map(async (role) => [role, await createUser(admin, role)]),
    ),
  ) as Record<'student' | 'teacher', User>;
  const teacher = claimsIn((await signIn(gateway, people.teacher.email)).session);

  /** As the users service would sign it: calls that end a session must not end everybody's. */
  const session = ({ sub, epoch }: UserTokenClaims, role: Role) =>
    signedIn(role, { sub, epoch, jti: randomUUID() });

  const revoked = await signIn(gateway, people.teacher.email);
  await revoked.call('POST', '/api/auth/logout');

  const leaving = await createUser(admin, 'admin');
  const left = await signIn(gateway, leaving.email);
  const leavingLearner = await createUser(admin, 'student');
  const leftLearner = await learnerToken(gateway, leavingLearner.email);
  for (const { id } of [leaving, leavingLearner])
    expect((await admin.call('PATCH', `/api/users/${id}/status`, { isActive: false })).status).toBe(200);

  const learner = await learnerToken(gateway, people.student.email);
  const revokedKey = (await createKey(admin, gateway)).key;
  const { key } = await createKey(admin, gateway);
  const withKey = { 'x-api-key': key };
  const learnerClaims = claimsIn(learner);

  const dead = [revoked.headers, left.headers];
  await eventually(async () => {
    for (const headers of dead)
      expect((await gateway.call('/api/auth/session', { headers })).status).toBe(401);
    for (const headers of [{ 'x-api-key': revokedKey }, { ...withKey, ...bearer(leftLearner) }])
      expect((await gateway.call('/api/v1/me', { headers })).status).toBe(401);
  });
  const past = Math.floor(Date.now() / 1_000) - 13 * 3_600;
  const expired = { iat: past, exp: past + 12 * 3_600 };

  return {
    'no session': () => ({}),
    student: () => session(learnerClaims, 'student'),
    teacher: () => session(teacher, 'teacher'),
    admin: () => session(adminClaims, 'admin'),
    'revoked session': () => ({ ...revoked.headers }),
    'expired session': () =>
      signedIn('admin', { sub: adminClaims.sub, epoch: adminClaims.epoch, ...expired }),
    'deactivated admin': () => ({ ...left.headers }),
    "learner's token as a session": () => ({ cookie: `session=${learner}` }),
    'wrong key': () => ({ 'x-api-key': newApiKey() }),
    'revoked key': () => ({ 'x-api-key': revokedKey }),
    'learner without a key': () => bearer(learner),
    key: () => ({ ...withKey }),
    'key and learner': () => ({
      ...withKey,
      ...bearer(
        userToken('learner', { sub: learnerClaims.sub, epoch: learnerClaims.epoch, jti: randomUUID() }),
      ),
    }),
    'key and expired learner': () => ({
      ...withKey,
      ...bearer(
        userToken('learner', {
          sub: learnerClaims.sub,
          epoch: learnerClaims.epoch,
          iat: past,
          exp: past + 3_600,
        }),
      ),
    }),
    'key and deactivated learner': () => ({ ...withKey, ...bearer(leftLearner) }),
    "key and an admin's session": () => ({ ...withKey, ...session(adminClaims, 'admin') }),
    'key and a session as token': () => ({
      ...withKey,
      ...bearer(userToken('session', { sub: adminClaims.sub, epoch: adminClaims.epoch, jti: randomUUID() })),
    }),
  };
}
