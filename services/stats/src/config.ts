import { baseConfigSchema } from '@khmer-learning/service-kit';
import type { z } from 'zod';

/** The stats service needs nothing beyond what every service does. */
export const configSchema = baseConfigSchema;
export type Config = z.output<typeof configSchema>;
