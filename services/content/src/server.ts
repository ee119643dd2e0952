import { loadConfig, runService } from '@khmer-learning/service-kit';
import { buildApp, finishInterrupted } from './app.ts';
import { configSchema } from './config.ts';

await runService({
  name: 'content',
  config: loadConfig(configSchema),
  buildApp,
  prepare: finishInterrupted,
});
