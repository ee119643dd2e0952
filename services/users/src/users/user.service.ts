import {
  type BodyOf,
  type LanguagePreference,
  messages,
  type Principal,
  type QueryOf,
  type User,
  userEvent,
  type usersInvite,
  type usersList,
  type usersUpdate,
} from '@khmer-learning/contracts';
import {
  conflict,
  createListStore,
  nextId,
  notFound,
  requireRecentProof,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { ApiKeyService } from '../api-keys/api-key.service.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { CurrentPasswordVerifier } from '../passwords/current-password-verifier.ts';
import { hashUnknownPassword, type PasswordHasher } from '../passwords/password-hasher.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import { hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { type AttemptLimiter, maxInvitationsPerAddress } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import { insertUser, type NewUser } from './insert-user.ts';
import { type ListedUser, listUsers } from './list-users.ts';
import { emitUserSessionsChanged } from './user.events.ts';
import type { UserModel, UserRow } from './user.model.ts';
import { storedRights } from './user-rights.ts';
import { emailInUseError, invitationEnd, isEmailTaken, type UserWrites } from './user-writes.ts';

/** Most invitations of one admin per window (15 minutes). */
const maxInvitationsPerAdmin = 60;

type UserDetails = BodyOf<typeof usersUpdate>;
type Context = PasswordContext & { readonly ifMatch?: number | undefined; readonly principal: Principal };

export interface UserServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly users: UserModel;
  readonly writes: UserWrites;
  readonly hasher: PasswordHasher;
  readonly limits: Pick<AttemptLimiter, 'consume'>;
  readonly currentPassword: Pick<CurrentPasswordVerifier, 'verifyActor'>;
  readonly mailQueue: MailQueue;
  readonly apiKeys: Pick<ApiKeyService, 'revokeAllOf'>;
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
  const { service, users, writes, hasher, limits, currentPassword, mailQueue, apiKeys } = deps;
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

  async function assertEmailAvailable(email: string): Promise<void> {
    if (await users.exists({ email })) throw emailInUseError();
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
        if (row.role === 'admin') await writes.notifyOfNewAdmin(tx, context, row);
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
      const rights = storedRights(person.role, person.rights);
      const invited = await runTransaction(context, (tx) =>
        writes.invite(tx, context, { ...person, rights, id, passwordHash }),
      );
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
        await writes.queueInvitation(tx, context, row);
        return row;
      });
      mailQueue.wake();
      return toUser(invited);
    },

    async update(context, id, { currentPassword: providedPassword, ...details }) {
      const before = await users.findById(id).lean<UserRow>();
      if (!before) throw notFound('User');
      const confirmed =
        details.email !== undefined && details.email !== before.email
          ? await currentPassword.verifyActor(context, providedPassword)
          : undefined;

      const updated = await runTransaction(context, async (tx) =>
        writes.update(tx, context, await writes.load(tx, id, context.ifMatch), details, confirmed),
      );
      mailQueue.wake();
      return toUser(updated);
    },

    async setLanguage(id, { language, numerals }) {
      const { matchedCount } = await users.updateOne({ _id: id }, { $set: { language, numerals } });
      if (matchedCount === 0) throw notFound('User');
    },

    async setStatus(context, id, isActive) {
      const set = await runTransaction(context, async (tx) => {
        const user = await writes.load(tx, id, context.ifMatch);
        if (user.invitedUntil) throw conflict(messages.invitation.pending);
        if (user.isActive === isActive) return user;
        if (!isActive) {
          await writes.assertNotSelfOrLastAdmin(tx, user, 'deactivate');
          await apiKeys.revokeAllOf(tx, id);
        }
        const changed = await writes.set(tx, user, {
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
      await runTransaction(context, async (tx) =>
        writes.remove(tx, await writes.load(tx, id, context.ifMatch)),
      );
    },
  };
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
    ...(hasSecondFactor(row) && { hasSecondFactor: true }),
    ...(row.invitedUntil === undefined ? {} : { invitedUntil: row.invitedUntil.toISOString() }),
    registrationType: row.registrationType,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
