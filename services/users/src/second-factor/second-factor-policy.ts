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
  modelOf,
  type RequestContext,
  staleVersion,
  type TransactDeps,
  transact,
} from '@khmer-learning/service-kit';
import { type ClientSession, Schema } from 'mongoose';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import { hasSecondFactor, withoutSecondFactor } from './second-factor.service.ts';

/** Of whom a second factor is required, and from when on. */
export interface SecondFactorPolicyRow {
  _id: number;
  requiredOf: SecondFactorRequirement;
  from: Date;
  version: number;
}

const policyModel = modelOf(
  'SecondFactorPolicy',
  new Schema<SecondFactorPolicyRow>(
    { _id: Number, requiredOf: String, from: Date, version: Number },
    { collection: 'second_factor_policy', versionKey: false },
  ),
);

const id = 1;

/** The school's rule of who must have a second factor. */
export type SecondFactorPolicyService = ReturnType<typeof createSecondFactorPolicy>;

/** How the audit log names whom the rule is about. */
const requirementDetails: Readonly<Record<SecondFactorRequirement, string>> = {
  off: 'off',
  admins: 'admins',
  everyone: 'admins and teachers',
};

/** Creates the service of the rule. Changes emit an event, from which gateways learn of it, and an audit record. */
export function createSecondFactorPolicy(
  service: TransactDeps,
  accounts: Pick<AccountRepository, 'find' | 'countActive'>,
) {
  const policies = policyModel(service.connection);
  const read = (session: ClientSession | null = null) =>
    policies.findById(id, null, { session }).lean<SecondFactorPolicyRow>();

  async function toPolicy(row: SecondFactorPolicyRow | null): Promise<SecondFactorPolicy> {
    const [admins, teachers] = await Promise.all([
      accounts.countActive('admin', withoutSecondFactor),
      accounts.countActive('teacher', withoutSecondFactor),
    ]);
    const { requiredOf = 'off', version = 0 } = row ?? {};
    return { requiredOf, from: row?.from.toISOString() ?? null, version, without: { admins, teachers } };
  }

  return {
    /** The rule, and how many active staff have no second factor. */
    get: async () => toPolicy(await read()),

    /** Replaces the rule. @throws ApiError 409 for a stale version, and for who would need a second factor and has none */
    async update(
      context: RequestContext & { readonly ifMatch?: number | undefined },
      { requiredOf, from }: BodyOf<typeof secondFactorPolicyUpdate>,
    ) {
      const { result } = await transact(service, context, async (tx) => {
        const current = await read(tx.session);
        const version = current?.version ?? 0;
        if (context.ifMatch !== undefined && context.ifMatch !== version)
          throw staleVersion('second factor rule');
        const next = { _id: id, requiredOf, from: new Date(from), version: version + 1 };
        if (current?.requiredOf === requiredOf && current.from.getTime() === next.from.getTime())
          return current;
        const actor = context.actor && (await accounts.find(context.actor.id));
        const isDue = requiredOf !== 'off' && next.from.getTime() <= Date.now();
        if (isDue && !(actor && hasSecondFactor(actor))) throw conflict(secondFactorMessages.ownFirst);
        await policies.replaceOne({ _id: id }, next, { session: tx.session, upsert: true });
        const state = { requiredOf, from: next.from.toISOString() };
        tx.emitChanged(secondFactorPolicyEvent, { id, version: next.version, state });
        tx.audit(secondFactorPolicyEvent, {
          action: 'updated',
          id,
          title: 'Second factor',
          fields: ['requiredOf', 'from'],
          detail: requirementDetails[requiredOf],
        });
        return next;
      });
      return toPolicy(result);
    },

    /** What the rule asks of an account; null when that has a second factor or needs none, as who can only sign in with the school's account. */
    async dueOf(
      account: Pick<Account, 'role' | 'secondFactor' | 'withoutPassword'>,
      session?: ClientSession,
    ): Promise<SecondFactorDue> {
      if (account.role === 'student' || hasSecondFactor(account)) return null;
      // The school's provider decides what it asks of them.
      if (account.withoutPassword) return null;
      const policy = await read(session);
      if (!policy || !concernsRole(policy.requiredOf, account.role)) return null;
      return { from: policy.from.toISOString(), isMissing: policy.from.getTime() <= Date.now() };
    },
  };
}
