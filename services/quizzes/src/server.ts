import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp, prepareQuizzes } from './app.ts';
import { configSchema } from './config.ts';
import { followContent } from './consumers/follow-content.ts';
import { followPurchases } from './consumers/follow-purchases.ts';

await runService({
  name: 'quizzes',
  config: loadConfigOrExit(configSchema),
  buildApp,
  prepare: prepareQuizzes,
  startConsumers(service) {
    followContent(service);
    followPurchases(service);
  },
});
