import {
  type Logger,
  type Metrics,
  principalLogFields,
  probePaths,
  rejectedStatuses,
} from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** An answered request. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, never the path, because paths may contain tokens. */
  readonly route: string;
  readonly status: number;
  /** Time from the request's arrival to the end of the response, in ms. */
  readonly ms: number;
  /** Whether the response is a stream, which takes as long as its page is open. */
  readonly isStream: boolean;
  readonly request: Pick<FastifyRequest, 'headers' | 'ip' | 'namedPrincipal'>;
}

export type RequestObserver = (answered: AnsweredRequest) => void;

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The id by which an app finds its call in its own logs: `X-Correlation-ID`, if it is a UUID. */
function correlationIdOf({ headers }: AnsweredRequest['request']): { correlationId?: string } {
  const value = headers['x-correlation-id'];
  return typeof value === 'string' && uuidPattern.test(value) ? { correlationId: value.toLowerCase() } : {};
}

/**
 * Returns a function that measures and logs answered requests: successful reads at `debug`, the rest at `info`. For a
 * rejected request, the line also contains the caller, as far as known, and the client address. A `X-Correlation-ID` of
 * the app is logged too.
 */
export function createRequestObserver(metrics: Metrics, logger: Logger): RequestObserver {
  return ({ requestId, method, route, status, ms, isStream, request }) => {
    if (!isStream) metrics.observeRequest({ method, route, status }, ms / 1_000);
    const level = !probePaths.has(route) && (status >= 400 || method !== 'GET') ? 'info' : 'debug';
    if (!logger.isLevelEnabled(level)) return;
    const who = rejectedStatuses.has(status)
      ? { ...principalLogFields(request.namedPrincipal), address: request.ip }
      : {};
    const ids = { requestId, ...correlationIdOf(request) };
    logger[level](
      { ...ids, method, route, status, ms: Math.round(ms * 10) / 10, ...who },
      'Request answered',
    );
  };
}

/** Observes all requests that Fastify answers. */
export function observeRequests(app: FastifyInstance, observe: RequestObserver): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId, routeOptions } = request;
    observe({
      ...{ requestId, method, route: routeOptions.url ?? 'unmatched', status: reply.statusCode },
      ms: reply.elapsedTime,
      isStream: routeOptions.config.endpoint?.responseType === 'event-stream',
      request,
    });
    done();
  });
}
