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
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { CurrentPasswordVerifier } from '../passwords/current-password-verifier.ts';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { CodeSecrets } from './code-secrets.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

/** How long a secret that was shown can be confirmed. */
const setUpMs = 15 * 60_000;

export interface SecondFactorServiceDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly accounts: AccountRepository;
  readonly codeSecrets: CodeSecrets;
  readonly currentPassword: CurrentPasswordVerifier;
  readonly limits: AttemptLimiter;
  readonly mailQueue: MailQueue;
  /** What the school requires of an account. */
  readonly policy: {
    dueOf(account: Pick<Account, 'role' | 'secondFactor'>, session: ClientSession): Promise<SecondFactorDue>;
  };
}

/** The second factor of staff: codes of an authenticator app, with recovery codes. Passkeys have a service of their own. */
export interface SecondFactorService {
  /**
   * Uses a code of an authenticator app or a recovery code. Each works once.
   *
   * @param code as the contract normalises it
   * @returns what it was; undefined when it is not valid
   */
  useCode(account: Account, code: string): Promise<Proof | undefined>;
  /**
   * Proves that the actor of a session is its user: with a code by who has a second factor, else with the password.
   *
   * @returns how it was proved
   * @throws ApiError 400 for a missing or wrong code, 401 (`wrong_password`), 429
   */
  prove(context: PasswordContext, given: BodyOf<typeof accountProve>): Promise<Proof>;
  /** The active account. @throws ApiError 401 */
  requireAccount(userId: number | undefined): Promise<Account>;
  /** @param left what an account would be left with @throws ApiError 409 when that is not what it must have */
  requireOther(tx: Transaction, account: Account, left: NonNullable<Account['secondFactor']>): Promise<void>;
  /** Mails the owner, in the transaction of the change. @param about an address that the mail mentions */
  tell(
    tx: Transaction,
    context: RequestContext,
    kind: 'secondFactorAdded' | 'secondFactorRemoved' | 'secondFactorResetByYou' | 'passkeyCopied',
    account: Account,
    about?: string,
  ): Promise<void>;
  get(userId: number): Promise<SecondFactor>;
  /** Makes a secret that `confirmCodes` switches on. */
  beginCodes(userId: number): Promise<{ secret: string; uri: string }>;
  /** @returns new recovery codes @throws ApiError 400 for a wrong code, 409 when nothing was begun, 429 */
  confirmCodes(context: PasswordContext, code: string): Promise<string[]>;
  /** @throws ApiError 404 when they are off, 409 when they are the last second factor of who must have one */
  removeCodes(context: RequestContext): Promise<void>;
  /** @throws ApiError 404 without a second factor */
  renewRecoveryCodes(context: RequestContext): Promise<string[]>;
  /** Removes the second factor of another user. @throws ApiError 404 without one, 409 for the actor's own */
  reset(context: RequestContext, userId: number): Promise<void>;
}

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

/** Creates the service. */
export function createSecondFactorService(deps: SecondFactorServiceDeps): SecondFactorService {
  const { service, accounts, codeSecrets, currentPassword, limits, mailQueue, policy } = deps;

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

  const tell: SecondFactorService['tell'] = (tx, context, kind, account, about = '') => {
    const mail = { kind, email: account.email, about, at: new Date(), ...languagePreferenceOf(account) };
    return mailQueue.add(context, mail, tx.session);
  };

  const requireOther: SecondFactorService['requireOther'] = async ({ session }, account, left) => {
    const due = await policy.dueOf({ ...account, secondFactor: left }, session);
    if (due?.isMissing) throw conflict(secondFactorMessages.mustHave);
  };

  const self: SecondFactorService = {
    requireAccount,
    tell,
    requireOther,

    async useCode(account, code) {
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
    },

    async prove(context, { password, code }) {
      const account = await requireAccount(context.actor?.id);
      if (!hasSecondFactor(account)) {
        await currentPassword.verifyActor(context, password);
        return 'password';
      }
      if (code === undefined) throw wrongCode(secondFactorMessages.needed);
      return attempt(context, account, () => self.useCode(account, code));
    },

    async get(userId) {
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

    async beginCodes(userId) {
      const account = await requireAccount(userId);
      const { stored, ...shown } = codeSecrets.create(account);
      const pending = { secret: stored, until: new Date(Date.now() + setUpMs) };
      await accounts.changeSecondFactor(userId, {}, { $set: { 'secondFactor.pending': pending } });
      return shown;
    },

    async confirmCodes(context, code) {
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

    async removeCodes(context) {
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

    async renewRecoveryCodes(context) {
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

    async reset(context, userId) {
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
  return self;
}
