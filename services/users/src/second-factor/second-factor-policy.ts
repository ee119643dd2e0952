import {
  type BodyOf,
  concernsRole,
  type SecondFactorDue,
  type SecondFactorPolicy,
  type SecondFactorRequirement,
  secondFactorMessages,
  secondFactorPolicyEvent,
  type secondFactorPolicyUpdate,
} from '@khmer-learning/contracts';
import {
  conflict,
  type RequestContext,
  type Service,
  staleVersion,
  transact,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import { hasSecondFactor, withoutSecondFactor } from './second-factor.service.ts';
import {
  type SecondFactorPolicyModel,
  type SecondFactorPolicyRow,
  secondFactorPolicyId,
} from './second-factor-policy.model.ts';

/** The school's rule of who must have a second factor. */
export interface SecondFactorPolicyService {
  /** The rule, and how many active staff have no second factor. */
  get(): Promise<SecondFactorPolicy>;
  /**
   * Replaces the rule. Without a change nothing is written.
   *
   * @throws ApiError 409 when the version is stale, and for an actor without a second factor who needs one at once
   */
  update(
    context: RequestContext & { readonly ifMatch?: number | undefined },
    next: BodyOf<typeof secondFactorPolicyUpdate>,
  ): Promise<SecondFactorPolicy>;
  /** What the rule asks of an account; null when that has a second factor or needs none, as who can only sign in with the school's account. */
  dueOf(
    account: Pick<Account, 'role' | 'secondFactor' | 'withoutPassword'>,
    session?: ClientSession,
  ): Promise<SecondFactorDue>;
}

/** How the audit log names whom the rule is about. */
const requirementDetails: Readonly<Record<SecondFactorRequirement, string>> = {
  off: 'off',
  admins: 'admins',
  everyone: 'admins and teachers',
};

/** Creates the service of the rule. Changes emit an event, from which gateways learn of it, and an audit record. */
export function createSecondFactorPolicy(
  service: Pick<Service, 'connection' | 'relay'>,
  policies: SecondFactorPolicyModel,
  accounts: Pick<AccountRepository, 'find' | 'countActive'>,
): SecondFactorPolicyService {
  const read = (session: ClientSession | null = null) =>
    policies.findById(secondFactorPolicyId, null, { session }).lean<SecondFactorPolicyRow>();

  async function toPolicy(row: SecondFactorPolicyRow | null): Promise<SecondFactorPolicy> {
    const [admins, teachers] = await Promise.all([
      accounts.countActive('admin', withoutSecondFactor),
      accounts.countActive('teacher', withoutSecondFactor),
    ]);
    const { requiredOf = 'off', version = 0 } = row ?? {};
    return { requiredOf, from: row?.from.toISOString() ?? null, version, without: { admins, teachers } };
  }

  return {
    get: async () => toPolicy(await read()),

    async update(context, { requiredOf, from }) {
      const { result } = await transact(service, context, async (tx) => {
        const current = await read(tx.session);
        const version = current?.version ?? 0;
        if (context.ifMatch !== undefined && context.ifMatch !== version)
          throw staleVersion('second factor rule');
        const next = { _id: secondFactorPolicyId, requiredOf, from: new Date(from), version: version + 1 };
        if (current?.requiredOf === requiredOf && current.from.getTime() === next.from.getTime())
          return current;
        const actor = context.actor && (await accounts.find(context.actor.id));
        const isDue = requiredOf !== 'off' && next.from.getTime() <= Date.now();
        if (isDue && !(actor && hasSecondFactor(actor))) throw conflict(secondFactorMessages.ownFirst);
        await policies.replaceOne({ _id: secondFactorPolicyId }, next, { session: tx.session, upsert: true });
        const state = { requiredOf, from: next.from.toISOString() };
        tx.emitChanged(secondFactorPolicyEvent, { id: secondFactorPolicyId, version: next.version, state });
        tx.audit(secondFactorPolicyEvent, {
          action: 'updated',
          id: secondFactorPolicyId,
          title: 'Second factor',
          fields: ['requiredOf', 'from'],
          detail: requirementDetails[requiredOf],
        });
        return next;
      });
      return toPolicy(result);
    },

    async dueOf(account, session) {
      if (account.role === 'student' || hasSecondFactor(account)) return null;
      // The school's provider decides what it asks of them.
      if (account.withoutPassword) return null;
      const policy = await read(session);
      if (!policy || !concernsRole(policy.requiredOf, account.role)) return null;
      return { from: policy.from.toISOString(), isMissing: policy.from.getTime() <= Date.now() };
    },
  };
}
