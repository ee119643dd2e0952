import { messages, specificErrorCodes, userEvent } from '@khmer-learning/contracts';
import { ApiError, type Service, transact } from '@khmer-learning/service-kit';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Verifies current passwords. Attempts count towards the sign-in limits, and a wrong password is audited. */
export interface CurrentPasswordVerifier {
  /**
   * Runs the check of an account's current password.
   *
   * @param verify returns a value for the right password and undefined for a wrong one
   * @throws ApiError 401 with the code `wrong_password`, 429 after too many wrong attempts
   */
  verify<T>(context: PasswordContext, account: Account, verify: () => Promise<T | undefined>): Promise<T>;
  /**
   * Verifies the actor's own password.
   *
   * @returns the actor's account
   * @throws the errors of `verify`; a missing password counts as wrong but not as an attempt
   */
  verifyActor(context: PasswordContext, password: string | undefined): Promise<Account>;
}

/** Creates the verifier. */
export function createCurrentPasswordVerifier(deps: {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly accounts: AccountRepository;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimiter;
}): CurrentPasswordVerifier {
  const { service, accounts, hasher, limits } = deps;

  async function reject(context: PasswordContext, { _id: id, email }: Account): Promise<never> {
    const refusal = wrongCurrentPasswordError();
    await transact(service, context, async (tx) => {
      tx.audit(userEvent, { action: 'password-refused', id, title: email, detail: refusal.message });
    });
    throw refusal;
  }

  const self: CurrentPasswordVerifier = {
    async verify(context, account, check) {
      const { address, trustedBrowserIdOf } = context;
      const attempt = { email: account.email, address, browser: trustedBrowserIdOf?.(account._id) };
      return (await limits.checkAttempt(attempt, check)) ?? (await reject(context, account));
    },

    async verifyActor(context, password) {
      const account = context.actor && (await accounts.find(context.actor.id));
      if (!account?.isActive) throw new ApiError(401, messages.auth.unauthenticated);
      if (password === undefined) return reject(context, account);
      return self.verify(context, account, async () =>
        (await hasher.matches(password, account.passwordHash)) ? account : undefined,
      );
    },
  };
  return self;
}

/** The 401 error for a wrong current password. Its code distinguishes it from an expired session. */
export function wrongCurrentPasswordError(): ApiError {
  return new ApiError(401, messages.auth.wrongCurrentPassword, { code: specificErrorCodes.wrongPassword });
}
