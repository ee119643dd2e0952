import { createSecretKey } from 'node:crypto';
import { learnerTokenOptions, sessionTokenOptions, type UserTokenClaims } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import type { Account } from '../users/account-repository.ts';

/** Signs the user tokens that the gateway verifies. */
export interface UserTokenSigner {
  /** A token for the console's session cookie, valid for 12 hours. @param sessionId the id of the session */
  signSession(account: Account, sessionId: string): string;
  /** A token for a learner's app, valid for an hour. @param sessionId the id of the sign-in, shared by all of its tokens */
  signLearner(account: Account, sessionId: string): string;
}

/** @param secrets the first one signs; the gateway accepts all of them */
export function createUserTokenSigner(secrets: readonly string[]): UserTokenSigner {
  const signSession = createSigner(secrets, sessionTokenOptions);
  const signLearner = createSigner(secrets, learnerTokenOptions);
  return {
    signSession: (account, sessionId) => signSession(claimsOf(account, sessionId)),
    signLearner: (account, sessionId) => signLearner(claimsOf(account, sessionId)),
  };
}

type OwnClaims = Omit<UserTokenClaims, 'iat' | 'exp'>;

function createSigner(
  [secret]: readonly string[],
  kind: { issuer: string; audience: string; lifetimeSeconds: number },
): (claims: OwnClaims) => string {
  if (secret === undefined) throw new Error('At least one session secret is required');
  const key = createSecretKey(secret, 'utf8');
  const { issuer, audience, lifetimeSeconds: expiresIn } = kind;
  return (claims) => jwt.sign(claims, key, { algorithm: 'HS256', issuer, audience, expiresIn });
}

function claimsOf({ _id, role, email, sessions }: Account, jti: string): OwnClaims {
  return { sub: String(_id), jti, role, email, epoch: sessions.epoch };
}
