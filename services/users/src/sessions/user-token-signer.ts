import { createSecretKey } from 'node:crypto';
import { learnerTokenOptions, sessionTokenOptions, type UserTokenClaims } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import type { Account } from '../users/account-repository.ts';

/** Signs the user tokens that the gateway verifies. */
export type UserTokenSigner = ReturnType<typeof createUserTokenSigner>;

/** @param secrets the first one signs; the gateway accepts all of them */
export function createUserTokenSigner(secrets: readonly string[]) {
  const signSession = createSigner(secrets, sessionTokenOptions);
  const signLearner = createSigner(secrets, learnerTokenOptions);
  return {
    /** A token for the console's session cookie. @param provedAt epoch seconds */
    signSession: (account: Account, sessionId: string, lifetimeSeconds: number, provedAt: number) =>
      signSession({ ...claimsOf(account, sessionId), provedAt }, lifetimeSeconds),
    /** A token for a learner's app, valid for an hour. @param sessionId the id of the sign-in, shared by all of its tokens */
    signLearner: (account: Account, sessionId: string) =>
      signLearner(claimsOf(account, sessionId), learnerTokenOptions.lifetimeSeconds),
  };
}

type OwnClaims = Omit<UserTokenClaims, 'iat' | 'exp'>;

function createSigner(
  [secret]: readonly string[],
  { issuer, audience }: { issuer: string; audience: string },
): (claims: OwnClaims, expiresIn: number) => string {
  if (secret === undefined) throw new Error('At least one session secret is required');
  const key = createSecretKey(secret, 'utf8');
  return (claims, expiresIn) => jwt.sign(claims, key, { algorithm: 'HS256', issuer, audience, expiresIn });
}

function claimsOf({ _id, role, rights, email, sessions }: Account, jti: string): OwnClaims {
  return { sub: String(_id), jti, role, ...(rights && { rights }), email, epoch: sessions.epoch };
}
