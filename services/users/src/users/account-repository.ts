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

/** Reads and writes users for sign-in, passwords and sessions, password hashes included. */
export interface AccountRepository {
  findByEmail(email: string): Promise<Account | null>;
  find(id: number): Promise<Account | null>;
  /** Stores a new user and emits its events. */
  add(tx: Transaction, user: Parameters<typeof insertUser>[2]): Promise<void>;
  /** Deletes a learner and emits the events. @returns the former account; null for staff, or when there is none */
  deleteLearner(tx: Transaction, id: number): Promise<Account | null>;
  /** Locks an account, so that it cannot be deleted before the transaction ends. @returns whether there is one */
  lock(tx: Transaction, id: number): Promise<boolean>;
  /** Stores the time of a sign-in. The user's version does not change. */
  recordSignIn(tx: Transaction, id: number): Promise<void>;
  /** Notes a mail about a new browser, unless there was one in the last `periodMs`. @returns whether it was noted */
  startBrowserNotice(tx: Transaction, id: number, periodMs: number): Promise<boolean>;
  /**
   * Stores a new password and ends every session, unless the account has changed since the caller read it.
   *
   * @param proof whether the change also proves the email address. If it was not proven before, the identities at
   *   providers end too: they may be of somebody who had another address
   * @returns whether the password was stored
   */
  setPassword(
    tx: Transaction,
    account: Pick<Account, '_id' | 'email' | 'passwordHash' | 'sessions' | 'emailVerified'>,
    passwordHash: string,
    proof?: { readonly emailVerified?: true },
  ): Promise<boolean>;
  /**
   * Activates an invited account with the password that its owner has chosen, unless it has changed since the caller
   * read it. The mailed link proves the address.
   *
   * @returns whether the account was activated
   */
  acceptInvitation(
    tx: Transaction,
    account: Pick<Account, '_id' | 'email' | 'passwordHash' | 'sessions'>,
    passwordHash: string,
  ): Promise<boolean>;
  /** Ends every session of a user, those of learners' apps too. @returns the account; null when there is none */
  endAllSessions(tx: Transaction, id: number): Promise<Account | null>;
  /** Changes the second factor of an account while `condition` holds. @returns whether it was changed */
  changeSecondFactor(
    id: number,
    condition: FilterQuery<UserRow>,
    update: UpdateQuery<UserRow>,
    session?: ClientSession,
  ): Promise<boolean>;
  /** Number of active accounts of a role that match. */
  countActive(role: Role, condition: FilterQuery<UserRow>): Promise<number>;
  /** The user whose passkeys have this handle. */
  findByPasskeyHandle(handle: string): Promise<Account | null>;
  /** The user with this id (`sub`) at an identity provider. */
  findByIdentity(provider: IdentityProvider, subject: string): Promise<Account | null>;
  /**
   * Connects an active learner's account with the id at an identity provider that has proven the address. Unless it was
   * proven before, `newPasswordHash` replaces the password, and every session and other identity ends: they may be of
   * somebody else.
   *
   * @returns the account, null when it has changed since the caller read it
   */
  linkIdentity(
    tx: Transaction,
    account: Account,
    identity: { provider: IdentityProvider; subject: string; newPasswordHash: string | undefined },
  ): Promise<Account | null>;
  /** The user who is linked to this account of the school. */
  findBySchoolAccount(schoolAccount: string): Promise<Account | null>;
  /**
   * Links an active account of staff to one of the school, whose provider has proven the address.
   *
   * @returns the account, null when it has changed since the caller read it
   */
  linkSchoolAccount(
    tx: Transaction,
    account: Pick<Account, '_id' | 'email' | 'passwordHash'>,
    link: { readonly schoolAccount: string; readonly withoutPassword?: true },
  ): Promise<Account | null>;
  /**
   * Emits the event that lists a user's signed-out tokens. If there are more than an event may list, it ends all tokens
   * of the user instead.
   *
   * @param revoked reads all signed-out tokens that have not expired; called after the user row is locked
   * @returns whether all tokens were ended
   */
  emitRevokedSessions(
    tx: Transaction,
    id: number,
    revoked: () => Promise<readonly RevokedSession[]>,
  ): Promise<boolean>;
}

/** Most signed-out tokens of one user in an event. */
const maxRevokedTokens = 100;

const withoutSearchFields = { searchKeys: 0, searchText: 0 } as const;

