import type { Logger } from '@khmer-learning/service-kit';
import { type GatewayConfig, upstreamNames, upstreamOrigins } from '../config.ts';
import { createServicePool, type ResolveHost, type ServicePool } from './service-pool.ts';

/** Creates the pools of all configured services, by name. A service without an address is not part of the system. */
export function createServicePools(
  config: GatewayConfig,
  logger: Logger,
  resolve?: ResolveHost,
): ReadonlyMap<string, ServicePool> {
  const pools = new Map<string, ServicePool>();
  for (const name of upstreamNames) {
    const origins = upstreamOrigins(config, name);
    if (origins.length > 0)
      pools.set(name, createServicePool({ name, origins, logger, ...(resolve ? { resolve } : {}) }));
  }
  return pools;
}
