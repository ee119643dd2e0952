import {
  type Logger,
  type Metrics,
  principalLogFields,
  probePaths,
  rejectedStatuses,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';

/**
 * Times every answer and writes a line about it: reads that went well at `debug`, the rest at `info`.
 * A line names the route, never the path: addresses of pages and calls may carry tokens. That of a refused call names
 * who was refused, as far as it is known, and the address they came from.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request;
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'unmatched';
    metrics.observeRequest({ method, route, status }, reply.elapsedTime / 1_000);
    const level = !probePaths.has(route) && (status >= 400 || method !== 'GET') ? 'info' : 'debug';
    if (logger.isLevelEnabled(level)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const who = rejectedStatuses.has(status)
        ? { ...principalLogFields(request.namedPrincipal), address: request.ip }
        : {};
      logger[level]({ requestId: id, method, route, status, ms, ...who }, 'Request answered');
    }
    done();
  });
}
