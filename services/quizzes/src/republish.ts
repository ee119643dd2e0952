import { loadConfigOrExit, runRepublishCommand } from '@khmer-learning/service-kit';
import { configSchema } from './config.ts';
import { quizzesSources } from './kinds.ts';

// `npm run republish -w services/quizzes`: has the running instances publish everything that quizzes owns again.
await runRepublishCommand('quizzes', loadConfigOrExit(configSchema), quizzesSources);
