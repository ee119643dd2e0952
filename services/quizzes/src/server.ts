import { loadConfig, runService } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { followContent } from './consumers/follow-content.ts';

await runService({
  name: 'quizzes',
  config: loadConfig(configSchema),
  buildApp,
  startConsumers: followContent,
});
