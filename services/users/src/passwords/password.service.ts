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
  notFound,
  type Service,
  transact,
} from '@khmer-learning/service-kit';
import { createLinkToken, hashLinkToken, invalidLinkError } from '../mails/link-token.ts';
import type { MailJob, MailQueue } from '../mails/mail-queue.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import { networkOf } from '../sessions/network-of.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import { type CurrentPasswordVerifier, wrongCurrentPasswordError } from './current-password-verifier.ts';
import type { Mailer } from './mailer.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { assertStrongPassword, invalidPasswordError } from './password-policy.ts';
import { resetLinkLifetimeMinutes, resetPasswordMail } from './reset-password-mail.ts';
import type { ResetTokenModel, ResetTokenRow } from './reset-token.model.ts';

/** Mails one account is sent per window, so that nobody's mailbox is flooded through us. */
const maxMailsPerWindow = 5;
/** Links asked for, and as many used, from one network per window: a whole school may sit in one. */
const maxPerNetwork = 60;
/** Longer than one request may take: after a crash in between the link works again. */
const claimDurationMs = 10_000;

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
  /** Origin of the links. */
  readonly publicUrl: string;
}

/** Setting a new password, knowing the current one or by a mailed link. */
export interface PasswordService {
  /** Has a link mailed if somebody active has this address. Says nothing of it, neither in words nor in time. */
  requestReset(context: PasswordContext, email: string): Promise<void>;
  /** Mails the link, if somebody active has the address. */
  sendResetMail(job: MailJob): Promise<void>;
  /** @returns whose password it was */
  reset(context: PasswordContext, body: BodyOf<typeof authResetPassword>): Promise<number>;
  /** One's own password, or, for an admin, another admin's. */
  change(
    context: PasswordContext,
    body: Omit<BodyOf<typeof authChangePassword>, 'confirmPassword'>,
  ): Promise<void>;
}

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

  /** Takes the link for one request alone, before the costly hash: of many at once only one gets there. */
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

  /** The account a link is for, as long as the link is good. */
  async function requireLinkAccount(link: ResetTokenRow): Promise<Account> {
    const account = await accounts.find(link._id);
    const same = account?.email === link.email && account.sessions.epoch === link.epoch;
    if (!account?.isActive || !same) throw invalidLinkError();
    return account;
  }

  return {
    async requestReset(context, email) {
      await limits.consume(`forgot:${networkOf(context.address)}`, maxPerNetwork);
      if (!(await limits.tryConsume(`reset-mail:${email}`, maxMailsPerWindow))) {
        logger.warn({ requestId: context.requestId }, 'Too many reset mails of an address: none sent');
        return;
      }
      await mailQueue.add(context, { kind: 'resetPassword', email });
      mailQueue.wake();
    },

    async sendResetMail({ email, requestId, address }) {
      const account = await accounts.findByEmail(email);
      if (!account?.isActive) return;
      const { token, tokenHash } = createLinkToken();
      await transact(service, { actor: null, requestId, address }, async (tx) => {
        await resetTokens.updateOne(
          { _id: account._id },
          {
            $set: {
              tokenHash,
              email,
              epoch: account.sessions.epoch,
              expiresAt: new Date(Date.now() + resetLinkLifetimeMinutes * 60_000),
            },
            $unset: { claimedUntil: 1 },
          },
          { upsert: true, session: tx.session },
        );
        tx.audit(userEvent, { action: 'password-forgotten', id: account._id, title: email });
      });
      await mailer.send(resetPasswordMail(email, `${publicUrl}/reset-password/${token}`));
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
          if (!(await accounts.setPassword(tx, account, passwordHash))) throw invalidLinkError();
          tx.audit(userEvent, { action: 'password-reset', id: account._id, title: account.email });
        });
        await limits.clear(account.email);
        return account._id;
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
        // Changed by somebody else since it was checked: it is not the current one any more.
        if (!(await accounts.setPassword(tx, account, passwordHash))) throw wrongCurrentPasswordError();
        tx.audit(userEvent, { action: 'password-changed', id, title: account.email });
      });
    },
  };
}
