import type { ReadinessChecks } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';

/** After this time, a process that has just started takes requests, even if a part of the system is still missing. */
const maxStartMs = 30_000;

/**
 * Registers `/healthz`, `/readyz` and `/readyz/gateway`. `/readyz` is 200 exactly when the whole system is ready. Load
 * balancers ask `/readyz/gateway`: once the system was ready, or after 30 s, it is 200 until the process drains. So a
 * service that is down takes no gateway away from the others. While the process drains, it is not ready but still answers, with
 * `Connection: close`, so that clients reconnect to another process.
 *
 * @param onDraining called when the process starts to drain
 */
export function registerProbes(app: FastifyInstance, checks: ReadinessChecks, onDraining: () => void): void {
  let draining = false;
  app.decorate('startDraining', () => {
    draining = true;
    onDraining();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });

  const all: ReadinessChecks = { ...checks, serving: () => !draining };
  app.get('/healthz', async () => ({ status: 'alive' }));
  const runChecks = () => {
    const results = Object.entries(all).map(([name, check]) => [name, check()] as const);
    return { ready: results.every(([, holds]) => holds), checks: Object.fromEntries(results) };
  };
  app.get('/readyz', async (_request, reply) => {
    const result = runChecks();
    reply.code(result.ready ? 200 : 503).header('cache-control', 'no-store');
    return result;
  });
  const createdAt = Date.now();
  let started = false;
  app.get('/readyz/gateway', async (_request, reply) => {
    started ||= Date.now() - createdAt > maxStartMs || runChecks().ready;
    const ready = started && !draining;
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
    return { ready };
  });
}
