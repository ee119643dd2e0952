import type { IncomingHttpHeaders } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import {
  type Endpoint,
  maxBodyBytes,
  type Principal,
  specificErrorCodes,
  v1ProgressUpdate,
} from '@khmer-learning/contracts';
import { type AccessDenialAuditor, ApiError, actorOf } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteHandlerMethod } from 'fastify';
import { isV1Url } from '../../http/errors.ts';
import { corsHeaders } from '../../http/response-headers.ts';
import type { OwnedMainLessons } from '../cache/owned-main-lessons.ts';
import type { SurrogateCache } from '../cache/response-cache.ts';
import type { Authenticator } from '../identity/authenticator.ts';
import type { Forwarder } from '../upstreams/forwarder.ts';
import {
  createCachedReadHandler,
  createResponseLoader,
  type KnownReads,
  type LoadedResponse,
  type ResponseLoader,
} from './cached-read-handler.ts';
import type { FastPath } from './fast-path.ts';
import { createSharedReadHandler } from './shared-read-handler.ts';

/** The implementations of the gateway's own endpoints, by endpoint id. */
export interface GatewayEndpoints {
  /** Reads whose responses are cached until an event invalidates them. */
  readonly cachedReads: Readonly<Record<string, ResponseLoader>>;
  readonly handlers: Readonly<Record<string, RouteHandlerMethod>>;
}

export interface ApiRouteOptions {
  readonly endpoints: readonly Endpoint[];
  readonly gatewayEndpoints: GatewayEndpoints;
  readonly authenticate: Authenticator;
  /** Counts an answered call of an API key. */
  readonly recordApiKeyUse: (apiKeyId: number, status: number) => void;
  readonly refusals: Pick<AccessDenialAuditor, 'record'>;
  readonly forwarder: Forwarder;
  readonly cache: SurrogateCache<LoadedResponse>;
  readonly knownReads: KnownReads;
  /** The authentication of a request that the fast path left to the routes. */
  readonly authenticationOf: FastPath['authenticationOf'];
  readonly ownedMainLessons: OwnedMainLessons;
  readonly onCacheLookup: (result: 'hit' | 'miss' | 'bypass') => void;
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const v1Prefix = '/api/v1/';

/**
 * The methods of `/api/v1` that pages of other origins may use. A preflight has no
 * key, so whether the key allows a POST from the page's origin is checked when the POST comes.
 */
const crossOriginMethods = ['GET', 'POST'] as const;
/** They may also report a learner's progress, but not change a password. */
const crossOriginMethodsOf = (path: string): readonly string[] =>
  path === v1ProgressUpdate.path ? [...crossOriginMethods, v1ProgressUpdate.method] : crossOriginMethods;
const preflightHeaders = {
  'access-control-allow-headers':
    'Content-Type, X-API-Key, Authorization, If-None-Match, X-Correlation-ID, Idempotency-Key',
  'access-control-max-age': '86400',
};

/**
 * Registers a route for every endpoint of the contracts except the internal ones. Any other path under `/api` gets 404,
 * a known path with another method 405.
 */
export async function apiRoutes(app: FastifyInstance, options: ApiRouteOptions): Promise<void> {
  const routedEndpoints = options.endpoints.filter(({ access }) => access !== 'internal');
  const isUpload = ({ bodyType }: Endpoint) => bodyType === 'multipart';

  app.addHook('onRequest', (request, reply, done) => {
    if (isV1Url(request.url)) reply.headers(corsHeaders);
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    done(/^(identity)?$/i.test(encoding.trim()) ? undefined : compressedBodyError());
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { namedPrincipal } = request;
    if (namedPrincipal?.kind === 'apiKey') options.recordApiKeyUse(namedPrincipal.apiKeyId, reply.statusCode);
    done();
  });
  // A body is read completely before the service is called. An upload is streamed.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const endpoint of routedEndpoints.filter((one) => !isUpload(one)))
      registerEndpoint(scope, endpoint, options);
    registerMethodNotAllowed(scope, routedEndpoints);
    for (const url of ['/api', '/api/*'])
      scope.all(url, {
        onRequest: async () => {
          throw new ApiError(404, 'Not found');
        },
        handler: unreachableHandler,
      });
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, payload, done) =>
      limitStream(payload, request.headers, request.routeOptions.bodyLimit, done),
    );
    for (const endpoint of routedEndpoints.filter(isUpload)) registerEndpoint(scope, endpoint, options);
  });
}

/** Bodies are passed on as they are, and services read them as plain text. */
const compressedBodyError = () =>
  new ApiError(415, 'The request body is compressed. Send it without Content-Encoding');

const pathsOf = (endpoint: Endpoint) => [endpoint.path, ...(endpoint.aliases ?? [])];
const methodsOf = ({ method }: Endpoint): HTTPMethods[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, options: ApiRouteOptions): void {
  const handler = createHandler(endpoint, options);
  for (const url of pathsOf(endpoint)) {
    app.route({
      method: methodsOf(endpoint),
      url,
      config: { endpoint },
      bodyLimit: endpoint.bodyLimit ?? maxBodyBytes,
      // Authenticates before the body is read, so that unauthenticated callers cannot send one.
      onRequest(request, reply, done) {
        const accept = (principal: Principal) => {
          request.principal = principal;
          done();
        };
        const refuse = (error: Error) => {
          recordRefusal(error, endpoint, request, options);
          done(error);
        };
        try {
          const principal = authenticate(endpoint, request, reply, options);
          if (principal instanceof Promise) principal.then(accept, refuse);
          else accept(principal);
        } catch (error) {
          refuse(error as Error);
        }
      },
      handler,
    });
  }
}

