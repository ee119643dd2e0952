import { type PrivacyPolicy, privacyPolicyEvent } from '@khmer-learning/contracts';
import { type RequestContext, type Service, staleVersion, transact } from '@khmer-learning/service-kit';
import { type PrivacyPolicyModel, type PrivacyPolicyRow, privacyPolicyId } from './privacy-policy.model.ts';

/** The school's privacy policy, which admins write. */
export interface PrivacyPolicyService {
  /** The policy; empty with version 0 until it is first saved. */
  get(): Promise<PrivacyPolicy>;
  /**
   * Replaces the text. Without a change nothing is written.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 409 when the version is stale
   */
  update(context: RequestContext, text: string, ifMatch: number | undefined): Promise<PrivacyPolicy>;
}

/** Creates the service of the privacy policy. Changes emit an event and an audit record. */
export function createPrivacyPolicyService(
  service: Pick<Service, 'connection' | 'relay'>,
  policies: PrivacyPolicyModel,
): PrivacyPolicyService {
  return {
    async get() {
      return toPrivacyPolicy(await policies.findById(privacyPolicyId).lean<PrivacyPolicyRow>());
    },

    async update(context, text, ifMatch) {
      const { result } = await transact(service, context, async (tx) => {
        const { session } = tx;
        const current = await policies.findById(privacyPolicyId, null, { session }).lean<PrivacyPolicyRow>();
        const { version, text: currentText } = toPrivacyPolicy(current);
        if (ifMatch !== undefined && ifMatch !== version) throw staleVersion('privacy policy');
        if (text === currentText) return current;
        const next: PrivacyPolicyRow = {
          _id: privacyPolicyId,
          text,
          version: version + 1,
          updatedAt: new Date(),
        };
        await policies.replaceOne({ _id: privacyPolicyId }, next, { session, upsert: true });
        tx.emitChanged(privacyPolicyEvent, {
          id: privacyPolicyId,
          version: next.version,
          state: { text, updatedAt: next.updatedAt.toISOString() },
        });
        tx.audit(privacyPolicyEvent, {
          action: 'updated',
          id: privacyPolicyId,
          title: 'Privacy policy',
          fields: ['text'],
        });
        return next;
      });
      return toPrivacyPolicy(result);
    },
  };
}

function toPrivacyPolicy(row: PrivacyPolicyRow | null): PrivacyPolicy {
  if (!row) return { text: '', version: 0, updatedAt: null };
  return { text: row.text, version: row.version, updatedAt: row.updatedAt.toISOString() };
}
