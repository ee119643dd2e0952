import { BlockList, isIPv6 } from 'node:net';
import { ApiError, type ReadinessChecks } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const inside = new BlockList();
inside.addSubnet('127.0.0.0', 8, 'ipv4');
inside.addSubnet('10.0.0.0', 8, 'ipv4');
inside.addSubnet('172.16.0.0', 12, 'ipv4');
inside.addSubnet('192.168.0.0', 16, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

/** A request that reached this process straight from a neighbour: not from outside, nor through a proxy. */
function isFromInside({ headers, socket }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * `/healthz`, `/readyz`, and `/metrics` for the inside: this is the one process that strangers reach. While it
 * drains it is not ready, still answers, and asks every caller to connect anew, elsewhere.
 */
export function addProbes(app: FastifyInstance, checks: ReadinessChecks): void {
  let draining = false;
  app.decorate('startDraining', () => {
    draining = true;
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });

  const all: ReadinessChecks = { ...checks, serving: () => !draining };
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(all).map(async ([name, check]) => [name, await check()] as const),
    );
    const ready = results.every(([, holds]) => holds);
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
    return { ready, checks: Object.fromEntries(results) };
  });
  app.get('/metrics', async (request, reply) => {
    if (!isFromInside(request)) throw new ApiError(404, 'Not found');
    reply.header('content-type', app.metrics.registry.contentType);
    return app.metrics.registry.metrics();
  });
}
