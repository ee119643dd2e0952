import { loadConfigOrExit, runRepublishCommand } from '@khmer-learning/service-kit';
import { commerceSources } from './commerce-sources.ts';
import { commerceConfigSchema } from './config.ts';

// `npm run republish -w services/commerce`: has the running instances publish everything that commerce owns again.
await runRepublishCommand('commerce', loadConfigOrExit(commerceConfigSchema), commerceSources);
