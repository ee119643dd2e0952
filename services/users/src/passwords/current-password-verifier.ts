import { messages, specificErrorCodes, userEvent } from '@khmer-learning/contracts';
import { ApiError, transact } from '@khmer-learning/service-kit';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account } from '../users/account-repository.ts';
import type { UsersContext } from '../users-context.ts';

/** Verifies current passwords. Attempts count towards the sign-in limits, and a wrong password is audited. */
export type CurrentPasswordVerifier = ReturnType<typeof createCurrentPasswordVerifier>;

export function createCurrentPasswordVerifier(deps: Omit<UsersContext, 'mailQueue'>) {
  const { service, accounts, hasher, limits } = deps;

  async function reject(context: PasswordContext, { _id: id, email }: Account): Promise<never> {
    const refusal = wrongCurrentPasswordError();
    await transact(service, context, async (tx) => {
      tx.audit(userEvent, { action: 'password-refused', id, title: email, detail: refusal.message });
    });
    throw refusal;
  }

  /**
   * Runs the check of an account's current password. @param check returns undefined for a wrong one
   * @throws ApiError 401 with the code `wrong_password`, 429 after too many wrong attempts
   */
  async function verify<T>(
    context: PasswordContext,
    account: Account,
    check: () => Promise<T | undefined>,
  ): Promise<T> {
    const { address, trustedBrowserIdOf } = context;
    const attempt = { email: account.email, address, browser: trustedBrowserIdOf?.(account._id) };
    return (await limits.checkAttempt(attempt, check)) ?? (await reject(context, account));
  }

  return {
    verify,
    /** The actor's account, if this is its password. @throws like `verify`; a missing password counts as wrong, but not as an attempt */
    async verifyActor(context: PasswordContext, password: string | undefined): Promise<Account> {
      const account = context.actor && (await accounts.find(context.actor.id));
      if (!account?.isActive) throw new ApiError(401, messages.auth.unauthenticated);
      if (password === undefined) return reject(context, account);
      return verify(context, account, async () =>
        (await hasher.matches(password, account.passwordHash)) ? account : undefined,
      );
    },
  };
}

/** The 401 error for a wrong current password. Its code distinguishes it from an expired session. */
export function wrongCurrentPasswordError(): ApiError {
  return new ApiError(401, messages.auth.wrongCurrentPassword, { code: specificErrorCodes.wrongPassword });
}
