import type { LearnerUser, Role, SessionUser } from '@khmer-learning/contracts';
import { lockRows, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, FilterQuery, UpdateQuery } from 'mongoose';
import { insertUser } from './insert-user.ts';
import {
  emitUserChanged,
  emitUserDeleted,
  emitUserSessionsChanged,
  type RevokedSession,
} from './user.events.ts';
import type { UserModel, UserRow } from './user.model.ts';

/** The providers whose ID tokens sign a learner in. */
export type IdentityProvider = keyof NonNullable<UserRow['identities']>;

/** A user as sign-in and password changes see it: without the search fields. */
export type Account = Omit<UserRow, 'searchKeys' | 'searchText'>;

/** By which a write notices that an account has changed. */
type UnchangedFields = Pick<Account, '_id' | 'email' | 'passwordHash' | 'sessions'>;

/** Reads and writes users for sign-in, passwords and sessions, password hashes included. */
export type AccountRepository = ReturnType<typeof createAccountRepository>;

/** Most signed-out tokens of one user in an event. */
const maxRevokedTokens = 100;

const withoutSearchFields = { searchKeys: 0, searchText: 0 } as const;

/** What ends every session. */
const endedSessions = { 'sessions.epoch': 1, 'sessions.version': 1 } as const;

export function createAccountRepository(users: UserModel) {
  const findOne = (where: FilterQuery<UserRow>): Promise<Account | null> =>
    users.findOne(where, withoutSearchFields).lean<Account>().exec();

  /** Changes the account that matches. @returns it; null when none does */
  const change = (
    { session }: Transaction,
    where: FilterQuery<UserRow>,
    update: UpdateQuery<UserRow>,
  ): Promise<Account | null> =>
    users
      .findOneAndUpdate(where, update, { session, new: true, projection: withoutSearchFields })
      .lean<Account>()
      .exec();

  /** The account as the caller has read it. */
  const unchanged = ({ _id, email, passwordHash, sessions }: UnchangedFields) => ({
    ...{ _id, email, passwordHash },
    'sessions.epoch': sessions.epoch,
  });

  return {
    find: (_id: number) => findOne({ _id }),
    findByEmail: (email: string) => findOne({ email }),
    /** The user whose passkeys have this handle. */
    findByPasskeyHandle: (handle: string) => findOne({ 'secondFactor.handle': handle }),
    /** The user with this id (`sub`) at an identity provider. */
    findByIdentity: (provider: IdentityProvider, subject: string) =>
      findOne({ [`identities.${provider}`]: subject }),
    /** The user who is linked to this account of the school. */
    findBySchoolAccount: (schoolAccount: string) => findOne({ schoolAccount }),
    /** Number of active accounts of a role that match. */
    countActive: (role: Role, condition: FilterQuery<UserRow>): Promise<number> =>
      users.countDocuments({ ...condition, role, isActive: true }).exec(),
    /** Stores a new user and emits its events. */
    async add(tx: Transaction, user: Parameters<typeof insertUser>[2]) {
      await insertUser(tx, users, user);
    },
    /** Deletes a learner and emits the events. @returns the former account; null for staff, or when there is none */
    async deleteLearner(tx: Transaction, id: number) {
      const learner = await users
        .findOneAndDelete(
          { _id: id, role: 'student' },
          { session: tx.session, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (learner) emitUserDeleted(tx, learner);
      return learner;
    },
    /** Locks an account, so that it cannot be deleted before the transaction ends. @returns whether there is one */
    lock: async (tx: Transaction, id: number) => (await lockRows<UserRow>(users, [id], tx.session)) === 1,
    /** Stores the time of a sign-in. The user's version does not change. */
    async recordSignIn(tx: Transaction, id: number) {
      await users.updateOne({ _id: id }, { $set: { lastLogin: new Date() } }, { session: tx.session });
    },
    /** Notes a mail about a new browser, unless there was one in the last `periodMs`. @returns whether it was noted */
    async startBrowserNotice(tx: Transaction, id: number, periodMs: number) {
      const now = Date.now();
      const { matchedCount } = await users.updateOne(
        { _id: id, browserNoticeAt: { $not: { $gt: new Date(now - periodMs) } } },
        { $set: { browserNoticeAt: new Date(now) } },
        { session: tx.session },
      );
      return matchedCount === 1;
    },
    /**
     * Stores a new password and ends every session. @returns false when the account has changed since it was read
     * @param proof whether it also proves the address: if that is new, identities end, too, as they may be of somebody else
     */
    async setPassword(
      tx: Transaction,
      account: UnchangedFields & Pick<Account, 'emailVerified'>,
      passwordHash: string,
      proof: { readonly emailVerified?: true } = {},
    ) {
      const endsIdentities = proof.emailVerified && !account.emailVerified;
      const changed = await change(
        tx,
        { ...unchanged(account), isActive: true },
        {
          $set: { passwordHash, ...proof },
          $unset: { withoutPassword: 1, ...(endsIdentities ? { identities: 1 } : {}) },
          $inc: endedSessions,
        },
      );
      if (changed) emitUserSessionsChanged(tx, changed);
      return changed !== null;
    },
    /** Activates an invited account, whose mailed link proves the address. @returns false when it has changed since it was read */
    async acceptInvitation(tx: Transaction, account: UnchangedFields, passwordHash: string) {
      const accepted = await change(
        tx,
        { ...unchanged(account), invitedUntil: { $exists: true } },
        {
          $set: { passwordHash, isActive: true, emailVerified: true, updatedAt: new Date() },
          $unset: { invitedUntil: 1 },
          $inc: { version: 1, ...endedSessions },
        },
      );
      if (!accepted) return false;
      emitUserChanged(tx, accepted);
      emitUserSessionsChanged(tx, accepted);
      return true;
    },
    /** Ends every session of a user, those of learners' apps too. @returns the account; null when there is none */
    async endAllSessions(tx: Transaction, id: number) {
      const ended = await change(tx, { _id: id }, { $inc: endedSessions });
      if (ended) emitUserSessionsChanged(tx, ended);
      return ended;
    },
    /** Changes the second factor of an account while `condition` holds. @returns whether it was changed */
    async changeSecondFactor(
      id: number,
      condition: FilterQuery<UserRow>,
      update: UpdateQuery<UserRow>,
      session?: ClientSession,
    ) {
      const filter = { ...condition, _id: id };
      const { matchedCount } = await users.updateOne(filter, update, session ? { session } : {});
      return matchedCount === 1;
    },
    /**
     * Connects a learner with an identity whose provider has proven the address. Unless it was proven before, `newPasswordHash`
     * replaces the password, and sessions and identities end, which may be of somebody else. @returns null when it has changed
     */
    async linkIdentity(
      tx: Transaction,
      { _id, email, passwordHash }: Account,
      identity: { provider: IdentityProvider; subject: string; newPasswordHash: string | undefined },
    ) {
      const { provider, subject, newPasswordHash } = identity;
      const path = `identities.${provider}`;
      const known = { _id, email, passwordHash, role: 'student', isActive: true } as const;
      if (newPasswordHash === undefined)
        return change(
          tx,
          { ...known, [path]: { $exists: false } },
          { $set: { emailVerified: true, [path]: subject } },
        );
      const linked = await change(tx, known, {
        $set: { emailVerified: true, passwordHash: newPasswordHash, identities: { [provider]: subject } },
        $inc: endedSessions,
      });
      if (linked) emitUserSessionsChanged(tx, linked);
      return linked;
    },
    /** Links staff to the school's account, whose provider has proven the address. @returns null when it has changed since */
    linkSchoolAccount: (
      tx: Transaction,
      { _id, email, passwordHash }: Pick<Account, '_id' | 'email' | 'passwordHash'>,
      link: { readonly schoolAccount: string; readonly withoutPassword?: true },
    ) =>
      change(
        tx,
        { _id, email, passwordHash, role: { $ne: 'student' }, isActive: true },
        { $set: { ...link, emailVerified: true } },
      ),
    /**
     * Emits which tokens are signed out, or, if they are too many for an event, ends all. @returns whether it ended all
     * @param revoked reads those that have not expired, after the user row is locked
     */
    async emitRevokedSessions(
      tx: Transaction,
      id: number,
      revoked: () => Promise<readonly RevokedSession[]>,
    ) {
      const user = await change(tx, { _id: id }, { $inc: { 'sessions.version': 1 } });
      if (!user) return false;
      const tokens = await revoked();
      const isTooMany = tokens.length > maxRevokedTokens;
      const ended = isTooMany ? await change(tx, { _id: id }, { $inc: { 'sessions.epoch': 1 } }) : null;
      if (ended) emitUserSessionsChanged(tx, ended);
      else emitUserSessionsChanged(tx, user, tokens);
      return ended !== null;
    },
  };
}

export function toSessionUser(account: Account): SessionUser {
  const { _id: id, firstName, lastName, email, role, rights } = account;
  return { id, firstName, lastName, email, role, ...(rights && { rights }) };
}

export function toLearnerUser(account: Account): LearnerUser {
  return { ...toSessionUser(account), name: `${account.firstName} ${account.lastName}` };
}
