import { processConfig, runProcess } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { gatewayConfigSchema } from './config.ts';

await runProcess({ name: 'gateway', config: processConfig(gatewayConfigSchema), buildApp });
