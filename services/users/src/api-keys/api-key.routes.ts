import {
  apiKeysCheck,
  apiKeysCreate,
  apiKeysList,
  apiKeysRevoke,
  apiKeysUsed,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { signedInUserId } from '../sessions/signed-in.ts';
import type { ApiKeyService } from './api-key.service.ts';

export function mountApiKeys(app: FastifyInstance, apiKeys: ApiKeyService): void {
  mount(app, apiKeysList, () => apiKeys.list());
  mount(app, apiKeysCreate, (context) =>
    apiKeys.create(context, signedInUserId(context.principal), context.body.key),
  );
  mount(app, apiKeysRevoke, async (context) => {
    await apiKeys.revoke(context, context.params.id);
    return { message: 'API key revoked' };
  });
  mount(app, apiKeysCheck, async ({ body }) => ({ id: await apiKeys.check(body.keyHash) }));
  mount(app, apiKeysUsed, async ({ body }) => ({ recorded: await apiKeys.recordUse(body.used) }));
}
