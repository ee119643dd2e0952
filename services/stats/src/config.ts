import { baseConfigSchema } from '@khmer-learning/service-kit';

/** The stats service needs nothing beyond what every service does. */
export const statsConfigSchema = baseConfigSchema;
