import {
  consoleHealthGet,
  type RemoteApiHealth,
  type ResponseOf,
  type ServiceHealth,
} from '@khmer-learning/contracts';
import {
  countDeadLetters,
  type NatsConnectionManager,
  type ReadinessChecks,
} from '@khmer-learning/service-kit';
import type { RouteHandlerMethod } from 'fastify';
import type { ServicePool } from '../../api/upstreams/service-pool.ts';

/**
 * Creates the handler of `GET /api/console/health`: the gateway itself, then each service of this installation with the
 * last known condition of its instances, the backends of remotes, and the number of dead events. The response contains no internal addresses.
 *
 * @param checks the gateway's own readiness checks
 */
export function consoleHealthHandlers(
  pools: ReadonlyMap<string, ServicePool>,
  checks: ReadinessChecks,
  nats: NatsConnectionManager,
  remoteApis: () => RemoteApiHealth[],
): Readonly<Record<string, RouteHandlerMethod>> {
  const handler: RouteHandlerMethod = async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const services = [gatewayHealth(checks), ...[...pools.values()].map(serviceHealth)];
    // Without NATS, which is a failing check, the rest is still known.
    const deadEvents = await countDeadLetters(nats).catch(() => undefined);
    return { services, remoteApis: remoteApis(), deadEvents } satisfies ResponseOf<typeof consoleHealthGet>;
  };
  return { [consoleHealthGet.id]: handler };
}

function gatewayHealth(checks: ReadinessChecks): ServiceHealth {
  const failing = Object.keys(checks).filter((name) => !checks[name]?.());
  const ready = failing.length === 0;
  return { name: 'gateway', ready, instances: [{ condition: ready ? 'ready' : 'degraded', failing }] };
}

function serviceHealth(pool: ServicePool): ServiceHealth {
  const instances = pool
    .instances()
    .map((instance) => ({ condition: instance.condition(), failing: [...instance.failingChecks()] }));
  return { name: pool.name, ready: pool.isReady(), instances };
}
