import { isDeepStrictEqual } from 'node:util';
import {
  type BodyOf,
  type Principal,
  type Rights,
  type Role,
  userEvent,
  userMessages,
  type usersUpdate,
} from '@khmer-learning/contracts';
import {
  ApiError,
  changedFields,
  conflict,
  isDuplicateKey,
  isUnchanged,
  notFound,
  type RequestContext,
  requireRecentProof,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection, UpdateQuery } from 'mongoose';
import type { ApiKeyService } from '../api-keys/api-key.service.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import { createAdminLock } from './admin-lock.ts';
import { insertUser, type NewUser } from './insert-user.ts';
import { languagePreferenceOf } from './language-preference.ts';
import { emitUserChanged, emitUserDeleted, emitUserSessionsChanged, toUserState } from './user.events.ts';
import { searchFieldsOf, type UserRow, userModel } from './user.model.ts';
import { describeRights, storedRights } from './user-rights.ts';

/** Days for which an invitation can be accepted. */
const invitationDays = 7;

/** Until when an invitation that is mailed then can be accepted. */
export function invitationEnd(mailedAt = new Date()): Date {
  return new Date(mailedAt.getTime() + invitationDays * 24 * 60 * 60_000);
}

/** Somebody to be invited. The password of the hash is known to nobody. */
type InvitedPerson = Pick<NewUser, 'firstName' | 'lastName' | 'email' | 'role'> &
  Pick<UserRow, 'passwordHash'> & { readonly id: number; readonly rights?: Rights | undefined };

/** Writes of accounts with their events, records of the audit log and mails. The caller wakes the queue of mails after the commit. */
export type UserWrites = ReturnType<typeof createUserWrites>;

