import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headerNames, type Principal } from '@khmer-learning/contracts';
import { isTracing, type Logger } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import type { RequestObserver } from '../../health/observe-requests.ts';
import { findClientAddress, type TrustProxy } from '../../http/client-address.ts';
import { hasSingleHostHeader } from '../../http/gateway-server.ts';
import { commonHeaders, corsHeaders, type HeaderWriter } from '../../http/response-headers.ts';
import type { AuthenticatedRequest, Authenticator } from '../identity/authenticator.ts';
import {
  type KnownRead,
  type KnownReads,
  type Representation,
  representationOf,
} from './cached-read-handler.ts';

/** How a call was authenticated that the fast path left to the routes. */
interface Authentication {
  /** The headers of the response so far, and the caller by name. */
  readonly call: Pick<Call, 'responseHeaders' | 'namedPrincipal'>;
  /** What the authenticator returned. @throws what it threw */
  principal(): Principal | Promise<Principal>;
}

/** A request and the headers of its response, for the authenticator. */
class Call implements AuthenticatedRequest, HeaderWriter {
  readonly responseHeaders: Record<string, string> = {};
  namedPrincipal: Principal | undefined = undefined;
  readonly #request: IncomingMessage;
  readonly #trustProxy: TrustProxy;

  constructor(request: IncomingMessage, trustProxy: TrustProxy) {
    this.#request = request;
    this.#trustProxy = trustProxy;
  }
  get method(): string {
    return this.#request.method ?? '';
  }
  get headers(): FastifyRequest['headers'] {
    return this.#request.headers;
  }
  get ip(): string {
    return findClientAddress(this.#request, this.#trustProxy);
  }
  header(name: string, value: string): void {
    this.responseHeaders[name] = value;
  }
}

/** Answers calls of `/api/v1`, if it can. */
export type FastPath = ReturnType<typeof createFastPath>;

/**
 * Answers reads of `/api/v1` from the cache without Fastify, whose routing and hooks take about a fifth of such a
 * call (docs/decisions/gateway-and-cache.md#fast-path). Authentication, cache and representation are those of the
 * routes. Whatever it cannot answer at once is left to them; they tell it which reads it may answer (`knownReads`).
 */
export function createFastPath(options: {
  readonly knownReads: KnownReads;
  readonly authenticate: Authenticator;
  /** Counts an answered call of an API key. */
  readonly recordApiKeyUse: (apiKeyId: number, status: number) => void;
  readonly onCacheLookup: (result: 'hit') => void;
  readonly observe: RequestObserver;
  readonly trustProxy: TrustProxy;
  /** Whether the gateway is reached by https, whatever a proxy says. */
  readonly isPublicHttps: boolean;
  readonly logger: Logger;
}) {
  const { knownReads, authenticate, recordApiKeyUse, onCacheLookup, observe } = options;
  const { trustProxy, isPublicHttps, logger } = options;
  const authentications = new WeakMap<IncomingMessage, Authentication>();
  const fixedHeaders = Object.entries({ ...commonHeaders(isPublicHttps), ...corsHeaders }).flat();
  // Fastify's hooks start the span of a traced request.
  let enabled = !isTracing();

  /** Whether a request has nothing that only the routes look at: a body, several hosts, the protocol before the proxy. */
  function isPlain(request: IncomingMessage): boolean {
    const { headers } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    if (!isPublicHttps && headers['x-forwarded-proto'] !== undefined) return false;
    return hasSingleHostHeader(request);
  }

  /** The representation for a call's caller, if it is there. If not, remembers the authentication for the routes. */
  function represent(request: IncomingMessage, call: Call, known: KnownRead): Representation | undefined {
    const leave = (principal: Authentication['principal']) => {
      authentications.set(request, { call, principal });
      return undefined;
    };
    let principal: Principal | Promise<Principal>;
    try {
      principal = authenticate(known.endpoint, call, call);
    } catch (error) {
      return leave(() => {
        throw error;
      });
    }
    if (principal instanceof Promise) {
      // A hook that refuses the request first would leave a rejection unhandled, which ends the process.
      principal.catch(() => undefined);
      return leave(() => principal);
    }
    const response = known.peek(principal);
    const representation = response && representationOf(response, request.headers);
    return representation && !(representation instanceof Promise) ? representation : leave(() => principal);
  }

  function answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now();
    const known = enabled && request.method === 'GET' ? knownReads.get(request.url ?? '') : undefined;
    if (!known || !isPlain(request)) return false;
    const call = new Call(request, trustProxy);
    const representation = represent(request, call, known);
    if (!representation) return false;
    const { status, headers, body } = representation;
    const requestId = randomUUID();
    // As a list of names and values, which Node writes without building an object first.
    const allHeaders = [headerNames.requestId, requestId, ...fixedHeaders];
    for (const name in call.responseHeaders) allHeaders.push(name, call.responseHeaders[name] ?? '');
    for (const name in headers) allHeaders.push(name, headers[name] ?? '');
    if (body) allHeaders.push('content-length', String(body.length));
    response.writeHead(status, allHeaders).end(body);
    onCacheLookup('hit');
    if (call.namedPrincipal?.kind === 'apiKey') recordApiKeyUse(call.namedPrincipal.apiKeyId, status);
    const ms = performance.now() - startedAt;
    observe({ requestId, method: 'GET', route: known.route, status, ms, isStream: false, request: call });
    return true;
  }

  return {
    /** Answers a request. Returns false for one that is left to the routes. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      try {
        return answerAtOnce(request, response);
      } catch (error) {
        // Nobody else catches it: it would end the process.
        logger.error({ err: error }, 'The fast path failed');
        return response.headersSent;
      }
    },
    /** The authentication of a request that was left to the routes. They use it, so that no call is counted twice. */
    authenticationOf: (request: IncomingMessage): Authentication | undefined => authentications.get(request),
    /** Leaves all requests to the routes from now on, which close the connections when the process stops. */
    disable(): void {
      enabled = false;
    },
  };
}
