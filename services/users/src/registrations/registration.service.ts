import { messages, userEvent } from '@khmer-learning/contracts';
import {
  ApiError,
  isDuplicateKey,
  type Logger,
  networkOf,
  nextId,
  type RequestContext,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import mongoose from 'mongoose';
import { composeMail } from '../mails/compose-mail.ts';
import { createLinkToken, hashLinkToken, invalidLinkError } from '../mails/link-token.ts';
import type { MailJob, MailQueue } from '../mails/mail-queue.ts';
import type { Mailer } from '../mails/mailer.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertStrongPassword } from '../passwords/password-policy.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { AccountRepository } from '../users/account-repository.ts';
import type { NewUser } from '../users/insert-user.ts';
import type { PendingRegistrationModel, PendingRegistrationRow } from './pending-registration.model.ts';

/** Hours for which a link is valid. */
const confirmLinkLifetimeHours = 24;
const linkLifetimeMs = confirmLinkLifetimeHours * 60 * 60_000;
/**
 * Most links for one address per day, so that nobody can flood a mailbox. The limit per network keeps others from using
 * up the owner's links; the total applies to all networks together.
 */
const maxLinks = { perNetwork: 5, total: 20 } as const;
/** Most registrations, and as many confirmations, from one network per window. A whole school may share one network. */
const maxPerNetwork = 60;

type Context = RequestContext & { readonly address: string };

export interface RegistrationServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly logger: Logger;
  readonly accounts: Pick<AccountRepository, 'findByEmail' | 'add'>;
  readonly pending: PendingRegistrationModel;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimiter;
  readonly mailQueue: MailQueue;
  readonly mailer: Mailer;
  /** Origin of the links in mails. */
  readonly publicUrl: string;
}

/** Self-registration of learners. */
export interface RegistrationService {
  /**
   * Stores the registration and queues a mail with a link. It does the same for every address, known or not.
   *
   * @throws ApiError 403 for any role but `student`, 400 for a weak password, 429 beyond the network's limit, 503 when
   *   hashing is rejected
   */
  requestRegistration(context: Context, user: NewUser): Promise<void>;
  /** Deletes the unconfirmed registrations of an address. */
  discard(tx: Transaction, email: string): Promise<void>;
  /** Mails the link, or, if the address already has an account, a notice of that. */
  sendConfirmationMail(job: MailJob): Promise<void>;
  /** Creates the account. @throws ApiError 400 for an invalid link, 429 beyond the network's limit */
  confirm(context: Context, token: string): Promise<void>;
}

/** Creates the registration service. */
export function createRegistrationService(deps: RegistrationServiceDeps): RegistrationService {
  const { service, logger, accounts, pending, hasher, limits, mailQueue, mailer, publicUrl } = deps;

  async function discard(tx: Transaction, email: string): Promise<void> {
    await pending.deleteMany({ email }, { session: tx.session });
  }

  return {
    discard,

    async requestRegistration(context, { email, password, firstName, lastName, role }) {
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
        logger.warn({ requestId: context.requestId }, 'Too many registrations for an address, no mail sent');
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

    async sendConfirmationMail({ email, registrationId: _id }) {
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

    async confirm(context, token) {
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