export function createUserWrites(deps: {
  readonly connection: Connection;
  readonly mailQueue: Pick<MailQueue, 'add'>;
  readonly apiKeys: Pick<ApiKeyService, 'revokeAllOf'>;
  readonly progress: Pick<LearnerProgress, 'erase'>;
  readonly eraseBelongings: (tx: Transaction, userId: number) => Promise<void>;
}) {
  const { connection, mailQueue, apiKeys, progress, eraseBelongings } = deps;
  const users = userModel(connection);
  const adminLock = createAdminLock(connection);

  const readActor = (tx: Transaction) => users.findById(tx.actor?.id).session(tx.session).lean<UserRow>();

  /** @throws ApiError 409 */
  async function assertNotLastAdmin(tx: Transaction, user: UserRow, verb: string): Promise<void> {
    if (user.role !== 'admin' || !user.isActive) return;
    await adminLock.acquire(tx);
    const another = await users
      .exists({ role: 'admin', isActive: true, _id: { $ne: user._id } })
      .session(tx.session);
    if (!another) throw conflict(`You cannot ${verb} the last active admin`);
  }

  /** Reads a user. @throws ApiError 404, 409 for another version than `ifMatch` */
  async function load(tx: Transaction, id: number, ifMatch: number | undefined): Promise<UserRow> {
    const user = await users.findById(id).session(tx.session).lean<UserRow>();
    if (!user) throw notFound('User');
    if (ifMatch !== undefined && ifMatch !== user.version) throw staleVersion('user');
    return user;
  }

  /** Changes a row as given and emits the event. */
  async function set(tx: Transaction, user: UserRow, update: UpdateQuery<UserRow>): Promise<UserRow> {
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

  /** Nobody can lock themselves out, and at least one active admin must remain. @throws ApiError 409 */
  async function assertNotSelfOrLastAdmin(tx: Transaction, user: UserRow, verb: string): Promise<void> {
    if (tx.actor?.id === user._id) throw conflict(`You cannot ${verb} your own account`);
    await assertNotLastAdmin(tx, user, verb);
  }

  /** The actor is notified about every admin made in their session, in case the session was stolen. */
  async function notifyOfNewAdmin(
    tx: Transaction,
    context: RequestContext,
    { email, updatedAt: at }: UserRow,
  ): Promise<void> {
    const actor = await readActor(tx);
    if (actor)
      await mailQueue.add(
        context,
        { kind: 'adminCreated', email: actor.email, about: email, at, ...languagePreferenceOf(actor) },
        tx.session,
      );
  }

  /** Queues the mail of an invitation, in the language of the actor: the person has not chosen one. @param mailAt not before */
  async function queueInvitation(
    tx: Transaction,
    context: RequestContext,
    { email }: UserRow,
    mailAt?: Date,
  ): Promise<void> {
    const actor = await readActor(tx);
    const mail = { kind: 'invitation', email, about: actor?.email ?? '' } as const;
    await mailQueue.add(context, { ...mail, ...languagePreferenceOf(actor ?? {}) }, tx.session, mailAt);
  }

  /** Creates an inactive account and queues the mail with the link. @throws a duplicate key error when the address is taken */
  async function invite(
    tx: Transaction,
    context: RequestContext,
    { rights, ...person }: InvitedPerson,
    mailAt?: Date,
  ): Promise<UserRow> {
    const user = { ...person, ...(rights && { rights }), isActive: false };
    const row = await insertUser(tx, users, { ...user, invitedUntil: invitationEnd(mailAt) });
    const detail = [row.role, ...(rights ? [describeRights(rights)] : [])].join(', ');
    tx.audit(userEvent, { action: 'invited', id: row._id, title: row.email, detail });
    await queueInvitation(tx, context, row, mailAt);
    if (row.role === 'admin') await notifyOfNewAdmin(tx, context, row);
    return row;
  }

  /**
   * Changes what is given and differs. @param confirmed who has confirmed a new address with the password
   * @param context with a principal, a new role or other rights need a recent proof
   * @throws ApiError 400 for a new role from or to student, 409 for the last active admin or an unconfirmed address
   */
  async function update(
    tx: Transaction,
    context: RequestContext & { readonly principal?: Principal },
    user: UserRow,
    details: Omit<BodyOf<typeof usersUpdate>, 'currentPassword'>,
    confirmed?: { readonly email: string },
  ): Promise<UserRow> {
    const { _id: id } = user;
    const emailChanges = details.email !== undefined && details.email !== user.email;
    // The address was changed concurrently, so the request now changes it without a verified password.
    if (emailChanges && !confirmed) throw staleVersion('user');
    const role = details.role ?? user.role;
    const roleChanges = role !== user.role;
    if (roleChanges && !mayBecome(user.role, role)) throw new ApiError(400, userMessages.roleChange);
    if (roleChanges && user.role === 'admin') {
      await assertNotLastAdmin(tx, user, 'change the role of');
      await apiKeys.revokeAllOf(tx, id);
    }
    const rights = storedRights(role, details.rights === undefined ? user.rights : details.rights);
    const rightsChange = !isDeepStrictEqual(rights, user.rights);
    if ((roleChanges || rightsChange) && context.principal) requireRecentProof(context.principal);
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
    const changed = await set(tx, user, {
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
  }

  /** Deletes a user with all that belongs to the account. @throws ApiError 409 for the own account and the last active admin */
  async function remove(tx: Transaction, user: UserRow): Promise<void> {
    const { _id: id } = user;
    await assertNotSelfOrLastAdmin(tx, user, 'delete');
    await users.deleteOne({ _id: id }, { session: tx.session });
    emitUserDeleted(tx, user);
    await progress.erase(tx, id);
    await eraseBelongings(tx, id);
    tx.audit(userEvent, { action: 'deleted', id, title: user.email, detail: user.role });
    await apiKeys.revokeAllOf(tx, id);
  }

  return { load, set, assertNotSelfOrLastAdmin, notifyOfNewAdmin, queueInvitation, invite, update, remove };
}

/** Whether a person with a role can be given another one: only staff, and one of staff. */
export const mayBecome = (role: Role, next: Role) =>
  role === next || (role !== 'student' && next !== 'student');

/** The unique index decides when two concurrent writes take the same address. */
export const isEmailTaken = (error: unknown): boolean =>
  isDuplicateKey(error) && error instanceof Error && error.message.includes('email_1');

export const emailInUseError = (): ApiError => conflict(userMessages.emailTaken);
