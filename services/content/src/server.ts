import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp, prepareContent } from './app.ts';
import { configSchema } from './config.ts';
import { startPurchaseConsumer } from './consumers/purchase-consumer.ts';

await runService({
  name: 'content',
  config: loadConfigOrExit(configSchema),
  buildApp,
  prepare: prepareContent,
  startConsumers: startPurchaseConsumer,
});
