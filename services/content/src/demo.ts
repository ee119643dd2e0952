import { loadConfigOrExit, runPastCalls } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';

// Writes the part of the demo school that this service owns, as `npm start` asks for it.
await runPastCalls({ name: 'content', config: loadConfigOrExit(configSchema), buildApp });
