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
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { ApiKeyService } from '../api-keys/api-key.service.ts';
import type { CurrentPasswordVerifier } from '../passwords/current-password-verifier.ts';
import { hashUnknownPassword } from '../passwords/password-hasher.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import { hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { maxInvitationsPerAddress } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { UsersContext } from '../users-context.ts';
import { insertUser, type NewUser } from './insert-user.ts';
import { type ListedUser, listUsers } from './list-users.ts';
import { emitUserSessionsChanged, toUserState } from './user.events.ts';
import { type UserRow, userModel } from './user.model.ts';
import { storedRights } from './user-rights.ts';
import { emailInUseError, invitationEnd, isEmailTaken, type UserWrites } from './user-writes.ts';

/** Most invitations of one admin per window (15 minutes). */
const maxInvitationsPerAdmin = 60;

type Context = PasswordContext & { readonly ifMatch?: number | undefined; readonly principal: Principal };

/** Manages user accounts. A call with a stale `ifMatch` fails with 409 `stale_version`. */
export type UserService = ReturnType<typeof createUserService>;

export function createUserService(
  deps: UsersContext & {
    readonly writes: UserWrites;
    readonly currentPassword: CurrentPasswordVerifier;
    readonly apiKeys: Pick<ApiKeyService, 'revokeAllOf'>;
  },
) {
  const { service, writes, hasher, limits, currentPassword, mailQueue, apiKeys } = deps;
  const users = userModel(service.connection);
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
    async list(query: QueryOf<typeof usersList>) {
      const { rows, total, totalIsEstimate } = await listUsers(service.connection, lists, query);
      return { users: rows.map(toUser), total, totalIsEstimate };
    },

    /** @throws ApiError 404 */
    async get(id: number) {
      const user = await users.findById(id).lean<UserRow>();
      if (!user) throw notFound('User');
      return toUser(user);
    },

    /** Creates an account, and tells the admin of another admin. @throws ApiError 400 for a weak password, 409, 503 */
    async register(context: Context, { password, ...user }: NewUser) {
      if (user.role === 'admin') requireRecentProof(context.principal);
      assertStrongPassword('password', password, user);
      await assertEmailAvailable(user.email);
      const passwordHash = await hasher.hash(password, 'high');
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

    /** Creates an inactive account and mails a link to choose a password. @throws ApiError 409 for a taken address, 429, 503 */
    async invite(context: Context, person: BodyOf<typeof usersInvite>) {
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

    /** Mails a new link to somebody invited. @throws ApiError 404, 409 when the invitation was accepted, 429 */
    async resendInvitation(context: Context, id: number) {
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

    /**
     * Changes name, address, role of staff and rights of teachers. A new address needs the actor's password, and the former one
     * gets a mail. A new admin is told to the actor, a former one loses the API keys. Each of these ends sessions.
     * @throws ApiError 400 for a new role from or to student, 401 (`wrong_password`), 404, 409, 429
     */
    async update(
      context: Context,
      id: number,
      { currentPassword: providedPassword, ...details }: BodyOf<typeof usersUpdate>,
    ) {
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

    /** Stores how the console speaks to a user. The version does not change. @throws ApiError 404 */
    async setLanguage(id: number, { language, numerals }: LanguagePreference) {
      const { matchedCount } = await users.updateOne({ _id: id }, { $set: { language, numerals } });
      if (matchedCount === 0) throw notFound('User');
    },

    /**
     * Activates or deactivates a user; the latter ends sessions and revokes API keys.
     * @throws ApiError 404, 409 for the actor's own account, the last active admin, somebody invited or a stale version
     */
    async setStatus(context: Context, id: number, isActive: boolean) {
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

    /** Deletes a user with the learning progress, ends the sessions and revokes the API key. @throws the errors of `setStatus` */
    async remove(context: Context, id: number) {
      await runTransaction(context, async (tx) =>
        writes.remove(tx, await writes.load(tx, id, context.ifMatch)),
      );
    },
  };
}

function toUser(row: ListedUser): User {
  return {
    ...toUserState(row),
    ...(hasSecondFactor(row) && { hasSecondFactor: true }),
    ...(row.invitedUntil && { invitedUntil: row.invitedUntil.toISOString() }),
    lastLogin: row.lastLogin?.toISOString() ?? null,
    version: row.version,
  };
}
