import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp, type StatsApp } from './app.ts';
import { statsConfigSchema } from './config.ts';

let stats: StatsApp | undefined;

await runService({
  name: 'stats',
  config: loadConfigOrExit(statsConfigSchema),
  buildApp(service) {
    stats = buildApp(service);
    stats.app.addHook('onClose', () => stats?.stop());
    return stats.app;
  },
  prepare: async () => stats?.start(),
});
