import {
  type PrivacyPolicy,
  privacyPolicyEvent,
  privacyPolicyGet,
  privacyPolicyUpdate,
} from '@khmer-learning/contracts';
import {
  modelOf,
  mountEndpoint,
  staleVersion,
  type TransactDeps,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { Schema } from 'mongoose';

export interface PrivacyPolicyRow {
  _id: number;
  text: string;
  version: number;
  updatedAt: Date;
}

const policyModel = modelOf(
  'PrivacyPolicy',
  new Schema<PrivacyPolicyRow>(
    { _id: Number, text: String, version: Number, updatedAt: Date },
    { collection: 'privacy_policy', versionKey: false },
  ),
);

const id = 1;

/** Mounts the endpoints of the privacy policy: anyone reads it, admins write it. A change emits an event and an audit record. */
export function privacyPolicyRoutes(app: FastifyInstance, service: TransactDeps): void {
  const policies = policyModel(service.connection);

  mountEndpoint(app, privacyPolicyGet, async () =>
    toPrivacyPolicy(await policies.findById(id).lean<PrivacyPolicyRow>()),
  );
  mountEndpoint(app, privacyPolicyUpdate, async (context) => {
    const { text } = context.body;
    const { result } = await transact(service, context, async (tx) => {
      const { session } = tx;
      const current = await policies.findById(id, null, { session }).lean<PrivacyPolicyRow>();
      const { version, text: currentText } = toPrivacyPolicy(current);
      if (context.ifMatch !== undefined && context.ifMatch !== version) throw staleVersion('privacy policy');
      if (text === currentText) return current;
      const next = { _id: id, text, version: version + 1, updatedAt: new Date() };
      await policies.replaceOne({ _id: id }, next, { session, upsert: true });
      const state = { text, updatedAt: next.updatedAt.toISOString() };
      tx.emitChanged(privacyPolicyEvent, { id, version: next.version, state });
      tx.audit(privacyPolicyEvent, { action: 'updated', id, title: 'Privacy policy', fields: ['text'] });
      return next;
    });
    return toPrivacyPolicy(result);
  });
}

/** Empty with version 0 until it is first saved. */
function toPrivacyPolicy(row: PrivacyPolicyRow | null): PrivacyPolicy {
  if (!row) return { text: '', version: 0, updatedAt: null };
  return { text: row.text, version: row.version, updatedAt: row.updatedAt.toISOString() };
}
