import { messages, specificErrorCodes, userEvent } from '@khmer-learning/contracts';
import { ApiError, type Service, transact } from '@khmer-learning/service-kit';
import type { AttemptLimiter } from '../sessions/attempt-limiter.ts';
import type { PasswordContext } from '../sessions/trusted-browser-cookie.ts';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Asks for a current password. Tries are counted as those of signing in are, and a wrong one leaves a record. */
export interface CurrentPasswordVerifier {
  /**
   * Runs the check of an account's current password.
   *
   * @param verify gives something for the right password and undefined for a wrong one
   * @throws ApiError 401 with the code `wrong_password`, 429 after too many wrong ones
   */
  verify<T>(context: PasswordContext, account: Account, verify: () => Promise<T | undefined>): Promise<T>;
  /**
   * Makes sure that whoever acts knows their own password.
   *
   * @returns the account of who acts
   * @throws as `check` does; a missing password is a wrong one that is not counted
   */
  verifyActor(context: PasswordContext, password: string | undefined): Promise<Account>;
}

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

/** 401 although somebody is signed in. */
export function wrongCurrentPasswordError(): ApiError {
  return new ApiError(401, messages.auth.wrongCurrentPassword, { code: specificErrorCodes.wrongPassword });
}
