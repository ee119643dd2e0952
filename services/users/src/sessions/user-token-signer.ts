import { createSecretKey, randomUUID } from 'node:crypto';
import { learnerTokenOptions, sessionTokenOptions, type UserTokenClaims } from '@khmer-learning/contracts';
import jwt from 'jsonwebtoken';
import type { Account } from '../users/account-repository.ts';

/** Signs the user tokens that the gateway verifies. */
export interface UserTokenSigner {
  /** A token for the console's session cookie, valid for 12 hours. */
  signSession(account: Account): string;
  /** A token for a learner's app, valid for 30 days. */
  signLearner(account: Account): string;
}

/** @param secrets the first one signs; the gateway accepts all of them */
export function createUserTokenSigner(secrets: readonly string[]): UserTokenSigner {
  const signSession = createSigner(secrets, sessionTokenOptions);
  const signLearner = createSigner(secrets, learnerTokenOptions);
  return {
    signSession: (account) => signSession(claimsOf(account)),
    signLearner: (account) => signLearner(claimsOf(account)),
  };
}

type OwnClaims = Omit<UserTokenClaims, 'iat' | 'exp'>;

function createSigner(
  [secret]: readonly string[],
  kind: { issuer: string; audience: string; lifetimeSeconds: number },
): (claims: OwnClaims) => string {
  if (secret === undefined) throw new Error('At least one session secret is required');
  const key = createSecretKey(secret, 'utf8');
  const options = {
    algorithm: 'HS256',
    issuer: kind.issuer,
    audience: kind.audience,
    expiresIn: kind.lifetimeSeconds,
  } as const;
  return (claims) => jwt.sign(claims, key, options);
}

function claimsOf({ _id, role, email, sessions }: Account): OwnClaims {
  return { sub: String(_id), jti: randomUUID(), role, email, epoch: sessions.epoch };
}
