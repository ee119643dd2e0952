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
    /** Who is calling an endpoint of the API, once that is checked. */
    principal: Principal;
    /**
     * Whom a rightly signed token or a known key names, also when the call is refused: for the log and the audit trail,
     * never to let anybody through.
     */
    namedPrincipal: Principal | undefined;
  }
}

/** A caller has this long to send a whole request, uploads included. */
const requestTimeoutMs = 120_000;
/** When the server closes, calls under way have this long; a browser's spare connection would stay far longer. */
const shutdownGraceMs = 3_000;
/** Two years, as browsers' preload lists ask for. */
const strictTransportSecurity = 'max-age=63072000; includeSubDomains';

/** A server with the agreed failures, an id and the common headers on every answer. */
export function createGatewayServer(options: {
  config: Pick<GatewayConfig, 'TRUST_PROXY' | 'PUBLIC_URL'>;
  logger: Logger;
  metrics: Metrics;
}): FastifyInstance {
  const { config, logger, metrics } = options;
  const app = Fastify({
    // Requests are logged by `observeRequests`; a logger per request would cost more than most answers.
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: config.TRUST_PROXY,
    routerOptions: { ignoreTrailingSlash: true },
    // Checked below, so that it is refused in our own format.
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
  // A trace begins here: nobody outside has a say in ours.
  registerRequestTracing(app, { ignored: probePaths, parentOf: () => undefined });
  registerErrorHandler(app, logger);
  return app;
}

/** Of two hosts Node takes the first, what stands before us perhaps the second (RFC 9112, 3.2). */
function hasSingleHostHeader({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
