import { baseConfigSchema } from '@khmer-learning/service-kit';

/** The settings of the content service: only those that every service has. */
export const configSchema = baseConfigSchema;
