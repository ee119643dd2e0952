import {
  apiKeysCheck,
  apiKeysCreate,
  apiKeysList,
  apiKeysRecordUsage,
  apiKeysRevoke,
  apiKeysUpdate,
  apiKeysUsage,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { requireSessionUserId } from '../sessions/require-session.ts';
import type { ApiKeyService } from './api-key.service.ts';

const defaultUsageDays = 30;

/** Mounts the API key endpoints of the console and the two internal ones that the gateway calls. */
export function apiKeyRoutes(app: FastifyInstance, apiKeys: ApiKeyService): void {
  mountEndpoint(app, apiKeysList, () => apiKeys.list());
  mountEndpoint(app, apiKeysCreate, (context) =>
    apiKeys.create(context, requireSessionUserId(context.principal), context.body),
  );
  mountEndpoint(app, apiKeysUpdate, (context) => apiKeys.update(context, context.params.id, context.body));
  mountEndpoint(app, apiKeysUsage, ({ params, query }) =>
    apiKeys.usage(params.id, query.days ?? defaultUsageDays),
  );
  mountEndpoint(app, apiKeysRevoke, async (context) => {
    await apiKeys.revoke(context, context.params.id);
    return { message: 'API key revoked' };
  });
  mountEndpoint(app, apiKeysCheck, ({ body }) => apiKeys.check(body.keyHash));
  mountEndpoint(app, apiKeysRecordUsage, async ({ body }) => ({
    recorded: await apiKeys.recordUse(body.used),
  }));
}
