import { startPurchaseConsumer, startUserNameConsumer } from '@khmer-learning/item-kit';
import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { startContentConsumer } from './consumers/content-consumer.ts';
import { startProgressConsumer } from './consumers/progress-consumer.ts';
import { migrations } from './migrations/migrations.ts';
import { startContentReleaseConsumer } from './releases/quiz-releases.ts';

await runService({
  name: 'quizzes',
  config: loadConfigOrExit(configSchema),
  buildApp,
  migrations,
  startConsumers(service) {
    startContentConsumer(service);
    startPurchaseConsumer(service);
    startProgressConsumer(service);
    startUserNameConsumer(service);
    startContentReleaseConsumer(service);
  },
});
