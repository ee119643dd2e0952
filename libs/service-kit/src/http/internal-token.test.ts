import { createHmac, createPrivateKey, sign as signBytes } from 'node:crypto';
import type { Principal } from '@khmer-learning/contracts';
import {
  createInternalTokenSigner,
  createInternalTokenVerifier,
  generateInternalPrivateKey,
  internalPublicKeyOf,
  signInternalToken,
} from './internal-token.ts';

const privateKey = generateInternalPrivateKey();
const newPrivateKey = generateInternalPrivateKey();
const publicKey = internalPublicKeyOf(privateKey);
const principal: Principal = {
  kind: 'session',
  userId: 7,
  role: 'teacher',
  sessionId: 's1',
  sessionExpiresAt: 2_000_000_000,
};
const claims = { iss: 'gateway', aud: 'content', principal };
const verify = createInternalTokenVerifier([publicKey], 'content');

const now = () => Math.floor(Date.now() / 1_000);
const fresh = () => ({ iat: now(), exp: now() + 30 });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const eddsa = { alg: 'EdDSA', typ: 'JWT' };

/** A token made by hand, to make some that the signer would not make. */
function handMade(
  payload: object,
  { key = privateKey, header = eddsa as object, requestId = 'r' } = {},
): string {
  const text = `${encode(header)}.${encode(payload)}`;
  const read = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return `${text}.${signBytes(null, Buffer.from(text), read).toString('base64url')}.${requestId}`;
}

/** What a service could sign that has only the public key. */
function signedWithPublicKey(): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, ...fresh() })}`;
  const key = Buffer.from(publicKey, 'base64');
  return `${text}.${createHmac('sha512', key).update(text).digest('base64url')}.r`;
}

test('the token identifies the caller and the request', () => {
  const token = signInternalToken(privateKey, { audience: 'content', requestId: 'request-1', principal });
  expect(verify(token)).toEqual({ requestId: 'request-1', principal });
});

test('keys can be changed without a pause: services verify with both', () => {
  const verifyBoth = createInternalTokenVerifier([publicKey, internalPublicKeyOf(newPrivateKey)], 'content');
  const content = { audience: 'content', requestId: 'r', principal };
  const signedAnew = signInternalToken(newPrivateKey, content);
  expect(verifyBoth(signedAnew)).toBeDefined();
  expect(verifyBoth(signInternalToken(privateKey, content))).toBeDefined();
  expect(verify(signedAnew)).toBeUndefined();
});

test('one signature serves the requests of one caller to one service, for ten seconds', () => {
  const signer = createInternalTokenSigner(privateKey);
  const signatureOf = (audience: string, userId: number, requestId: string) =>
    signer({ audience, requestId, principal: { ...principal, userId } }).split('.')[2];
  const first = signatureOf('content', 7, 'r1');
  expect(signatureOf('content', 7, 'r2')).toBe(first);
  expect(signatureOf('content', 8, 'r3')).not.toBe(first);
  expect(signatureOf('users', 7, 'r4')).not.toBe(first);
});

test.each([40_000, -40_000])('a clock that moves by %d ms makes no caller a stranger', (ms) => {
  const signer = createInternalTokenSigner(privateKey);
  const content = { audience: 'content', requestId: 'r', principal };
  signer(content);
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: ['performance'] });
  try {
    expect(verify(signer(content))).toBeDefined();
  } finally {
    jest.useRealTimers();
  }
});

test('a remembered signature is accepted until the token expires, for its own contents only', () => {
  const token = signInternalToken(privateKey, { audience: 'content', requestId: 'r1', principal });
  const [header, , signature] = token.split('.');
  expect(verify(token)).toBeDefined();
  expect(verify(token.replace(/r1$/, 'r2'))).toEqual({ requestId: 'r2', principal });
  const admin = encode({ ...claims, principal: { ...principal, role: 'admin' }, ...fresh() });
  expect(verify(`${header}.${admin}.${signature}.r1`)).toBeUndefined();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
  expect(verify(token)).toBeUndefined();
  clock.mockRestore();
});

const { aud: _aud, ...withoutAudience } = claims;
const { principal: _principal, ...withoutPrincipal } = claims;
const misused: readonly [string, string | undefined][] = [
  ['none', undefined],
  ['empty', ''],
  ['no token', 'abc'],
  ['alg none', `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims, ...fresh() })}..r`],
  ['alg none with a signature', handMade({ ...claims, ...fresh() }, { header: { alg: 'none' } })],
  ['another algorithm', handMade({ ...claims, ...fresh() }, { header: { alg: 'HS512', typ: 'JWT' } })],
  ['signed with the public key as secret', signedWithPublicKey()],
  ['another key', handMade({ ...claims, ...fresh() }, { key: newPrivateKey })],
  ['for another service', handMade({ ...claims, ...fresh(), aud: 'users' })],
  ['for several services', handMade({ ...claims, ...fresh(), aud: ['content', 'users'] })],
  ['without audience', handMade({ ...withoutAudience, ...fresh() })],
  ['of another issuer', handMade({ ...claims, ...fresh(), iss: 'khmer-learning' })],
  ['without exp', handMade({ ...claims, iat: now() })],
  ['expired', handMade({ ...claims, iat: now() - 40, exp: now() - 10 })],
  ['older than 60 s', handMade({ ...claims, iat: now() - 61, exp: now() - 61 + 60 })],
  ['valid for longer than 60 s', handMade({ ...claims, iat: now(), exp: now() + 3_600 })],
  ['from the future', handMade({ ...claims, iat: now() + 3_600, exp: now() + 3_630 })],
  ['without iat', handMade({ ...claims, exp: now() + 30 })],
  ['without request id', handMade({ ...claims, ...fresh() }, { requestId: '' })],
  ['with a request id of two lines', handMade({ ...claims, ...fresh() }, { requestId: 'a\nb' })],
  ['with a very long request id', handMade({ ...claims, ...fresh() }, { requestId: 'r'.repeat(129) })],
  ['without principal', handMade({ ...withoutPrincipal, ...fresh() })],
  ['with a made-up principal', handMade({ ...claims, ...fresh(), principal: { kind: 'root' } })],
  ['with a made-up role', handMade({ ...claims, ...fresh(), principal: { ...principal, role: 'owner' } })],
  ['no JSON', handMade({}).replace(/^([^.]+)\.[^.]+/, '$1.bm8')],
];

test('a token made by hand as it should be is accepted', () => {
  expect(verify(handMade({ ...claims, ...fresh() }))).toEqual({ requestId: 'r', principal });
});

test.each(misused)('refused: %s', (_what, token) => {
  expect(verify(token)).toBeUndefined();
});
