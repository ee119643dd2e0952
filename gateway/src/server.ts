import { loadConfigOrExit, runStatelessService } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { gatewayConfigSchema } from './config.ts';

await runStatelessService({ name: 'gateway', config: loadConfigOrExit(gatewayConfigSchema), buildApp });
