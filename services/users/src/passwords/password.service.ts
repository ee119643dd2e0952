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
  modelOf,
  networkOf,
  notFound,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';
import { composeMail } from '../mails/compose-mail.ts';
import { createLinkToken, hashLinkToken, invalidLinkError } from '../mails/link-token.ts';
import type { MailJob } from '../mails/mail-queue.ts';
import type { Mailer } from '../mails/mailer.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account } from '../users/account-repository.ts';
import type { UsersContext } from '../users-context.ts';
import { type CurrentPasswordVerifier, wrongCurrentPasswordError } from './current-password-verifier.ts';
import { assertStrongPassword, invalidPasswordError } from './password-policy.ts';

/** The reset link of a user. Each user has at most one: a newer link replaces the older. */
export interface ResetTokenRow {
  _id: number;
  /** SHA-256 (hex) of the token in the link. */
  tokenHash: string;
  /** The account's address and epoch when the link was mailed. A changed address or password invalidates the link. */
  email: string;
  epoch: number;
  expiresAt: Date;
  /** Until this time one request has exclusive use of the link. The link is deleted when the new password is stored. */
  claimedUntil?: Date;
}

const resetTokenSchema = new Schema<ResetTokenRow>(
  {
    _id: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    email: { type: String, required: true },
    epoch: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    claimedUntil: Date,
  },
  { collection: 'reset_tokens', versionKey: false },
)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const resetTokenModel = modelOf('ResetToken', resetTokenSchema);

/** Most reset mails for one address per window, so that nobody can flood a mailbox. */
const maxMailsPerWindow = 5;
/** Most reset requests, and as many link uses, from one network per window. A whole school may share one network. */
const maxPerNetwork = 60;
const resetLinkLifetimeMinutes = 30;
/** A claim on a link expires after this time, so that the link works again after a crash. Longer than any request. */
const claimDurationMs = 10_000;

const invitationKinds = {
  admin: 'adminInvitation',
  teacher: 'teacherInvitation',
  student: 'learnerInvitation',
} as const;

/** Sets new passwords: with the current password, or with a mailed link. */
export type PasswordService = ReturnType<typeof createPasswordService>;

export function createPasswordService(
  deps: UsersContext & { readonly currentPassword: CurrentPasswordVerifier; readonly mailer: Mailer },
) {
  const { service, accounts, hasher, limits, mailQueue, mailer } = deps;
  const { config, logger } = service;
  const resetTokens = resetTokenModel(service.connection);

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
    /** Queues a mail with a link. Neither result nor timing reveals whether the account exists. @throws ApiError 429 */
    async requestReset(context: PasswordContext, email: string) {
      await limits.consume(`forgot:${networkOf(context.address)}`, maxPerNetwork);
      if (!(await limits.tryConsume(`reset-mail:${email}`, maxMailsPerWindow))) {
        logger.warn({ requestId: context.requestId }, 'Too many reset mails for an address, no mail sent');
        return;
      }
      await mailQueue.add(context, { kind: 'resetPassword', email });
      mailQueue.wake();
    },

    async discardLink(tx: Transaction, userId: number) {
      await resetTokens.deleteOne({ _id: userId }, { session: tx.session });
    },

    /** Mails the link if an active account has the address. */
    async sendResetMail({ email, requestId, address }: MailJob) {
      const account = await accounts.findByEmail(email);
      if (!account?.isActive) return;
      const expiresAt = new Date(Date.now() + resetLinkLifetimeMinutes * 60_000);
      const { result: token } = await transact(service, { actor: null, requestId, address }, async (tx) => {
        tx.audit(userEvent, { action: 'password-forgotten', id: account._id, title: email });
        return createLink(tx, account, expiresAt);
      });
      const link = `${config.PUBLIC_URL}/reset-password/${token}`;
      const values = { link, minutes: resetLinkLifetimeMinutes };
      await mailer.send(composeMail('resetPassword', account, values));
    },

    /** Mails the link if an account with the address is still invited. */
    async sendInvitationMail(job: MailJob) {
      const { email, about: by, requestId, address } = job;
      const account = await accounts.findByEmail(email);
      const expiresAt = account?.invitedUntil;
      if (!expiresAt || expiresAt <= new Date()) return;
      const { result: token } = await transact(service, { actor: null, requestId, address }, (tx) =>
        createLink(tx, account, expiresAt),
      );
      const link = `${config.PUBLIC_URL}/choose-password/${token}`;
      await mailer.send(composeMail(invitationKinds[account.role], job, { by, link, expiresAt }));
    },

    /**
     * Sets a new password with a link, and ends all sessions; with the link of an invitation, also activates the account.
     * @returns the id of the account, and the address of staff who were invited @throws ApiError 400, 429
     */
    async reset(context: PasswordContext, { token, password }: BodyOf<typeof authResetPassword>) {
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

    /**
     * Changes the own password, or, for an admin, that of another admin, and ends all sessions of the account.
     * @throws ApiError 400, 401 (`wrong_password`), 403, 404, 409 for a disabled account, 429
     */
    async change(
      context: PasswordContext,
      { id, currentPassword, newPassword }: Omit<BodyOf<typeof authChangePassword>, 'confirmPassword'>,
    ) {
      const { actor } = context;
      if (actor?.id !== id && actor?.role !== 'admin') throw new ApiError(403, messages.auth.forbidden);
      const account = await accounts.find(id);
      if (!account) throw notFound('User');
      if (actor.id !== id && account.role !== 'admin') throw new ApiError(403, messages.auth.forbidden);

      if (!account.isActive) throw conflict(messages.auth.disabled);
      assertStrongPassword('newPassword', newPassword, account);

      const passwordHash = await deps.currentPassword.verify(context, account, () =>
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
