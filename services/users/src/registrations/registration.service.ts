import { messages, userEvent } from '@khmer-learning/contracts';
import {
  ApiError,
  isDuplicateKey,
  modelOf,
  networkOf,
  nextId,
  type RequestContext,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import mongoose, { Schema, type Types } from 'mongoose';
import { composeMail } from '../mails/compose-mail.ts';
import { createLinkToken, hashLinkToken, invalidLinkError } from '../mails/link-token.ts';
import type { MailJob } from '../mails/mail-queue.ts';
import type { Mailer } from '../mails/mailer.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import type { NewUser } from '../users/insert-user.ts';
import type { UsersContext } from '../users-context.ts';

/** A registration whose email address is not confirmed yet. No account exists before that. */
interface PendingRegistrationRow {
  _id: Types.ObjectId;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** SHA-256 (hex) of the token in the link; absent until the link is mailed. */
  tokenHash?: string;
  expiresAt: Date;
}

const pendingRegistrationSchema = new Schema<PendingRegistrationRow>(
  {
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    tokenHash: String,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'pending_registrations', versionKey: false },
)
  .index({ tokenHash: 1 }, { unique: true, sparse: true })
  .index({ email: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const pendingRegistrationModel = modelOf('PendingRegistration', pendingRegistrationSchema);

const confirmLinkLifetimeHours = 24;
const linkLifetimeMs = confirmLinkLifetimeHours * 60 * 60_000;
/** Links for an address per day, against flooding of a mailbox. That per network keeps others from using up the owner's. */
const maxLinks = { perNetwork: 5, total: 20 } as const;
/** Most registrations, and as many confirmations, from one network per window. A whole school may share one network. */
const maxPerNetwork = 60;

type Context = RequestContext & { readonly address: string };

export type RegistrationService = ReturnType<typeof createRegistrationService>;

export function createRegistrationService(deps: UsersContext & { readonly mailer: Mailer }) {
  const { service, accounts, hasher, limits, mailQueue, mailer } = deps;
  const { PUBLIC_URL: publicUrl } = service.config;
  const pending = pendingRegistrationModel(service.connection);

  async function discard(tx: Transaction, email: string): Promise<void> {
    await pending.deleteMany({ email }, { session: tx.session });
  }

  return {
    discard,

    /**
     * Stores the registration and queues a mail with a link, for every address, known or not.
     * @throws ApiError 403 for any role but `student`, 400 for a weak password, 429, 503 when hashing is rejected
     */
    async requestRegistration(context: Context, { email, password, firstName, lastName, role }: NewUser) {
      if (role !== 'student') throw new ApiError(403, messages.auth.forbidden);
      assertStrongPassword('password', password, { email, firstName, lastName });
      hasher.assertNotBusy();
      const network = networkOf(context.address);
      await limits.consume(`registrations:${network}`, maxPerNetwork);
      const passwordHash = await hasher.hash(password, 'low');
      const mayMail =
        (await limits.tryConsume(`registrations:${email} ${network}`, maxLinks.perNetwork, linkLifetimeMs)) &&
        (await limits.tryConsume(`registrations:${email}`, maxLinks.total, linkLifetimeMs));
      if (!mayMail) {
        service.logger.warn(
          { requestId: context.requestId },
          'Too many registrations for an address, no mail sent',
        );
        return;
      }
      const _id = new mongoose.Types.ObjectId();
      const expiresAt = new Date(Date.now() + linkLifetimeMs);
      await transact(service, context, async (tx) => {
        const row = { _id, email, passwordHash, firstName, lastName, expiresAt };
        await pending.create([row], { session: tx.session });
        await mailQueue.add(context, { kind: 'confirmEmail', email, registrationId: _id }, tx.session);
      });
      mailQueue.wake();
    },

    /** Mails the link, or, if the address already has an account, a notice of that. */
    async sendConfirmationMail({ email, registrationId: _id }: MailJob): Promise<void> {
      // With an undefined `_id` the filter would match every registration.
      if (!_id) return;
      const account = await accounts.findByEmail(email);
      if (account) {
        await pending.deleteOne({ _id });
        const link = `${publicUrl}/forgot-password`;
        return mailer.send(composeMail('alreadyRegistered', account, { link }));
      }
      const { token, tokenHash } = createLinkToken();
      const waiting = await pending.updateOne({ _id }, { $set: { tokenHash } });
      // The address was confirmed with another link in the meantime.
      if (waiting.matchedCount === 0) return;
      const link = `${publicUrl}/confirm-email/${token}`;
      await mailer.send(composeMail('confirmEmail', { email }, { link, hours: confirmLinkLifetimeHours }));
    },

    /** Creates the account. @throws ApiError 400 for an invalid link, 429 beyond the network's limit */
    async confirm(context: Context, token: string) {
      await limits.consume(`confirmations:${networkOf(context.address)}`, maxPerNetwork);
      const row = await pending
        .findOne({ tokenHash: hashLinkToken(token), expiresAt: { $gt: new Date() } })
        .lean<PendingRegistrationRow>();
      if (!row) throw invalidLinkError();
      const { email, passwordHash, firstName, lastName } = row;
      const id = await nextId(service.connection, 'user');
      try {
        await transact(service, { ...context, actor: null }, async (tx) => {
          // The other registrations of this address become invalid.
          await discard(tx, email);
          const learner = {
            id,
            email,
            passwordHash,
            firstName,
            lastName,
            role: 'student',
            isActive: true,
            emailVerified: true,
          } as const;
          await accounts.add(tx, learner);
          tx.audit(userEvent, { action: 'created', id, title: email, detail: 'student' });
        });
      } catch (error) {
        throw isDuplicateKey(error) ? invalidLinkError() : error;
      }
    },
  };
}
