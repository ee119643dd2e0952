import type { Logger } from '@khmer-learning/service-kit';
import Fastify, { type FastifyInstance } from 'fastify';

/**
 * Answers `/metrics` of an app at an address of its own, as strangers reach the app itself. It listens before the app
 * does, so that a port that is taken stops the start, and ends with it.
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
    logger.info({ metricsAddress: await server.listen(at) }, 'Answering for metrics');
  });
  app.addHook('onClose', () => server.close());
}
