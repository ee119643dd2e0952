import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp, type CommerceApp } from './app.ts';
import { commerceConfigSchema } from './config.ts';
import { migrations } from './migrations/migrations.ts';

let commerce: CommerceApp | undefined;

await runService({
  name: 'commerce',
  config: loadConfigOrExit(commerceConfigSchema),
  migrations,
  buildApp(service) {
    commerce = buildApp(service);
    return commerce.app;
  },
  startConsumers: () => commerce?.startConsumers(),
});
