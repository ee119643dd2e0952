import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp, prepareQuizzes } from './app.ts';
import { configSchema } from './config.ts';
import { startContentConsumer } from './consumers/content-consumer.ts';
import { startProgressConsumer } from './consumers/progress-consumer.ts';
import { startPurchaseConsumer } from './consumers/purchase-consumer.ts';

await runService({
  name: 'quizzes',
  config: loadConfigOrExit(configSchema),
  buildApp,
  prepare: prepareQuizzes,
  startConsumers(service) {
    startContentConsumer(service);
    startPurchaseConsumer(service);
    startProgressConsumer(service);
  },
});
