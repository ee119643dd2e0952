import { specificErrorCodes, messages, userEvent } from '@khmer-learning/contracts';
import { ApiError, type Service, transact } from '@khmer-learning/service-kit';
import type { AttemptLimits } from '../sessions/attempt-limits.ts';
import type { PasswordContext } from '../sessions/trusted-browser.ts';
import type { Account, Accounts } from '../users/accounts.ts';
import type { PasswordHasher } from './password-hash.ts';

/** Asks for a current password. Tries are counted as those of signing in are, and a wrong one leaves a record. */
export interface CurrentPassword {
  /**
   * Runs the check of an account's current password.
   *
   * @param check gives something for the right password and undefined for a wrong one
   * @throws ApiError 401 with the code `wrong_password`, 429 after too many wrong ones
   */
  check<T>(context: PasswordContext, account: Account, check: () => Promise<T | undefined>): Promise<T>;
  /**
   * Makes sure that whoever acts knows their own password.
   *
   * @returns the account of who acts
   * @throws as `check` does; a missing password is a wrong one that is not counted
   */
  ofActor(context: PasswordContext, given: string | undefined): Promise<Account>;
}

export function createCurrentPassword(deps: {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly accounts: Accounts;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimits;
}): CurrentPassword {
  const { service, accounts, hasher, limits } = deps;

  async function refuse(context: PasswordContext, { _id: id, email }: Account): Promise<never> {
    const refusal = wrongCurrentPassword();
    await transact(service, context, async (tx) => {
      tx.audit(userEvent, { action: 'password-refused', id, title: email, detail: refusal.message });
    });
    throw refusal;
  }

  const self: CurrentPassword = {
    async check(context, account, check) {
      const { address, browserOf } = context;
      const trier = { email: account.email, address, browser: browserOf?.(account._id) };
      return (await limits.judge(trier, check)) ?? (await refuse(context, account));
    },

    async ofActor(context, given) {
      const account = context.actor && (await accounts.find(context.actor.id));
      if (!account?.isActive) throw new ApiError(401, messages.auth.unauthenticated);
      if (given === undefined) return refuse(context, account);
      return self.check(context, account, async () =>
        (await hasher.matches(given, account.passwordHash)) ? account : undefined,
      );
    },
  };
  return self;
}

/** 401 although somebody is signed in. */
export function wrongCurrentPassword(): ApiError {
  return new ApiError(401, messages.auth.wrongCurrentPassword, { code: specificErrorCodes.wrongPassword });
}
