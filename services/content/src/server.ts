import { runService } from '@khmer-learning/service-kit';
import { buildApp, finishInterrupted } from './app.ts';
import { readConfig } from './config.ts';

await runService({ name: 'content', config: readConfig(), buildApp, prepare: finishInterrupted });
