import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { startAuditLogConsumer } from './audit/audit.consumer.ts';
import { usersConfigSchema } from './config.ts';
import { migrations } from './migrations/migrations.ts';
import { startCommentConsumer } from './notifications/comment.consumer.ts';
import { startReviewConsumer } from './notifications/review.consumer.ts';
import { ensureFirstAdmin } from './users/ensure-first-admin.ts';
import { startWebhookConsumer } from './webhooks/webhook.consumer.ts';

await runService({
  name: 'users',
  config: loadConfigOrExit(usersConfigSchema),
  buildApp,
  migrations,
  prepare: ensureFirstAdmin,
  startConsumers(service) {
    startAuditLogConsumer(service);
    startCommentConsumer(service);
    startReviewConsumer(service);
    startWebhookConsumer(service);
  },
});
