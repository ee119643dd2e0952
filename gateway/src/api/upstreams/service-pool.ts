import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { InstanceCondition } from '@khmer-learning/contracts';
import { everyTick, type Logger } from '@khmer-learning/service-kit';
import { type GatewayConfig, type UpstreamName, upstreamNames, upstreamOrigins } from '../../config.ts';
import { type ResolvedAddress, type ServiceInstance, watchInstance } from './service-instance.ts';

const resolveEveryMs = 2_000;
const routableConditions: readonly InstanceCondition[] = ['ready', 'degraded', 'stopping'];

/** Resolves a host name to all of its addresses. */
export type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>;

/** All instances of one service. */
export type ServicePool = ReturnType<typeof createServicePool>;

const resolveByDns: ResolveHost = (host) => lookup(host, { all: true });

/** Creates a pool that resolves each origin every 2 s, so that a service can be scaled at runtime. */
function createServicePool(options: {
  name: UpstreamName;
  origins: readonly string[];
  logger: Logger;
  resolve?: ResolveHost;
}) {
  const { name, origins, logger, resolve = resolveByDns } = options;
  const instances = new Map<string, ServiceInstance>();
  let roundRobinOffset = 0;
  let closed = false;

  async function resolveOrigin(origin: string): Promise<void> {
    const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await resolve(host);
    if (closed) return;
    const keys = new Set(addresses.map(({ address }) => `${origin} ${address}`));
    for (const at of addresses) {
      const key = `${origin} ${at.address}`;
      if (!instances.has(key)) instances.set(key, watchInstance(origin, at));
    }
    for (const [key, instance] of instances) {
      if (!key.startsWith(`${origin} `) || keys.has(key)) continue;
      instances.delete(key);
      void instance.close();
    }
  }

  function resolveAll(): void {
    for (const origin of origins) {
      resolveOrigin(origin).catch((error: unknown) =>
        logger.warn({ err: error, upstream: name }, 'Host name of a service could not be resolved'),
      );
    }
  }

  function leastLoaded(candidates: readonly ServiceInstance[]): ServiceInstance | undefined {
    roundRobinOffset += 1;
    let best: ServiceInstance | undefined;
    for (let i = 0; i < candidates.length; i += 1) {
      const candidate = candidates[(roundRobinOffset + i) % candidates.length];
      if (candidate && (!best || candidate.pendingCalls() < best.pendingCalls())) best = candidate;
    }
    return best;
  }

  /**
   * Picks the instance for a call: by condition (ready, degraded, stopping), then the one with the fewest calls in
   * flight, round-robin among equals. Undefined when no instance accepts a call of this route.
   *
   * @param route the endpoint's id
   * @param failedInstance the instance that has just failed, picked only when there is no other
   */
  function pick(route: string, failedInstance?: ServiceInstance): ServiceInstance | undefined {
    const allowed = [...instances.values()].filter((instance) => instance.acceptsCall(route));
    for (const condition of routableConditions) {
      const usable = allowed.filter((instance) => instance.condition() === condition);
      const others = usable.filter((instance) => instance !== failedInstance);
      const best = leastLoaded(others.length > 0 ? others : usable);
      if (best) return best;
    }
    return undefined;
  }

  resolveAll();
  const stopResolving = everyTick(resolveEveryMs, resolveAll);
  return {
    name,
    pick,
    /** Whether at least one instance is ready. */
    isReady: (): boolean => [...instances.values()].some((instance) => instance.condition() === 'ready'),
    instances: (): readonly ServiceInstance[] => [...instances.values()],
    /** Stops resolving and closes all instances. */
    async close(): Promise<void> {
      closed = true;
      stopResolving();
      await Promise.all([...instances.values()].map((instance) => instance.close()));
    },
  };
}

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
