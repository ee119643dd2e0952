import { type StateOf, userEvent, userSessionsEvent } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { UserRow } from './user.model.ts';

/** A person as others may know them. */
export function toUserState(user: UserRow): StateOf<typeof userEvent> {
  return {
    id: user._id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    isActive: user.isActive,
    registrationType: user.registrationType,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

/** Tells of a new or changed person. */
export function emitUserChanged(tx: Transaction, user: UserRow): void {
  tx.emitChanged(userEvent, { id: user._id, version: user.version, state: toUserState(user) });
}

/** Tells that a person is gone, and that none of their tokens is good any more. */
export function emitUserDeleted(tx: Transaction, user: UserRow): void {
  tx.emitDeleted(userEvent, { id: user._id, version: user.version + 1 });
  // A state rather than a tombstone: who reads it needs no rule for tokens of people they do not know.
  const sessions = { epoch: user.sessions.epoch + 1, version: user.sessions.version + 1 };
  emitUserSessionsChanged(tx, { ...user, isActive: false, sessions });
}

/** A sign-out that still matters, because the token has not expired yet. */
export interface RevokedSession {
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/**
 * Tells which of a person's tokens are good.
 *
 * @param revoked single tokens that were signed out; none after the epoch grew, which ends them all
 */
export function emitUserSessionsChanged(
  tx: Transaction,
  user: Pick<UserRow, '_id' | 'isActive' | 'sessions'>,
  revoked: readonly RevokedSession[] = [],
): void {
  tx.emitChanged(userSessionsEvent, {
    id: user._id,
    version: user.sessions.version,
    state: {
      userId: user._id,
      active: user.isActive,
      epoch: user.sessions.epoch,
      revoked: revoked.map(({ sessionId, expiresAt }) => ({ sessionId, expiresAt: expiresAt.toISOString() })),
    },
  });
}
