import { baseConfigSchema } from '@khmer-learning/service-kit';

/** The settings of the quizzes service: only those that every service has. */
export const configSchema = baseConfigSchema;
