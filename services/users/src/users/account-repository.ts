import type { SessionUser } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import { insertUser } from './insert-user.ts';
import { emitUserSessionsChanged, type RevokedSession } from './user.events.ts';
import type { UserModel, UserRow } from './user.model.ts';

/** What signing in and changing passwords know of a person. */
export type Account = Omit<UserRow, 'searchKeys' | 'searchText'>;

/** The users as sign-in, passwords and sessions need them: no list, no search, but the secrets. */
export interface AccountRepository {
  findByEmail(email: string): Promise<Account | null>;
  find(id: number): Promise<Account | null>;
  /** Stores a new person and tells of them. */
  add(tx: Transaction, user: Parameters<typeof insertUser>[2]): Promise<void>;
  /** Remembers when somebody signed in; the person's version stays. */
  recordSignIn(tx: Transaction, id: number): Promise<void>;
  /**
   * Stores a new password and ends every session, if the account is still what the caller has checked.
   *
   * @returns whether it was
   */
  setPassword(
    tx: Transaction,
    account: Pick<Account, '_id' | 'email' | 'passwordHash' | 'sessions'>,
    passwordHash: string,
  ): Promise<boolean>;
  /**
   * Tells that single tokens of the person were signed out. Of too many to tell, all the person's tokens end instead.
   *
   * @param revoked all of them that have not expired; read after the person is locked for this transaction
   * @returns whether all have ended
   */
  emitRevokedSessions(
    tx: Transaction,
    id: number,
    revoked: () => Promise<readonly RevokedSession[]>,
  ): Promise<boolean>;
}

/** Signed-out tokens of one person that an event lists; a learner's are good for 30 days. */
const maxRevokedTokens = 100;

const withoutSearchFields = { searchKeys: 0, searchText: 0 } as const;

export function createAccountRepository(users: UserModel): AccountRepository {
  return {
    findByEmail: (email) => users.findOne({ email }, withoutSearchFields).lean<Account>(),
    find: (id) => users.findById(id, withoutSearchFields).lean<Account>(),
    async add(tx, user) {
      await insertUser(tx, users, user);
    },
    async recordSignIn(tx, id) {
      await users.updateOne({ _id: id }, { $set: { lastLogin: new Date() } }, { session: tx.session });
    },
    async setPassword(tx, account, passwordHash) {
      const changed = await users
        .findOneAndUpdate(
          {
            _id: account._id,
            isActive: true,
            email: account.email,
            passwordHash: account.passwordHash,
            'sessions.epoch': account.sessions.epoch,
          },
          { $set: { passwordHash }, $inc: { 'sessions.epoch': 1, 'sessions.version': 1 } },
          { session: tx.session, new: true, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (changed) emitUserSessionsChanged(tx, changed);
      return changed !== null;
    },
    async emitRevokedSessions(tx, id, revoked) {
      const increment = (part: 'version' | 'epoch') =>
        users
          .findOneAndUpdate(
            { _id: id },
            { $inc: { [`sessions.${part}`]: 1 } },
            { session: tx.session, new: true, projection: withoutSearchFields },
          )
          .lean<Account>();
      const user = await increment('version');
      if (!user) return false;
      const tokens = await revoked();
      const ended = tokens.length > maxRevokedTokens ? await increment('epoch') : null;
      if (ended) emitUserSessionsChanged(tx, ended);
      else emitUserSessionsChanged(tx, user, tokens);
      return ended !== null;
    },
  };
}

/** The person as the browser keeps them. */
export function toSessionUser(account: Account): SessionUser {
  const { _id: id, firstName, lastName, email, role } = account;
  return { id, firstName, lastName, email, role };
}
