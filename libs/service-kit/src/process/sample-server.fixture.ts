import { baseConfigSchema, loadConfigOrExit } from '../config/config.ts';

import { runService } from './run-service.ts';
import { buildSampleApp, sideEffectsCollection, startSideEffectCounter } from './sample-entity.fixture.ts';

// A separate process for tests that kill it.
await runService({
  name: 'content',
  config: loadConfigOrExit(baseConfigSchema),
  buildApp: buildSampleApp,
  prepare: async ({ connection }) => {
    if (!(await connection.listCollections()).some(({ name }) => name === sideEffectsCollection))
      await connection.createCollection(sideEffectsCollection);
  },
  startConsumers: startSideEffectCounter,
});