/** Authenticates a request, unless the fast path has done so. */
function authenticate(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ApiRouteOptions,
): Principal | Promise<Principal> {
  const authentication = options.authenticationOf(request.raw);
  if (!authentication) return options.authenticate(endpoint, request, reply);
  const { call } = authentication;
  const adopt = () => {
    reply.headers(call.responseHeaders);
    request.namedPrincipal = call.namedPrincipal;
  };
  adopt();
  const principal = authentication.principal();
  return principal instanceof Promise ? principal.finally(adopt) : principal;
}

/** Records in the audit log that a caller who is known was refused. */
function recordRefusal(
  error: Error,
  endpoint: Endpoint,
  request: FastifyRequest,
  { refusals }: ApiRouteOptions,
): void {
  const actor = request.namedPrincipal && actorOf(request.namedPrincipal);
  if (!actor || !(error instanceof ApiError) || error.status !== 403) return;
  // The console asks for what it shows until there is one.
  if (error.code === specificErrorCodes.secondFactorMissing) return;
  refusals.record({ service: 'gateway', actor, endpoint, requestId: request.id, address: request.ip });
}

function createHandler(endpoint: Endpoint, options: ApiRouteOptions): RouteHandlerMethod {
  const { forwarder, cache, knownReads, ownedMainLessons, onCacheLookup, gatewayEndpoints } = options;
  const isOwn = endpoint.service === 'gateway';
  const read = isOwn ? gatewayEndpoints.cachedReads[endpoint.id] : createResponseLoader(endpoint, forwarder);
  if (endpoint.method === 'GET' && endpoint.cacheInvalidatedBy && read)
    return createCachedReadHandler({
      endpoint,
      kinds: endpoint.cacheInvalidatedBy,
      cache,
      knownReads,
      ownedMainLessons,
      read,
      onCacheLookup,
    });
  if (!isOwn && endpoint.sharedByRole) return createSharedReadHandler(endpoint, forwarder);
  if (!isOwn) return (request, reply) => forwarder.forward(endpoint, request, reply);
  const handler = gatewayEndpoints.handlers[endpoint.id];
  if (!handler) throw new Error(`There is no handler for ${endpoint.id}`);
  return handler;
}

/** Answers 405 for other methods of a known path, and the CORS preflight of `/api/v1`. */
function registerMethodNotAllowed(app: FastifyInstance, routedEndpoints: readonly Endpoint[]): void {
  // `:id` of one method and `:name` of another are the same path.
  const byShape = new Map<string, { url: string; allowed: Set<string> }>();
  for (const endpoint of routedEndpoints) {
    for (const url of pathsOf(endpoint)) {
      const shape = url.replace(/:\w+/g, ':');
      const known = byShape.get(shape) ?? { url, allowed: new Set<string>() };
      for (const method of methodsOf(endpoint)) known.allowed.add(method);
      byShape.set(shape, known);
    }
  }
  for (const { url, allowed } of byShape.values()) {
    const corsMethods = url.startsWith(v1Prefix)
      ? crossOriginMethodsOf(url).filter((one) => allowed.has(one))
      : [];
    const hasPreflight = corsMethods.length > 0;
    if (hasPreflight) {
      const headers = { 'access-control-allow-methods': corsMethods.join(', '), ...preflightHeaders };
      app.options(url, (_request, reply) => reply.code(204).headers(headers).send());
    }
    app.route({
      method: allMethods.filter((method) => !allowed.has(method) && !(hasPreflight && method === 'OPTIONS')),
      url,
      onRequest: async (_request: FastifyRequest, reply) => {
        reply.header('allow', [...allowed].join(', '));
        throw new ApiError(405, 'Method not allowed');
      },
      handler: unreachableHandler,
    });
  }
}

/** The handler of routes whose `onRequest` hook always throws, before a body is read. */
function unreachableHandler(): never {
  throw new Error('This handler must not be reached');
}

const megabyte = 1024 * 1024;

/**
 * Limits the size of a streamed upload, also without `Content-Length`. Beyond the limit the stream fails with ApiError
 * 413, so that the receiver never takes a truncated upload for a complete one.
 */
function limitStream(
  payload: Readable,
  headers: IncomingHttpHeaders,
  limit: number,
  done: (error: Error | null, body?: Readable) => void,
): void {
  // The limit is rounded down to MB, because it includes some room for the multipart form.
  const tooLarge = () => new ApiError(413, `The file is larger than ${Math.floor(limit / megabyte)} MB`);
  if (Number(headers['content-length'] ?? 0) > limit) {
    done(tooLarge());
    return;
  }
  let seen = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      seen += chunk.length;
      next(seen > limit ? tooLarge() : null, chunk);
    },
  });
  payload.once('error', (error) => limited.destroy(error));
  done(null, payload.pipe(limited));
}
