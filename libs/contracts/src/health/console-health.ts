import { z } from 'zod';
import { endpoint, serviceNames } from '../core/endpoint.ts';

/**
 * - `ready`: says so
 * - `degraded`: answers, but something it depends on is missing
 * - `stopping`: still answers, but not for long
 * - `away`: does not answer
 */
export const instanceConditions = ['ready', 'degraded', 'stopping', 'away'] as const;
export type InstanceCondition = (typeof instanceConditions)[number];

/** One process of a service, without its address. */
export const instanceHealthSchema = z.object({
  condition: z.enum(instanceConditions),
  /** Names of the checks that do not hold: `mongo`, `nats`. */
  failing: z.array(z.string()),
});

export const serviceHealthSchema = z.object({
  name: z.enum(serviceNames),
  /** Whether one of its processes is ready. */
  ready: z.boolean(),
  instances: z.array(instanceHealthSchema),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;

/** How the services are, the gateway that answers first. */
export const consoleHealthGet = endpoint({
  id: 'console.health',
  service: 'gateway',
  method: 'GET',
  path: '/api/console/health',
  access: 'admin',
  summary: 'How the services are',
  response: z.object({ services: z.array(serviceHealthSchema) }),
});
