import { baseConfigSchema } from '../config/config.ts';
import { processConfig } from '../config/process-config.ts';
import { runService } from './run-service.ts';
import { buildThingApp, countEffects, effectsCollection } from './thing.fixture.ts';

// A real process, for tests that kill it.
await runService({
  name: 'content',
  config: processConfig(baseConfigSchema),
  buildApp: buildThingApp,
  prepare: async ({ connection }) => {
    if (!(await connection.listCollections()).some(({ name }) => name === effectsCollection))
      await connection.createCollection(effectsCollection);
  },
  startConsumers: countEffects,
});
