import {
  type authChangePassword,
  type authResetPassword,
  type BodyOf,
  messages,
  userEvent,
  userMessages,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  type Logger,
  networkOf,
  notFound,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { composeMail } from '../mails/compose-mail.ts';
import { createLinkToken, hashLinkToken, invalidLinkError } from '../mails/link-token.ts';
import type { MailJob, MailQueue } from '../mails/mail-queue.ts';
import type { Mailer } from '../mails/mailer.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import { type CurrentPasswordVerifier, wrongCurrentPasswordError } from './current-password-verifier.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { assertStrongPassword, invalidPasswordError } from './password-policy.ts';
import type { ResetTokenModel, ResetTokenRow } from './reset-token.model.ts';

/** Most reset mails for one address per window, so that nobody can flood a mailbox. */
const maxMailsPerWindow = 5;
/** Most reset requests, and as many link uses, from one network per window. A whole school may share one network. */
const maxPerNetwork = 60;
/** Minutes for which a link is valid. */
const resetLinkLifetimeMinutes = 30;
/** A claim on a link expires after this time, so that the link works again after a crash. Longer than any request. */
const claimDurationMs = 10_000;

const invitationKinds = {
  admin: 'adminInvitation',
  teacher: 'teacherInvitation',
  student: 'learnerInvitation',
} as const;

export interface PasswordServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly logger: Logger;
  readonly accounts: AccountRepository;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimiter;
  readonly currentPassword: CurrentPasswordVerifier;
  readonly resetTokens: ResetTokenModel;
  readonly mailQueue: MailQueue;
  readonly mailer: Mailer;
  /** Origin of the links in mails. */
  readonly publicUrl: string;
}

/** Sets new passwords: with the current password, or with a mailed link. */
export interface PasswordService {
  /**
   * Queues a mail with a reset link. Neither the result nor the timing reveals whether an account has this address.
   *
   * @throws ApiError 429 beyond the network's limit
   */
  requestReset(context: PasswordContext, email: string): Promise<void>;
  /** Deletes a user's reset link. */
  discardLink(tx: Transaction, userId: number): Promise<void>;
  /** Mails the link if an active account has the address. */
  sendResetMail(job: MailJob): Promise<void>;
  /** Mails the link if an account with the address is still invited. */
  sendInvitationMail(job: MailJob): Promise<void>;
  /**
   * Sets a new password with a link and ends every session of the account. The link of an invitation also activates
   * the account.
   *
   * @returns the id of the account, and its email address if it is that of staff who were invited
   * @throws ApiError 400 for an invalid link or a password that the policy rejects, 429 beyond the network's limit
   */
  reset(
    context: PasswordContext,
    body: BodyOf<typeof authResetPassword>,
  ): Promise<{ id: number; email: string | undefined }>;
  /**
   * Changes the actor's own password, or, for an admin, that of another admin. Ends every session of the account.
   *
   * @throws ApiError 400, 401 (`wrong_password`), 403, 404, 409 for a disabled account, 429
   */
  change(
    context: PasswordContext,
    body: Omit<BodyOf<typeof authChangePassword>, 'confirmPassword'>,
  ): Promise<void>;
}

