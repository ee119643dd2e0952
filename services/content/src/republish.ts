import { loadConfigOrExit, runRepublishCommand } from '@khmer-learning/service-kit';
import { configSchema } from './config.ts';
import { contentSources } from './kinds.ts';

// `npm run republish -w services/content`: has the running instances publish everything that content owns again.
await runRepublishCommand('content', loadConfigOrExit(configSchema), contentSources);
