import { baseConfigSchema } from '@khmer-learning/service-kit';

/** The quizzes service needs nothing beyond what every service does. */
export const configSchema = baseConfigSchema;
