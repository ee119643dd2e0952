import { baseConfigSchema } from '@khmer-learning/service-kit';

/** The settings of the stats service: only those of every service. */
export const statsConfigSchema = baseConfigSchema;
