import {
  type Logger,
  type Metrics,
  principalLogFields,
  probePaths,
  rejectedStatuses,
} from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The id by which an app finds its call in its own logs: `X-Correlation-ID`, if it is a UUID. */
function correlationIdOf({ headers }: FastifyRequest): { correlationId?: string } {
  const value = headers['x-correlation-id'];
  return typeof value === 'string' && uuidPattern.test(value) ? { correlationId: value.toLowerCase() } : {};
}

/**
 * Measures and logs every request: successful reads at `debug`, the rest at `info`. A line contains the route and never
 * the path, because paths may contain tokens. For a rejected request it also contains the caller, as far as known, and
 * the client address. A `X-Correlation-ID` of the app is logged too.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request;
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'unmatched';
    // A stream takes as long as its page is open.
    if (request.routeOptions.config.endpoint?.responseType !== 'event-stream')
      metrics.observeRequest({ method, route, status }, reply.elapsedTime / 1_000);
    const level = !probePaths.has(route) && (status >= 400 || method !== 'GET') ? 'info' : 'debug';
    if (logger.isLevelEnabled(level)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      const who = rejectedStatuses.has(status)
        ? { ...principalLogFields(request.namedPrincipal), address: request.ip }
        : {};
      const ids = { requestId: id, ...correlationIdOf(request) };
      logger[level]({ ...ids, method, route, status, ms, ...who }, 'Request answered');
    }
    done();
  });
}
