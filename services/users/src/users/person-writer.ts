import { messages } from '@khmer-learning/contracts';
import { conflict, type Transaction } from '@khmer-learning/service-kit';
import type { EntityWriter } from '@khmer-learning/transfer';
import { hashUnknownPassword } from '../passwords/password-hasher.ts';
import { maxInvitationsPerAddress } from '../sessions/attempt-limiter.ts';
import type { UsersContext } from '../users-context.ts';
import type { Person } from './people.ts';
import { type UserRow, userModel } from './user.model.ts';
import { emailInUseError, isEmailTaken, type UserWrites } from './user-writes.ts';

/** Between two mails of the imports of an admin: as many an hour as single invitations, so that nobody can flood mailboxes. */
export const invitationIntervalMs = 15_000;

/** Creates the writer of imported people: new ones are invited, others get names and a role. */
export function createPersonWriter(deps: UsersContext & { readonly writes: UserWrites }): EntityWriter {
  const { service, writes, hasher, limits, mailQueue } = deps;
  const users = userModel(service.connection);
  // The same for all of a process, because a hash for each would take minutes: nobody knows the password.
  let unknownPassword: Promise<string> | undefined;
  async function readUnknownPassword(): Promise<string> {
    unknownPassword ??= hashUnknownPassword(hasher, 'low');
    try {
      return await unknownPassword;
    } catch (error) {
      unknownPassword = undefined;
      throw error;
    }
  }

  const contextOf = ({ actor }: Transaction) => ({ actor, requestId: null });

  async function nextMailTime({ actor, session }: Transaction): Promise<Date> {
    const since = new Date(Date.now() - invitationIntervalMs);
    const sender = await users.findById(actor?.id).session(session).lean<UserRow>();
    const last = await mailQueue.lastDue('invitation', sender?.email ?? '', since, session);
    return new Date(last ? last.getTime() + invitationIntervalMs : Date.now());
  }

  return {
    counter: 'user',

    async create({ id, payload }, tx) {
      const person = payload as Person;
      const passwordHash = await readUnknownPassword();
      const mailAt = await nextMailTime(tx);
      await limits.consume(`invitation-mail:${person.email}`, maxInvitationsPerAddress);
      try {
        return await writes.invite(tx, contextOf(tx), { ...person, id, passwordHash }, mailAt);
      } catch (error) {
        throw isEmailTaken(error) ? emailInUseError() : error;
      }
    },

    async update({ id, version }, { payload }, tx) {
      const user = await writes.load(tx, id, version);
      const { firstName, lastName, role } = user;
      const changed = await writes.update(tx, contextOf(tx), user, payload as Partial<Person>);
      return { version: changed.version, before: { firstName, lastName, role } };
    },

    async findVersions(ids) {
      const rows = await users.find({ _id: { $in: ids } }, { version: 1 }).lean<UserRow[]>();
      return new Map(rows.map(({ _id, version }) => [_id, version]));
    },

    /** Keeps who has accepted the invitation. */
    async remove({ id }, tx) {
      const user = await writes.load(tx, id, undefined);
      if (!user.invitedUntil) throw conflict(messages.invitation.accepted);
      await writes.remove(tx, user);
      await mailQueue.discard(user.email, tx.session);
    },

    async restore({ id, version }, before, tx) {
      const user = await writes.load(tx, id, version);
      await writes.update(tx, contextOf(tx), user, before as Partial<Person>);
    },
  };
}
