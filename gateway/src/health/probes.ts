import type { ReadinessChecks } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';

/**
 * Registers `/healthz` and `/readyz`. While the process drains, it is not ready but still answers, with
 * `Connection: close`, so that clients reconnect to another process.
 */
export function registerProbes(app: FastifyInstance, checks: ReadinessChecks): void {
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
}
