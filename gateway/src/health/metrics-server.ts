import type { Logger } from '@khmer-learning/service-kit';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * Serves an app's `/metrics` on a separate address, because the app itself is public. It listens before the app does,
 * so that a port conflict stops the start, and closes with the app.
 */
export function startMetricsServer(
  app: FastifyInstance,
  at: { host: string; port: number },
  logger: Logger,
): void {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  server.get('/metrics', async (_request, reply) => {
    reply.header('content-type', app.metrics.registry.contentType);
    return app.metrics.registry.metrics();
  });
  app.addHook('onReady', async () => {
    logger.info({ metricsAddress: await server.listen(at) }, 'Metrics server listening');
  });
  app.addHook('onClose', () => server.close());
}