/** Creates the repository on the users collection. */
export function createAccountRepository(users: UserModel): AccountRepository {
  return {
    findByEmail: (email) => users.findOne({ email }, withoutSearchFields).lean<Account>(),
    find: (id) => users.findById(id, withoutSearchFields).lean<Account>(),
    async add(tx, user) {
      await insertUser(tx, users, user);
    },
    async deleteLearner(tx, id) {
      const learner = await users
        .findOneAndDelete(
          { _id: id, role: 'student' },
          { session: tx.session, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (learner) emitUserDeleted(tx, learner);
      return learner;
    },
    lock: async (tx, id) => (await lockRows<UserRow>(users, [id], tx.session)) === 1,
    async recordSignIn(tx, id) {
      await users.updateOne({ _id: id }, { $set: { lastLogin: new Date() } }, { session: tx.session });
    },
    async startBrowserNotice(tx, id, periodMs) {
      const now = Date.now();
      const { matchedCount } = await users.updateOne(
        { _id: id, browserNoticeAt: { $not: { $gt: new Date(now - periodMs) } } },
        { $set: { browserNoticeAt: new Date(now) } },
        { session: tx.session },
      );
      return matchedCount === 1;
    },
    async setPassword(tx, account, passwordHash, proof = {}) {
      const changed = await users
        .findOneAndUpdate(
          {
            _id: account._id,
            isActive: true,
            email: account.email,
            passwordHash: account.passwordHash,
            'sessions.epoch': account.sessions.epoch,
          },
          {
            $set: { passwordHash, ...proof },
            $unset: {
              withoutPassword: 1,
              ...(proof.emailVerified && !account.emailVerified ? { identities: 1 } : {}),
            },
            $inc: { 'sessions.epoch': 1, 'sessions.version': 1 },
          },
          { session: tx.session, new: true, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (changed) emitUserSessionsChanged(tx, changed);
      return changed !== null;
    },
    async acceptInvitation(tx, account, passwordHash) {
      const accepted = await users
        .findOneAndUpdate(
          {
            _id: account._id,
            invitedUntil: { $exists: true },
            email: account.email,
            passwordHash: account.passwordHash,
            'sessions.epoch': account.sessions.epoch,
          },
          {
            $set: { passwordHash, isActive: true, emailVerified: true, updatedAt: new Date() },
            $unset: { invitedUntil: 1 },
            $inc: { version: 1, 'sessions.epoch': 1, 'sessions.version': 1 },
          },
          { session: tx.session, new: true, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (!accepted) return false;
      emitUserChanged(tx, accepted);
      emitUserSessionsChanged(tx, accepted);
      return true;
    },
    async endAllSessions(tx, id) {
      const ended = await users
        .findOneAndUpdate(
          { _id: id },
          { $inc: { 'sessions.epoch': 1, 'sessions.version': 1 } },
          { session: tx.session, new: true, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (ended) emitUserSessionsChanged(tx, ended);
      return ended;
    },
    async changeSecondFactor(id, condition, update, session) {
      const filter = { ...condition, _id: id };
      const { matchedCount } = await users.updateOne(filter, update, session ? { session } : {});
      return matchedCount === 1;
    },
    countActive: (role, condition) => users.countDocuments({ ...condition, role, isActive: true }),
    findByPasskeyHandle: (handle) =>
      users.findOne({ 'secondFactor.handle': handle }, withoutSearchFields).lean<Account>(),
    findByIdentity: (provider, subject) =>
      users.findOne({ [`identities.${provider}`]: subject }, withoutSearchFields).lean<Account>(),
    async linkIdentity(tx, account, { provider, subject, newPasswordHash }) {
      const path = `identities.${provider}`;
      const isTakenOver = newPasswordHash !== undefined;
      const increment = isTakenOver ? 1 : 0;
      const linked = await users
        .findOneAndUpdate(
          {
            _id: account._id,
            email: account.email,
            role: 'student',
            isActive: true,
            passwordHash: account.passwordHash,
            ...(isTakenOver ? {} : { [path]: { $exists: false } }),
          },
          {
            $set: {
              emailVerified: true,
              ...(isTakenOver
                ? { passwordHash: newPasswordHash, identities: { [provider]: subject } }
                : { [path]: subject }),
            },
            $inc: { 'sessions.epoch': increment, 'sessions.version': increment },
          },
          { session: tx.session, new: true, projection: withoutSearchFields },
        )
        .lean<Account>();
      if (linked && isTakenOver) emitUserSessionsChanged(tx, linked);
      return linked;
    },
    findBySchoolAccount: (schoolAccount) =>
      users.findOne({ schoolAccount }, withoutSearchFields).lean<Account>(),
    linkSchoolAccount: (tx, { _id, email, passwordHash }, link) =>
      users
        .findOneAndUpdate(
          { _id, email, passwordHash, role: { $ne: 'student' }, isActive: true },
          { $set: { ...link, emailVerified: true } },
          { session: tx.session, new: true, projection: withoutSearchFields },
        )
        .lean<Account>(),
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

/** The user as sign-in returns it to the browser. */
export function toSessionUser(account: Account): SessionUser {
  const { _id: id, firstName, lastName, email, role, rights } = account;
  return { id, firstName, lastName, email, role, ...(rights && { rights }) };
}

/** The user as learners' apps receive it. */
export function toLearnerUser(account: Account): LearnerUser {
  return { ...toSessionUser(account), name: `${account.firstName} ${account.lastName}` };
}
