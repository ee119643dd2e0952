import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { headerNames, maxBodyBytes, type Principal } from '@khmer-learning/contracts';
import {
  ApiError,
  type Logger,
  type Metrics,
  probePaths,
  registerRequestTracing,
} from '@khmer-learning/service-kit';
import Fastify, { type FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import { registerErrorHandler, sendError } from './errors.ts';
import { rejectMalformedRequest } from './reject-malformed-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller of an API endpoint. */
    principal: Principal;
    /**
     * The caller according to a validly signed token or a known key, also when the call is rejected. Only for the log
     * and the audit log, never for authorisation.
     */
    namedPrincipal: Principal | undefined;
  }
}

/** Time limit for receiving a whole request, uploads included. */
const requestTimeoutMs = 120_000;
/** Time for requests in flight when the server closes. Idle keep-alive connections would stay open far longer. */
const shutdownGraceMs = 3_000;
/** Two years, as browsers' preload lists require. */
const strictTransportSecurity = 'max-age=63072000; includeSubDomains';

/** Creates the Fastify server with the API's error format, a request id and the common headers on every response. */
export function createGatewayServer(options: {
  config: Pick<GatewayConfig, 'TRUST_PROXY' | 'PUBLIC_URL'>;
  logger: Logger;
  metrics: Metrics;
}): FastifyInstance {
  const { config, logger, metrics } = options;
  const app = Fastify({
    // `observeRequests` logs the requests. A logger per request would cost more than most responses.
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: config.TRUST_PROXY,
    routerOptions: { ignoreTrailingSlash: true },
    // The Host header is checked below, so that the error has our own format.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, logger),
    frameworkErrors: (_error, request, reply) =>
      sendError(request, reply, new ApiError(400, 'The address is not valid')),
  });

  const isPublicHttps = config.PUBLIC_URL?.startsWith('https:') === true;
  app.decorate('metrics', metrics);
  app.decorateRequest('principal');
  app.decorateRequest('namedPrincipal', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(headerNames.requestId, request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    if (isPublicHttps || request.protocol === 'https')
      reply.header('strict-transport-security', strictTransportSecurity);
    done(hasSingleHostHeader(request.raw) ? undefined : new ApiError(400, 'The request is not valid'));
  });
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs).unref();
    done();
  });
  // Traces start here. Trace headers from outside are ignored.
  registerRequestTracing(app, { ignored: probePaths, parentOf: () => undefined });
  registerErrorHandler(app, logger);
  return app;
}

const isHost = (name = '') => name.length === 4 && name.toLowerCase() === 'host';

/** With two Host headers, Node uses the first, but a proxy in front might use the second (RFC 9112, 3.2). */
function hasSingleHostHeader({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
