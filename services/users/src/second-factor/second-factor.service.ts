import {
  type accountProve,
  type BodyOf,
  messages,
  type Proof,
  type SecondFactor,
  type SecondFactorDue,
  secondFactorMessages,
  specificErrorCodes,
  userEvent,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  notFound,
  type RequestContext,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { CurrentPasswordVerifier } from '../passwords/current-password-verifier.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { UsersContext } from '../users-context.ts';
import type { CodeSecrets } from './code-secrets.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

/** How long a secret that was shown can be confirmed. */
const setUpMs = 15 * 60_000;

/** The second factor of staff: codes of an authenticator app, with recovery codes. Passkeys have a service of their own. */
export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** How the audit log names a proof. */
export const proofDetails: Readonly<Record<Proof, string>> = {
  password: 'password',
  code: 'code',
  recoveryCode: 'recovery code',
  schoolAccount: 'school account',
  passkey: 'passkey',
};

/** Whether somebody is asked for more than the password. */
export function hasSecondFactor({ secondFactor }: Pick<Account, 'secondFactor'>): boolean {
  return secondFactor?.codes !== undefined || secondFactor?.passkeys !== undefined;
}

/** A filter of accounts: the opposite of `hasSecondFactor`. The school's provider answers for accounts without a password. */
export const withoutSecondFactor = {
  'secondFactor.codes': { $exists: false },
  'secondFactor.passkeys': { $exists: false },
  withoutPassword: { $ne: true },
};

/** The 401 of a sign-in with the right password. */
export function secondFactorRequired(message: string): ApiError {
  return new ApiError(401, message, { code: specificErrorCodes.secondFactorRequired });
}

export function createSecondFactorService(
  deps: UsersContext & {
    readonly codeSecrets: CodeSecrets;
    readonly currentPassword: CurrentPasswordVerifier;
    /** What the school requires of an account. */
    readonly policy: {
      dueOf(
        account: Pick<Account, 'role' | 'secondFactor'>,
        session: ClientSession,
      ): Promise<SecondFactorDue>;
    };
  },
) {
  const { service, accounts, codeSecrets, currentPassword, limits, mailQueue, policy } = deps;

  /** The active account. @throws ApiError 401 */
  async function requireAccount(userId: number | undefined): Promise<Account> {
    const account = userId === undefined ? null : await accounts.find(userId);
    if (!account?.isActive) throw new ApiError(401, messages.auth.unauthenticated);
    return account;
  }

  function wrongCode(message: string): ApiError {
    return new ApiError(400, message, { issues: [{ path: 'code', message }] });
  }

  /** Counts the attempt as that of a password. @throws ApiError 400 for a wrong code, 429 */
  async function attempt<T>(
    context: PasswordContext,
    account: Account,
    check: () => Promise<T | undefined>,
  ): Promise<T> {
    const { _id: id, email } = account;
    const browser = context.trustedBrowserIdOf?.(id);
    const result = await limits.checkAttempt({ email, address: context.address, browser }, check);
    if (result !== undefined) return result;
    await transact(service, context, async (tx) => {
      tx.audit(userEvent, { action: 'second-factor-refused', id, title: email });
    });
    throw wrongCode(secondFactorMessages.wrongCode);
  }

  /** Mails the owner, in the transaction of the change. @param about an address that the mail mentions */
  function tell(
    tx: Transaction,
    context: RequestContext,
    kind: 'secondFactorAdded' | 'secondFactorRemoved' | 'secondFactorResetByYou' | 'passkeyCopied',
    account: Account,
    about = '',
  ): Promise<void> {
    const mail = { kind, email: account.email, about, at: new Date(), ...languagePreferenceOf(account) };
    return mailQueue.add(context, mail, tx.session);
  }

  /** @param left what an account would be left with @throws ApiError 409 when that is not what it must have */
  async function requireOther(
    { session }: Transaction,
    account: Account,
    left: NonNullable<Account['secondFactor']>,
  ): Promise<void> {
    const due = await policy.dueOf({ ...account, secondFactor: left }, session);
    if (due?.isMissing) throw conflict(secondFactorMessages.mustHave);
  }

  /** Uses a code of an authenticator app or a recovery code, which works once. @returns what it was, if it is valid */
  async function useCode(account: Account, code: string): Promise<Proof | undefined> {
    const { _id, secondFactor } = account;
    if (!/^\d{6}$/.test(code)) {
      const used = hashRecoveryCode(code);
      const isUsed = await accounts.changeSecondFactor(
        _id,
        { 'secondFactor.recoveryCodes': used },
        { $pull: { 'secondFactor.recoveryCodes': used } },
      );
      return isUsed ? 'recoveryCode' : undefined;
    }
    const secret = secondFactor?.codes?.secret;
    const period = secret === undefined ? undefined : codeSecrets.periodOf(secret, account, code);
    if (period === undefined) return undefined;
    const isUsed = await accounts.changeSecondFactor(
      _id,
      { 'secondFactor.codes.secret': secret, 'secondFactor.codes.lastPeriod': { $lt: period } },
      { $set: { 'secondFactor.codes.lastPeriod': period } },
    );
    return isUsed ? 'code' : undefined;
  }

  return {
    useCode,
    requireAccount,
    tell,
    requireOther,

    /** Proves who it is: with a code, or the password without a second factor. @throws ApiError 400, 401 (`wrong_password`), 429 */
    async prove(context: PasswordContext, { password, code }: BodyOf<typeof accountProve>): Promise<Proof> {
      const account = await requireAccount(context.actor?.id);
      if (!hasSecondFactor(account)) {
        await currentPassword.verifyActor(context, password);
        return 'password';
      }
      if (code === undefined) throw wrongCode(secondFactorMessages.needed);
      return attempt(context, account, () => useCode(account, code));
    },

    async get(userId: number): Promise<SecondFactor> {
      const { secondFactor, withoutPassword } = await requireAccount(userId);
      return {
        codesSince: secondFactor?.codes?.since.toISOString() ?? null,
        passkeys: (secondFactor?.passkeys ?? []).map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: secondFactor?.recoveryCodes?.length ?? 0,
        ...(withoutPassword && { hasPassword: false }),
      };
    },

    /** Makes a secret that `confirmCodes` switches on. */
    async beginCodes(userId: number) {
      const account = await requireAccount(userId);
      const { stored, ...shown } = codeSecrets.create(account);
      const pending = { secret: stored, until: new Date(Date.now() + setUpMs) };
      await accounts.changeSecondFactor(userId, {}, { $set: { 'secondFactor.pending': pending } });
      return shown;
    },

    /** @returns new recovery codes @throws ApiError 400 for a wrong code, 409 when nothing was begun, 429 */
    async confirmCodes(context: PasswordContext, code: string) {
      const account = await requireAccount(context.actor?.id);
      const pending = account.secondFactor?.pending;
      if (!pending || pending.until < new Date()) throw conflict(secondFactorMessages.notBegun);
      const lastPeriod = await attempt(context, account, async () =>
        codeSecrets.periodOf(pending.secret, account, code),
      );
      const { codes, hashes } = createRecoveryCodes();
      await transact(service, context, async (tx) => {
        const isAdded = await accounts.changeSecondFactor(
          account._id,
          { 'secondFactor.pending.secret': pending.secret },
          {
            $set: {
              'secondFactor.codes': { secret: pending.secret, since: new Date(), lastPeriod },
              'secondFactor.recoveryCodes': hashes,
            },
            $unset: { 'secondFactor.pending': 1 },
          },
          tx.session,
        );
        if (!isAdded) throw conflict(secondFactorMessages.notBegun);
        tx.audit(userEvent, {
          action: 'second-factor-added',
          id: account._id,
          title: account.email,
          detail: 'codes',
        });
        await tell(tx, context, 'secondFactorAdded', account);
      });
      mailQueue.wake();
      return codes;
    },

    /** @throws ApiError 404 when they are off, 409 when they are the last second factor of who must have one */
    async removeCodes(context: RequestContext) {
      const account = await requireAccount(context.actor?.id);
      const hasPasskeys = account.secondFactor?.passkeys !== undefined;
      await transact(service, context, async (tx) => {
        const { codes: _removed, ...left } = account.secondFactor ?? {};
        await requireOther(tx, account, left);
        const isRemoved = await accounts.changeSecondFactor(
          account._id,
          { 'secondFactor.codes': { $exists: true }, 'secondFactor.passkeys': { $exists: hasPasskeys } },
          { $unset: hasPasskeys ? { 'secondFactor.codes': 1 } : { secondFactor: 1 } },
          tx.session,
        );
        if (!isRemoved) throw notFound('Second factor');
        const audited = { id: account._id, title: account.email, detail: 'codes' };
        tx.audit(userEvent, { action: 'second-factor-removed', ...audited });
        await tell(tx, context, 'secondFactorRemoved', account);
      });
      mailQueue.wake();
    },

    /** @throws ApiError 404 without a second factor */
    async renewRecoveryCodes(context: RequestContext) {
      const account = await requireAccount(context.actor?.id);
      const { codes, hashes } = createRecoveryCodes();
      await transact(service, context, async (tx) => {
        const isRenewed = await accounts.changeSecondFactor(
          account._id,
          { 'secondFactor.recoveryCodes': { $exists: true } },
          { $set: { 'secondFactor.recoveryCodes': hashes } },
          tx.session,
        );
        if (!isRenewed) throw notFound('Second factor');
        tx.audit(userEvent, { action: 'recovery-codes-created', id: account._id, title: account.email });
      });
      return codes;
    },

    /** Removes the second factor of another user. @throws ApiError 404 without one, 409 for the actor's own */
    async reset(context: RequestContext, userId: number) {
      const actor = await requireAccount(context.actor?.id);
      if (actor._id === userId) throw conflict(secondFactorMessages.isOwn);
      const account = await accounts.find(userId);
      if (!account) throw notFound('User');
      await transact(service, context, async (tx) => {
        await resetSecondFactor({ accounts, addMail: mailQueue.add }, tx, context, account, actor.email);
        await tell(tx, context, 'secondFactorResetByYou', actor, account.email);
      });
      mailQueue.wake();
    },
  };
}