/** Creates the password service. */
export function createPasswordService(deps: PasswordServiceDeps): PasswordService {
  const {
    service,
    logger,
    accounts,
    hasher,
    limits,
    currentPassword: currentPasswordVerifier,
    resetTokens,
    mailQueue,
    mailer,
    publicUrl,
  } = deps;

  /** Claims the link for one request before the expensive hash, so that concurrent requests do not all hash. */
  async function claimLink(tokenHash: string): Promise<ResetTokenRow | null> {
    const now = new Date();
    return resetTokens
      .findOneAndUpdate(
        {
          tokenHash,
          expiresAt: { $gt: now },
          $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lte: now } }],
        },
        { $set: { claimedUntil: new Date(now.getTime() + claimDurationMs) } },
        { new: true },
      )
      .lean<ResetTokenRow>();
  }

  /** The account of a link. @throws ApiError 400 when the account has changed since the link was mailed */
  async function requireLinkAccount(link: ResetTokenRow): Promise<Account> {
    const account = await accounts.find(link._id);
    const same = account?.email === link.email && account.sessions.epoch === link.epoch;
    if (!account || !(account.isActive || account.invitedUntil) || !same) throw invalidLinkError();
    return account;
  }

  /** Stores a new link, which replaces the account's former one. @returns the token of the link */
  async function createLink(tx: Transaction, account: Account, expiresAt: Date): Promise<string> {
    const { token, tokenHash } = createLinkToken();
    const { email, sessions } = account;
    await resetTokens.updateOne(
      { _id: account._id },
      { $set: { tokenHash, email, epoch: sessions.epoch, expiresAt }, $unset: { claimedUntil: 1 } },
      { upsert: true, session: tx.session },
    );
    return token;
  }

  return {
    async requestReset(context, email) {
      await limits.consume(`forgot:${networkOf(context.address)}`, maxPerNetwork);
      if (!(await limits.tryConsume(`reset-mail:${email}`, maxMailsPerWindow))) {
        logger.warn({ requestId: context.requestId }, 'Too many reset mails for an address, no mail sent');
        return;
      }
      await mailQueue.add(context, { kind: 'resetPassword', email });
      mailQueue.wake();
    },

    async discardLink(tx, userId) {
      await resetTokens.deleteOne({ _id: userId }, { session: tx.session });
    },

    async sendResetMail({ email, requestId, address }) {
      const account = await accounts.findByEmail(email);
      if (!account?.isActive) return;
      const expiresAt = new Date(Date.now() + resetLinkLifetimeMinutes * 60_000);
      const { result: token } = await transact(service, { actor: null, requestId, address }, async (tx) => {
        tx.audit(userEvent, { action: 'password-forgotten', id: account._id, title: email });
        return createLink(tx, account, expiresAt);
      });
      const link = `${publicUrl}/reset-password/${token}`;
      const values = { link, minutes: resetLinkLifetimeMinutes };
      await mailer.send(composeMail('resetPassword', account, values));
    },

    async sendInvitationMail(job) {
      const { email, about: by, requestId, address } = job;
      const account = await accounts.findByEmail(email);
      const expiresAt = account?.invitedUntil;
      if (!expiresAt || expiresAt <= new Date()) return;
      const { result: token } = await transact(service, { actor: null, requestId, address }, (tx) =>
        createLink(tx, account, expiresAt),
      );
      const link = `${publicUrl}/choose-password/${token}`;
      await mailer.send(composeMail(invitationKinds[account.role], job, { by, link, expiresAt }));
    },

    async reset(context, { token, password }) {
      await limits.consume(`reset:${networkOf(context.address)}`, maxPerNetwork);
      const tokenHash = hashLinkToken(token);
      const link = await claimLink(tokenHash);
      if (!link) throw invalidLinkError();
      try {
        const account = await requireLinkAccount(link);
        assertStrongPassword('password', password, account);
        const passwordHash = await hasher.hashIfDifferent(password, account.passwordHash);
        if (passwordHash === undefined) throw invalidPasswordError('password', userMessages.passwordSame);
        const actor = { id: account._id, role: account.role };
        await transact(service, { ...context, actor }, async (tx) => {
          const { claimedUntil } = link;
          const { deletedCount } = await resetTokens.deleteOne(
            { tokenHash, claimedUntil },
            { session: tx.session },
          );
          if (deletedCount === 0) throw invalidLinkError();
          const stored = account.invitedUntil
            ? await accounts.acceptInvitation(tx, account, passwordHash)
            : await accounts.setPassword(tx, account, passwordHash, { emailVerified: true });
          if (!stored) throw invalidLinkError();
          const action = account.invitedUntil ? 'invitation-accepted' : 'password-reset';
          tx.audit(userEvent, { action, id: account._id, title: account.email });
        });
        await limits.clear(account.email);
        const mayEnterConsole = account.invitedUntil && account.role !== 'student';
        return { id: account._id, email: mayEnterConsole ? account.email : undefined };
      } catch (error) {
        await resetTokens.updateOne(
          { tokenHash, claimedUntil: link.claimedUntil },
          { $unset: { claimedUntil: 1 } },
        );
        throw error;
      }
    },

    async change(context, { id, currentPassword, newPassword }) {
      const { actor } = context;
      if (actor?.id !== id && actor?.role !== 'admin') throw new ApiError(403, messages.auth.forbidden);
      const account = await accounts.find(id);
      if (!account) throw notFound('User');
      if (actor.id !== id && account.role !== 'admin') throw new ApiError(403, messages.auth.forbidden);

      if (!account.isActive) throw conflict(messages.auth.disabled);
      assertStrongPassword('newPassword', newPassword, account);

      const passwordHash = await currentPasswordVerifier.verify(context, account, () =>
        hasher.verifyAndHash(currentPassword, account.passwordHash, newPassword),
      );
      await transact(service, context, async (tx) => {
        // A concurrent change: the password that was verified is no longer the current one.
        if (!(await accounts.setPassword(tx, account, passwordHash))) throw wrongCurrentPasswordError();
        tx.audit(userEvent, { action: 'password-changed', id, title: account.email });
      });
    },
  };
}
