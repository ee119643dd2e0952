import { z } from 'zod';
import { endpoint, serviceNames } from '../core/endpoint.ts';

/**
 * - `ready`: reports ready
 * - `degraded`: responds, but a dependency is missing
 * - `stopping`: still responds, but is shutting down
 * - `away`: does not respond
 */
export const instanceConditions = ['ready', 'degraded', 'stopping', 'away'] as const;
export type InstanceCondition = (typeof instanceConditions)[number];

/** Health of one process of a service, without its address. */
const instanceHealthSchema = z.object({
  condition: z.enum(instanceConditions),
  /** Names of the failing checks: `mongo`, `nats`. */
  failing: z.array(z.string()),
});

const serviceHealthSchema = z.object({
  name: z.enum(serviceNames),
  /** Whether at least one process is ready. */
  ready: z.boolean(),
  instances: z.array(instanceHealthSchema),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;

/** How the own backend of a remote answers the gateway that responds, since that has started. */
const remoteApiHealthSchema = z.object({
  /** Of the remote. */
  name: z.string(),
  calls: z.number().int(),
  failures: z.number().int(),
  /** Whether it is left alone for now, after several failures in a row. */
  isOpen: z.boolean(),
});
export type RemoteApiHealth = z.infer<typeof remoteApiHealthSchema>;

/** Status of the services; the gateway that responds comes first. */
export const consoleHealthGet = endpoint({
  id: 'console.health',
  service: 'gateway',
  method: 'GET',
  path: '/api/console/health',
  access: 'admin',
  summary: 'Status of the services',
  response: z.object({
    services: z.array(serviceHealthSchema),
    remoteApis: z.array(remoteApiHealthSchema).optional(),
    /** Events that a service could not process and that were moved to the dead-letter stream; absent while NATS does not answer. */
    deadEvents: z.number().int().optional(),
  }),
});
