import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { headerNames, maxBodyBytes, type Principal } from '@khmer-learning/contracts';
import {
  ApiError,
  type Logger,
  type Metrics,
  probePaths,
  registerRequestTracing,
} from '@khmer-learning/service-kit';
import Fastify, { type FastifyInstance } from 'fastify';
import type { TrustProxy } from './client-address.ts';
import { registerErrorHandler, sendError } from './errors.ts';
import { limitConnections } from './limit-connections.ts';
import { rejectMalformedRequest } from './reject-malformed-request.ts';
import { commonHeaders } from './response-headers.ts';

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

const serverOptions = {
  /** Time limit for receiving a whole request, uploads included. */
  requestTimeout: 120_000,
  /** Longer than the 60 s after which common load balancers close an idle connection. */
  keepAliveTimeout: 72_000,
  // The Host header is checked below, so that the error has our own format.
  requireHostHeader: false,
};
/** Time for requests in flight when the server closes. Idle keep-alive connections would stay open far longer. */
const shutdownGraceMs = 3_000;
/** Creates the Fastify server with the API's error format, a request id and the common headers on every response. */
export function createGatewayServer(options: {
  trustProxy: TrustProxy;
  isPublicHttps: boolean;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** Answers a request before it is routed; returns false for one that must be. */
  fastPath: (request: IncomingMessage, response: ServerResponse) => boolean;
  logger: Logger;
  metrics: Metrics;
}): FastifyInstance {
  const { trustProxy, isPublicHttps, maxConnections, maxConnectionsPerAddress } = options;
  const { fastPath, logger, metrics } = options;
  const app = Fastify({
    // `observeRequests` logs the requests. A logger per request would cost more than most responses.
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    bodyLimit: maxBodyBytes,
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (route) =>
      createServer(serverOptions, (request, response) => {
        if (!fastPath(request, response)) route(request, response);
      }),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, logger),
    frameworkErrors: (_error, request, reply) =>
      sendError(request, reply, new ApiError(400, 'The address is not valid')),
  });

  limitConnections(app.server, {
    max: maxConnections,
    maxPerAddress: maxConnectionsPerAddress,
    trustProxy,
    logger,
  });
  app.decorate('metrics', metrics);
  app.decorateRequest('principal');
  app.decorateRequest('namedPrincipal', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(headerNames.requestId, request.id);
    reply.headers(commonHeaders(isPublicHttps || request.protocol === 'https'));
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
export function hasSingleHostHeader({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
