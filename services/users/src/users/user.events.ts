import { type StateOf, userEvent, userSessionsEvent } from '@khmer-learning/contracts';
import type { SearchFields, Transaction } from '@khmer-learning/service-kit';
import type { UserRow } from './user.model.ts';

/** A user without fields that no event contains. */
type PublishedUser = Omit<
  UserRow,
  keyof SearchFields | 'passwordHash' | 'identities' | 'sessions' | 'nameSort'
>;

/** The user state that other services receive. */
export function toUserState(user: PublishedUser): StateOf<typeof userEvent> {
  return {
    id: user._id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    ...(user.rights && { rights: user.rights }),
    isActive: user.isActive,
    registrationType: user.registrationType,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

export function emitUserChanged(tx: Transaction, user: PublishedUser): void {
  tx.emitChanged(userEvent, { id: user._id, version: user.version, state: toUserState(user) });
}

/** Emits the tombstones of a deleted user: of the user, and of the sessions, which ends all of the user's tokens. */
export function emitUserDeleted(tx: Transaction, user: Pick<UserRow, '_id' | 'version' | 'sessions'>): void {
  tx.emitDeleted(userEvent, { id: user._id, version: user.version + 1 });
  tx.emitDeleted(userSessionsEvent, { id: user._id, version: user.sessions.version + 1 });
}

/** A signed-out token that has not expired yet. */
export interface RevokedSession {
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** Emits which tokens of a user are valid. @param revoked single ones; a new epoch has ended all of them */
export function emitUserSessionsChanged(
  tx: Transaction,
  user: Pick<UserRow, '_id' | 'isActive' | 'sessions'>,
  revoked: readonly RevokedSession[] = [],
): void {
  tx.emitChanged(userSessionsEvent, {
    id: user._id,
    version: user.sessions.version,
    state: toUserSessionsState(user, revoked),
  });
}

/** What decides which of a user's tokens are valid. */
export function toUserSessionsState(
  user: Pick<UserRow, '_id' | 'isActive' | 'sessions'>,
  revoked: readonly RevokedSession[],
): StateOf<typeof userSessionsEvent> {
  return {
    userId: user._id,
    active: user.isActive,
    epoch: user.sessions.epoch,
    revoked: revoked.map(({ sessionId, expiresAt }) => ({ sessionId, expiresAt: expiresAt.toISOString() })),
  };
}
