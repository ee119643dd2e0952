import {
  type Actor,
  type BodyOf,
  type QueryOf,
  type User,
  userEvent,
  userMessages,
  type usersList,
  type usersUpdate,
} from '@khmer-learning/contracts';
import {
  type ApiError,
  changedFields,
  conflict,
  createListStore,
  isDuplicateKey,
  isUnchanged,
  nextId,
  notFound,
  type Service,
  staleVersion,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { UpdateQuery } from 'mongoose';
import type { ApiKeyService } from '../api-keys/api-key.service.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { CurrentPasswordVerifier } from '../passwords/current-password-verifier.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { AdminLock } from './admin-lock.ts';
import { insertUser, type NewUser } from './insert-user.ts';
import { type ListedUser, listUsers } from './list-users.ts';
import { emitUserChanged, emitUserDeleted, emitUserSessionsChanged, toUserState } from './user.events.ts';
import { searchFieldsOf, type UserModel, type UserRow } from './user.model.ts';

type UserDetails = BodyOf<typeof usersUpdate>;
type Context = PasswordContext & { readonly ifMatch?: number | undefined };

export interface UserServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly users: UserModel;
  readonly adminLock: AdminLock;
  readonly hasher: PasswordHasher;
  readonly currentPassword: Pick<CurrentPasswordVerifier, 'verifyActor'>;
  readonly mailQueue: MailQueue;
  readonly apiKeys: Pick<ApiKeyService, 'revokeAllOf'>;
  readonly progress: Pick<LearnerProgress, 'erase'>;
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
   * Changes name and email address. A new address requires the actor's current password. The former address gets a
   * mail, and the user's sessions end.
   *
   * @throws ApiError 401 (`wrong_password`), 404, 409 for a taken address or a stale version, 429
   */
  update(context: Context, id: number, details: UserDetails): Promise<User>;
  /**
   * Activates or deactivates a user. Deactivation ends the user's sessions and revokes the API key.
   *
   * @throws ApiError 404, 409 for the actor's own account, the last active admin or a stale version
   */
  setStatus(context: Context, id: number, isActive: boolean): Promise<User>;
  /** Deletes a user with the learning progress, ends the sessions and revokes the API key. @throws the errors of `setStatus` */
  remove(context: Context, id: number): Promise<void>;
}

/** Creates the user service. */
export function createUserService(deps: UserServiceDeps): UserService {
  const { service, users, adminLock, hasher, currentPassword, mailQueue, apiKeys, progress } = deps;
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
    if (user.role !== 'admin' || !user.isActive) return;
    await adminLock.acquire(tx);
    const another = await users
      .exists({ role: 'admin', isActive: true, _id: { $ne: user._id } })
      .session(tx.session);
    if (!another) throw conflict(`You cannot ${verb} the last active admin`);
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
      assertStrongPassword('password', user.password, user);
      await assertEmailAvailable(user.email);
      const creator = user.role === 'admin' ? await users.findById(context.actor?.id).lean<UserRow>() : null;
      const passwordHash = await hasher.hash(user.password, 'high');
      const id = await nextId(service.connection, 'user');
      const created = await runTransaction(context, async (tx) => {
        const row = await insertUser(tx, users, { ...user, id, passwordHash });
        tx.audit(userEvent, { action: 'created', id, title: row.email, detail: row.role });
        // The admin is notified about every admin account created in their session, in case the session was stolen.
        if (creator) {
          const mail = {
            kind: 'adminCreated',
            email: creator.email,
            about: row.email,
            at: row.createdAt,
          } as const;
          await mailQueue.add(context, mail, tx.session);
        }
        return row;
      });
      if (creator) mailQueue.wake();
      return toUser(created);
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
        const sessionIncrement = emailChanges ? 1 : 0;
        const next = {
          firstName: details.firstName ?? user.firstName,
          lastName: details.lastName ?? user.lastName,
          email: details.email ?? user.email,
        };
        if (isUnchanged(toUserState(user), toUserState({ ...user, ...next }))) return user;
        const changed = await updateUser(tx, user, {
          $set: { ...next, ...searchFieldsOf(next), ...(emailChanges ? { emailVerified: false } : {}) },
          $inc: { 'sessions.epoch': sessionIncrement, 'sessions.version': sessionIncrement },
        });
        if (emailChanges && confirmed) {
          emitUserSessionsChanged(tx, changed);
          const mail = {
            kind: 'emailChanged',
            email: user.email,
            about: confirmed.email,
            at: changed.updatedAt,
          } as const;
          await mailQueue.add(context, mail, tx.session);
        }
        const fields = changedFields(toUserState(user), toUserState(changed));
        tx.audit(userEvent, { action: 'updated', id, title: changed.email, fields });
        return changed;
      });
      if (confirmed) mailQueue.wake();
      return toUser(updated);
    },

    async setStatus(context, id, isActive) {
      const set = await runTransaction(context, async (tx) => {
        const user = await loadUser(tx, context, id);
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
    isActive: row.isActive,
    registrationType: row.registrationType,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
