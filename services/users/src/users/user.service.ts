import { isDeepStrictEqual } from 'node:util';
import {
  type Actor,
  type BodyOf,
  type LanguagePreference,
  messages,
  type Principal,
  type QueryOf,
  type User,
  userEvent,
  userMessages,
  type usersInvite,
  type usersList,
  type usersUpdate,
} from '@khmer-learning/contracts';
import {
  ApiError,
  changedFields,
  conflict,
  createListStore,
  isDuplicateKey,
  isUnchanged,
  nextId,
  notFound,
  requireRecentProof,
  type Service,
  staleVersion,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { UpdateQuery } from 'mongoose';
import type { ApiKeyService } from '../api-keys/api-key.service.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { CurrentPasswordVerifier } from '../passwords/current-password-verifier.ts';
import { hashUnknownPassword, type PasswordHasher } from '../passwords/password-hasher.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { AdminLock } from './admin-lock.ts';
import { insertUser, type NewUser } from './insert-user.ts';
import { languagePreferenceOf } from './language-preference.ts';
import { type ListedUser, listUsers } from './list-users.ts';
import { emitUserChanged, emitUserDeleted, emitUserSessionsChanged, toUserState } from './user.events.ts';
import { searchFieldsOf, type UserModel, type UserRow } from './user.model.ts';
import { describeRights, storedRights } from './user-rights.ts';

/** Days for which an invitation can be accepted. */
const invitationDays = 7;
/** Most invitations of one admin per window (15 minutes). */
const maxInvitationsPerAdmin = 60;
/** Most invitations to one address per window. */
const maxInvitationsPerAddress = 5;

function invitationEnd(): Date {
  return new Date(Date.now() + invitationDays * 24 * 60 * 60_000);
}

type UserDetails = BodyOf<typeof usersUpdate>;
type Context = PasswordContext & { readonly ifMatch?: number | undefined; readonly principal: Principal };

export interface UserServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly users: UserModel;
  readonly adminLock: AdminLock;
  readonly hasher: PasswordHasher;
  readonly limits: Pick<AttemptLimiter, 'consume'>;
  readonly currentPassword: Pick<CurrentPasswordVerifier, 'verifyActor'>;
  readonly mailQueue: MailQueue;
  readonly apiKeys: Pick<ApiKeyService, 'revokeAllOf'>;
  readonly progress: Pick<LearnerProgress, 'erase'>;
  readonly eraseBelongings: (tx: Transaction, userId: number) => Promise<void>;
}

/** Manages user accounts. A call with a stale `ifMatch` fails with 409 `stale_version`. */
export interface UserService {
  list(query: QueryOf<typeof usersList>): Promise<{ users: User[]; total: number }>;
  /** @throws ApiError 404 */
  get(id: number): Promise<User>;
  /**
   * Creates an account of any role on behalf of an admin. The admin gets a mail about every new admin account.
   *
   * @throws ApiError 400 for a weak password, 409 for a taken address, 503 when hashing is rejected
   */
  register(context: Context, user: NewUser): Promise<User>;
  /**
   * Creates an inactive account of staff without a known password and mails a link with which the person chooses one.
   *
   * @throws ApiError 409 for a taken address, 429 beyond the limits of mails, 503 when hashing is rejected
   */
  invite(context: Context, person: BodyOf<typeof usersInvite>): Promise<User>;
  /** Mails a new link to somebody invited. @throws ApiError 404, 409 when the invitation was accepted, 429 */
  resendInvitation(context: Context, id: number): Promise<User>;
  /**
   * Changes name, email address, the role of staff and the rights of a teacher. A new address requires the actor's current password, and the
   * former address gets a mail. A new role is told to the actor, if it is that of an admin, and revokes the API keys, if it
   * is not. These and new rights end the user's sessions.
   *
   * @throws ApiError 400 for a new role from or to student, 401 (`wrong_password`), 404, 409 for a taken address, the last active
   *   admin or a stale version, 429
   */
  update(context: Context, id: number, details: UserDetails): Promise<User>;
  /** Stores how the console speaks to a user. The version does not change. @throws ApiError 404 */
  setLanguage(id: number, preference: LanguagePreference): Promise<void>;
  /**
   * Activates or deactivates a user. Deactivation ends the user's sessions and revokes the API key.
   *
   * @throws ApiError 404, 409 for the actor's own account, the last active admin, somebody invited or a stale version
   */
  setStatus(context: Context, id: number, isActive: boolean): Promise<User>;
  /** Deletes a user with the learning progress, ends the sessions and revokes the API key. @throws the errors of `setStatus` */
  remove(context: Context, id: number): Promise<void>;
}

