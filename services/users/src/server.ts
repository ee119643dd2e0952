import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { dropOneKeyPerAdminIndex } from './api-keys/api-key.model.ts';
import { buildApp } from './app.ts';
import { startAuditLogConsumer } from './audit/audit.consumer.ts';
import { usersConfigSchema } from './config.ts';
import { ensureFirstAdmin } from './users/ensure-first-admin.ts';

await runService({
  name: 'users',
  config: loadConfigOrExit(usersConfigSchema),
  buildApp,
  async prepare(service) {
    await dropOneKeyPerAdminIndex(service.connection);
    await ensureFirstAdmin(service);
  },
  startConsumers: (service) => void startAuditLogConsumer(service),
});
