import { createHmac } from 'node:crypto';
import type { Principal } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import {
  createInternalTokenSigner,
  createInternalTokenVerifier,
  signInternalToken,
} from './internal-token.ts';

const secret = 'a-secret-of-at-least-32-characters-1';
const newSecret = 'another-secret-of-32-characters-or-so';
const principal: Principal = {
  kind: 'session',
  userId: 7,
  role: 'teacher',
  sessionId: 's1',
  sessionExpiresAt: 2_000_000_000,
};
const claims = { iss: 'gateway', aud: 'content', rid: 'request-1', principal };
const verify = createInternalTokenVerifier([secret], 'content');

const now = () => Math.floor(Date.now() / 1_000);
const sign = (
  payload: object,
  { key = secret, algorithm = 'HS256' }: { key?: string; algorithm?: 'HS256' | 'HS512' } = {},
) => jwt.sign(payload, key, { algorithm, expiresIn: 30 });

function unsigned(header: object, payload: object, signature = ''): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}

test('the token identifies the caller and the request', () => {
  const token = signInternalToken(secret, { audience: 'content', requestId: 'request-1', principal });
  expect(verify(token)).toEqual({ requestId: 'request-1', principal });
});

test('secrets can be changed without a pause: the first signs, all verify', () => {
  const signNew = createInternalTokenSigner([newSecret, secret]);
  const verifyBoth = createInternalTokenVerifier([newSecret, secret], 'content');
  const content = { audience: 'content', requestId: 'r', principal };
  expect(verifyBoth(signNew(content))).toBeDefined();
  expect(verifyBoth(signInternalToken(secret, content))).toBeDefined();
  expect(verify(signNew(content))).toBeUndefined();
});

const { aud: _aud, ...withoutAudience } = claims;
const { rid: _rid, ...withoutRequest } = claims;
const { principal: _principal, ...withoutPrincipal } = claims;
const misused: readonly [string, string | undefined][] = [
  ['none', undefined],
  ['empty', ''],
  ['no token', 'abc'],
  ['alg none', unsigned({ alg: 'none', typ: 'JWT' }, { ...claims, iat: now(), exp: now() + 30 })],
  [
    'alg none with the signature of another',
    unsigned({ alg: 'none' }, { ...claims, iat: now(), exp: now() + 30 }, sign(claims).split('.')[2]),
  ],
  ['another algorithm of the same secret', sign(claims, { algorithm: 'HS512' })],
  ['another secret', sign(claims, { key: newSecret })],
  ['for another service', sign({ ...claims, aud: 'users' })],
  ['for several services', sign({ ...claims, aud: ['users', 'stats'] })],
  ['without audience', sign(withoutAudience)],
  ['of another issuer', sign({ ...claims, iss: 'khmer-learning' })],
  ['without exp', jwt.sign(claims, secret)],
  ['expired', handMade({ ...claims, iat: now() - 40, exp: now() - 10 })],
  ['older than 60 s', handMade({ ...claims, iat: now() - 61, exp: now() - 61 + 60 })],
  ['valid for longer than 60 s', handMade({ ...claims, iat: now(), exp: now() + 3_600 })],
  ['from the future', handMade({ ...claims, iat: now() + 3_600, exp: now() + 3_630 })],
  ['without iat', handMade({ ...claims, exp: now() + 30 })],
  ['without request id', sign(withoutRequest)],
  ['without principal', sign(withoutPrincipal)],
  ['with a made-up principal', sign({ ...claims, principal: { kind: 'root' } })],
  ['with a made-up role', sign({ ...claims, principal: { ...principal, role: 'owner' } })],
];

/** Signed manually, to create tokens that the library would not create. */
function handMade(payload: object): string {
  const [head, body] = unsigned({ alg: 'HS256', typ: 'JWT' }, payload).split('.');
  return `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`;
}

test('a token made by hand as it should be is accepted', () => {
  expect(verify(handMade({ ...claims, iat: now(), exp: now() + 30 }))).toBeDefined();
});

test.each(misused)('refused: %s', (_what, token) => {
  expect(verify(token)).toBeUndefined();
});