/** Creates the user service. */
export function createUserService(deps: UserServiceDeps): UserService {
  const { service, users, adminLock, hasher, limits, currentPassword, mailQueue, apiKeys, progress } = deps;
  const { eraseBelongings } = deps;
  const lists = createListStore();

  async function runTransaction<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return (await transact(service, context, work)).result;
    } catch (error) {
      throw isEmailTaken(error) ? emailInUseError() : error;
    } finally {
      lists.counts.clear();
    }
  }

  async function loadUser(tx: Transaction, context: Context, id: number): Promise<UserRow> {
    const user = await users.findById(id).session(tx.session).lean<UserRow>();
    if (!user) throw notFound('User');
    if (context.ifMatch !== undefined && context.ifMatch !== user.version) throw staleVersion('user');
    return user;
  }

  async function updateUser(tx: Transaction, user: UserRow, update: UpdateQuery<UserRow>): Promise<UserRow> {
    const changed = await users
      .findOneAndUpdate(
        { _id: user._id },
        {
          $set: { ...update.$set, updatedAt: new Date() },
          $inc: { ...update.$inc, version: 1 },
          ...(update.$unset ? { $unset: update.$unset } : {}),
        },
        { session: tx.session, new: true },
      )
      .lean<UserRow>();
    if (!changed) throw notFound('User');
    emitUserChanged(tx, changed);
    return changed;
  }

  async function assertEmailAvailable(email: string): Promise<void> {
    if (await users.exists({ email })) throw emailInUseError();
  }

  /** Nobody can lock themselves out, and at least one active admin must remain. @throws ApiError 409 */
  async function assertNotSelfOrLastAdmin(
    tx: Transaction,
    actor: Actor | null,
    user: UserRow,
    verb: string,
  ): Promise<void> {
    if (actor?.id === user._id) throw conflict(`You cannot ${verb} your own account`);
    await assertNotLastAdmin(tx, user, verb);
  }

  /** @throws ApiError 409 */
  async function assertNotLastAdmin(tx: Transaction, user: UserRow, verb: string): Promise<void> {
    if (user.role !== 'admin' || !user.isActive) return;
    await adminLock.acquire(tx);
    const another = await users
      .exists({ role: 'admin', isActive: true, _id: { $ne: user._id } })
      .session(tx.session);
    if (!another) throw conflict(`You cannot ${verb} the last active admin`);
  }

  /** The actor is notified about every admin made in their session, in case the session was stolen. */
  async function notifyOfNewAdmin(tx: Transaction, context: Context, { email, updatedAt: at }: UserRow) {
    const actor = await users.findById(context.actor?.id).session(tx.session).lean<UserRow>();
    if (actor)
      await mailQueue.add(
        context,
        { kind: 'adminCreated', email: actor.email, about: email, at, ...languagePreferenceOf(actor) },
        tx.session,
      );
  }

  /** Queues the mail with the link, in the language of the admin who invites: the person has not chosen one. */
  async function queueInvitation(tx: Transaction, context: Context, { email }: UserRow): Promise<void> {
    const actor = await users.findById(context.actor?.id).session(tx.session).lean<UserRow>();
    const mail = { kind: 'invitation', email, about: actor?.email ?? '' } as const;
    await mailQueue.add(context, { ...mail, ...languagePreferenceOf(actor ?? {}) }, tx.session);
  }

  /** Nobody can use us to flood a mailbox, or many. @throws ApiError 429 */
  async function limitInvitations({ actor }: Context, email: string): Promise<void> {
    await limits.consume(`invitations:${actor?.id}`, maxInvitationsPerAdmin);
    await limits.consume(`invitation-mail:${email}`, maxInvitationsPerAddress);
  }

  return {
    async list(query) {
      const { rows, total, totalIsEstimate } = await listUsers(users, lists, query);
      return { users: rows.map(toUser), total, totalIsEstimate };
    },

    async get(id) {
      const user = await users.findById(id).lean<UserRow>();
      if (!user) throw notFound('User');
      return toUser(user);
    },

    async register(context, user) {
      if (user.role === 'admin') requireRecentProof(context.principal);
      assertStrongPassword('password', user.password, user);
      await assertEmailAvailable(user.email);
      const passwordHash = await hasher.hash(user.password, 'high');
      const id = await nextId(service.connection, 'user');
      const created = await runTransaction(context, async (tx) => {
        const row = await insertUser(tx, users, { ...user, id, passwordHash });
        tx.audit(userEvent, { action: 'created', id, title: row.email, detail: row.role });
        if (row.role === 'admin') await notifyOfNewAdmin(tx, context, row);
        return row;
      });
      mailQueue.wake();
      return toUser(created);
    },

    async invite(context, person) {
      if (person.role === 'admin') requireRecentProof(context.principal);
      await assertEmailAvailable(person.email);
      await limitInvitations(context, person.email);
      const passwordHash = await hashUnknownPassword(hasher, 'high');
      const id = await nextId(service.connection, 'user');
      const invited = await runTransaction(context, async (tx) => {
        const rights = storedRights(person.role, person.rights);
        const { rights: _given, ...names } = person;
        const user = {
          ...names,
          ...(rights && { rights }),
          id,
          passwordHash,
          isActive: false,
          invitedUntil: invitationEnd(),
        };
        const row = await insertUser(tx, users, user);
        const detail = [row.role, ...(rights ? [describeRights(rights)] : [])].join(', ');
        tx.audit(userEvent, { action: 'invited', id, title: row.email, detail });
        await queueInvitation(tx, context, row);
        if (row.role === 'admin') await notifyOfNewAdmin(tx, context, row);
        return row;
      });
      mailQueue.wake();
      return toUser(invited);
    },

    async resendInvitation(context, id) {
      const before = await users.findById(id).lean<UserRow>();
      if (!before) throw notFound('User');
      if (!before.invitedUntil) throw conflict(messages.invitation.accepted);
      await limitInvitations(context, before.email);
      const invited = await runTransaction(context, async (tx) => {
        const row = await users
          .findOneAndUpdate(
            { _id: id, invitedUntil: { $exists: true } },
            { $set: { invitedUntil: invitationEnd() } },
            { session: tx.session, new: true },
          )
          .lean<UserRow>();
        if (!row) throw conflict(messages.invitation.accepted);
        tx.audit(userEvent, { action: 'invited', id, title: row.email, detail: `${row.role}, again` });
        await queueInvitation(tx, context, row);
        return row;
      });
      mailQueue.wake();
      return toUser(invited);
    },

    async update(context, id, { currentPassword: providedPassword, ...details }) {
      const before = await users.findById(id).lean<UserRow>();
      if (!before) throw notFound('User');
      const isNewEmailFor = ({ email }: UserRow) => details.email !== undefined && details.email !== email;
      const confirmed = isNewEmailFor(before)
        ? await currentPassword.verifyActor(context, providedPassword)
        : undefined;

      const updated = await runTransaction(context, async (tx) => {
        const user = await loadUser(tx, context, id);
        const emailChanges = isNewEmailFor(user);
        // The address was changed concurrently, so the request now changes it without a verified password.
        if (emailChanges && !confirmed) throw staleVersion('user');
        const roleChanges = details.role !== undefined && details.role !== user.role;
        if (roleChanges && [user.role, details.role].includes('student'))
          throw new ApiError(400, 'A role can be changed between admin and teacher only');
        if (roleChanges && user.role === 'admin') {
          await assertNotLastAdmin(tx, user, 'change the role of');
          await apiKeys.revokeAllOf(tx, id);
        }
        const role = details.role ?? user.role;
        const rights = storedRights(role, details.rights === undefined ? user.rights : details.rights);
        const rightsChange = !isDeepStrictEqual(rights, user.rights);
        if (roleChanges || rightsChange) requireRecentProof(context.principal);
        // Nobody invited has a session, and the link of the invitation stays valid.
        const endsSessions = emailChanges || roleChanges || (rightsChange && !user.invitedUntil);
        const sessionIncrement = endsSessions ? 1 : 0;
        const next = {
          firstName: details.firstName ?? user.firstName,
          lastName: details.lastName ?? user.lastName,
          email: details.email ?? user.email,
          role,
        };
        if (!rightsChange && isUnchanged(toUserState(user), toUserState({ ...user, ...next }))) return user;
        const changed = await updateUser(tx, user, {
          ...(rights ? {} : { $unset: { rights: 1 } }),
          $set: {
            ...next,
            ...(rights && { rights }),
            ...searchFieldsOf(next),
            ...(emailChanges ? { emailVerified: false } : {}),
          },
          $inc: { 'sessions.epoch': sessionIncrement, 'sessions.version': sessionIncrement },
        });
        if (sessionIncrement > 0) emitUserSessionsChanged(tx, changed);
        if (roleChanges && changed.role === 'admin') await notifyOfNewAdmin(tx, context, changed);
        if (emailChanges && confirmed) {
          const mail = {
            kind: 'emailChanged',
            email: user.email,
            about: confirmed.email,
            at: changed.updatedAt,
            ...languagePreferenceOf(user),
          } as const;
          await mailQueue.add(context, mail, tx.session);
        }
        const fields = changedFields(toUserState(user), toUserState(changed));
        const notes = [
          ...(roleChanges ? [`${user.role} → ${changed.role}`] : []),
          ...(rightsChange ? [describeRights(rights)] : []),
        ];
        const detail = notes.length > 0 ? { detail: notes.join(', ') } : {};
        tx.audit(userEvent, { action: 'updated', id, title: changed.email, fields, ...detail });
        return changed;
      });
      mailQueue.wake();
      return toUser(updated);
    },

    async setLanguage(id, { language, numerals }) {
      const { matchedCount } = await users.updateOne({ _id: id }, { $set: { language, numerals } });
      if (matchedCount === 0) throw notFound('User');
    },

    async setStatus(context, id, isActive) {
      const set = await runTransaction(context, async (tx) => {
        const user = await loadUser(tx, context, id);
        if (user.invitedUntil) throw conflict(messages.invitation.pending);
        if (user.isActive === isActive) return user;
        if (!isActive) {
          await assertNotSelfOrLastAdmin(tx, context.actor, user, 'deactivate');
          await apiKeys.revokeAllOf(tx, id);
        }
        const changed = await updateUser(tx, user, {
          $set: { isActive },
          $inc: { 'sessions.epoch': isActive ? 0 : 1, 'sessions.version': 1 },
        });
        emitUserSessionsChanged(tx, changed);
        const detail = isActive ? 'activated' : 'deactivated';
        tx.audit(userEvent, { action: 'status', id, title: changed.email, detail });
        return changed;
      });
      return toUser(set);
    },

    async remove(context, id) {
      await runTransaction(context, async (tx) => {
        const user = await loadUser(tx, context, id);
        await assertNotSelfOrLastAdmin(tx, context.actor, user, 'delete');
        await users.deleteOne({ _id: id }, { session: tx.session });
        emitUserDeleted(tx, user);
        await progress.erase(tx, id);
        await eraseBelongings(tx, id);
        tx.audit(userEvent, { action: 'deleted', id, title: user.email, detail: user.role });
        await apiKeys.revokeAllOf(tx, id);
      });
    },
  };
}

function emailInUseError(): ApiError {
  return conflict(userMessages.emailTaken);
}

/** The unique index decides when two concurrent requests take the same address. */
function isEmailTaken(error: unknown): boolean {
  return isDuplicateKey(error) && error instanceof Error && error.message.includes('email_1');
}

function toUser(row: ListedUser): User {
  return {
    id: row._id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    ...(row.rights && { rights: row.rights }),
    isActive: row.isActive,
    ...(row.secondFactor?.codes && { hasSecondFactor: true }),
    ...(row.invitedUntil === undefined ? {} : { invitedUntil: row.invitedUntil.toISOString() }),
    registrationType: row.registrationType,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
