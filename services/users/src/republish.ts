import { loadConfigOrExit, runRepublishCommand } from '@khmer-learning/service-kit';
import { usersConfigSchema } from './config.ts';
import { usersSources } from './users-sources.ts';

// `npm run republish -w services/users`: has the running instances publish everything that users owns again.
await runRepublishCommand('users', loadConfigOrExit(usersConfigSchema), usersSources);
