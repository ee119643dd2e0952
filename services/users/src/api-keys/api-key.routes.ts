import {
  apiKeysCheck,
  apiKeysCreate,
  apiKeysList,
  apiKeysRecordUsage,
  apiKeysRevoke,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { requireSessionUserId } from '../sessions/require-session.ts';
import type { ApiKeyService } from './api-key.service.ts';

/** Mounts the API key endpoints of the console and the two internal ones that the gateway calls. */
export function apiKeyRoutes(app: FastifyInstance, apiKeys: ApiKeyService): void {
  mountEndpoint(app, apiKeysList, () => apiKeys.list());
  mountEndpoint(app, apiKeysCreate, (context) =>
    apiKeys.create(context, requireSessionUserId(context.principal), context.body.key),
  );
  mountEndpoint(app, apiKeysRevoke, async (context) => {
    await apiKeys.revoke(context, context.params.id);
    return { message: 'API key revoked' };
  });
  mountEndpoint(app, apiKeysCheck, async ({ body }) => ({ id: await apiKeys.check(body.keyHash) }));
  mountEndpoint(app, apiKeysRecordUsage, async ({ body }) => ({
    recorded: await apiKeys.recordUse(body.used),
  }));
}
