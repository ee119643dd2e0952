import { loadConfigOrExit, runPastCalls } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { commerceConfigSchema } from './config.ts';

// Writes the part of the demo school that this service owns, as `npm start` asks for it.
await runPastCalls({
  name: 'commerce',
  config: loadConfigOrExit(commerceConfigSchema),
  buildApp: (service) => buildApp(service).app,
});
