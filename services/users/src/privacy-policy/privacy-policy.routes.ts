import { privacyPolicyGet, privacyPolicyUpdate } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PrivacyPolicyService } from './privacy-policy.service.ts';

/** Mounts the endpoints of the privacy policy: anyone reads it, admins write it. */
export function privacyPolicyRoutes(app: FastifyInstance, policy: PrivacyPolicyService): void {
  mountEndpoint(app, privacyPolicyGet, () => policy.get());
  mountEndpoint(app, privacyPolicyUpdate, (context) =>
    policy.update(context, context.body.text, context.ifMatch),
  );
}
