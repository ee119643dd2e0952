import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type BodyOf,
  type Endpoint,
  type ErrorBody,
  errorBodySchema,
  fillPath,
  headerNames,
  type Principal,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { ApiError, type createInternalTokenSigner, traceHeaders } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { UpstreamName } from '../config.ts';
import { genericError, serviceUnavailable } from '../http/errors.ts';
import { headersForService } from '../http/forwarded-headers.ts';
import type { AttemptOutcome, ServiceRequest } from '../upstreams/attempt.ts';
import { callService, requestBodyError } from '../upstreams/call-service.ts';
import {
  type BufferedResponse,
  createBufferingReceiver,
  createStreamingReceiver,
} from '../upstreams/response-receivers.ts';
import type { ServicePool } from '../upstreams/service-pool.ts';

/** Looking through a picture takes longer than answering a call. */
const uploadTimeoutMs = 10_000;

export interface ForwarderOptions {
  readonly pools: ReadonlyMap<string, ServicePool>;
  readonly sign: ReturnType<typeof createInternalTokenSigner>;
  readonly timeoutMs: number;
  readonly onAttempt: (service: UpstreamName, outcome: AttemptOutcome) => void;
}

/** Takes calls to the services. */
export interface Forwarder {
  /** Passes a caller's request on and streams the answer back. Throws what to tell the caller instead. */
  forward(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Makes a caller's read with another query and gives the whole answer; a service's failure is thrown. */
  read(endpoint: Endpoint, request: FastifyRequest, query: string): Promise<BufferedResponse>;
  /** Makes an internal call on the gateway's own behalf; 503 is thrown for anything but a success. */
  callInternal<E extends Endpoint>(endpoint: E, body: BodyOf<E>): Promise<ResponseOf<E>>;
}

/** What to tell of a service's failure: our own words, but for a 503 that is surely one of our services' own. */
function toClientError(
  { status, headers: responseHeaders, body }: BufferedResponse,
  requestId: string,
): ApiError {
  const seconds = Number(responseHeaders['retry-after']);
  const retryAfter = seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
  const serviceError = status === 503 ? parseServiceError(body, requestId) : undefined;
  if (!serviceError) return genericError(status, retryAfter);
  return new ApiError(503, serviceError.message, {
    code: serviceError.code,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Only who was given the signed token knows the request's id: whatever else answers in between does not. */
function parseServiceError(body: Buffer, requestId: string): ErrorBody | undefined {
  try {
    const { data } = errorBodySchema.safeParse(JSON.parse(body.toString()));
    return data?.requestId === requestId ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The path as the endpoint declares it, whatever the caller's spelling: a service sees no other. */
function toServicePath(endpoint: Endpoint, request: FastifyRequest, query: string): string {
  const path = fillPath(endpoint.path, request.params as Record<string, string>);
  return query === '' ? path : `${path}?${query}`;
}

/** A small body as a whole, an upload as a stream, nothing for an empty one. */
function requestBodyOf({ body }: FastifyRequest): Buffer | Readable | null {
  if (Buffer.isBuffer(body)) return body.length > 0 ? body : null;
  return body instanceof Readable ? body : null;
}

/** What an endpoint needs beyond the usual time; 0 for nothing. */
function endpointTimeoutMs({ bodyType, responseTimeoutMs = 0 }: Endpoint): number {
  return bodyType === 'multipart' ? Math.max(uploadTimeoutMs, responseTimeoutMs) : responseTimeoutMs;
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { pools, sign, timeoutMs, onAttempt } = options;

  function poolOf(endpoint: Endpoint): ServicePool {
    const pool = pools.get(endpoint.service);
    if (!pool) throw serviceUnavailable();
    return pool;
  }

  function signToken(endpoint: Endpoint, requestId: string, principal: Principal): string {
    return sign({ audience: endpoint.service, requestId, principal });
  }

  function createServiceRequest(
    endpoint: Endpoint,
    request: FastifyRequest,
    query: string,
    body: Buffer | Readable | null,
  ): ServiceRequest {
    const { 'content-type': contentType, ...others } = headersForService(endpoint, request.headers);
    return {
      method: request.method as Dispatcher.HttpMethod,
      path: toServicePath(endpoint, request, query),
      headers: {
        ...others,
        ...traceHeaders(),
        ...(body && contentType ? { 'content-type': contentType } : {}),
        [headerNames.clientAddress]: request.ip,
        [headerNames.internalToken]: signToken(endpoint, request.id, request.principal),
      },
      body,
    };
  }

  async function requestBuffered(
    endpoint: Endpoint,
    request: ServiceRequest,
    requestId: string,
  ): Promise<BufferedResponse> {
    const pool = poolOf(endpoint);
    const receiver = createBufferingReceiver();
    const { error } = callService({
      pool,
      route: endpoint.id,
      request,
      receiver,
      timeoutMs,
      propagateDeadline: true,
      onAttempt: (outcome) => onAttempt(pool.name, outcome),
    });
    const failed = await error;
    const response = receiver.result();
    if (failed || !response) throw failed ?? serviceUnavailable();
    if (response.status >= 500) throw toClientError(response, requestId);
    return response;
  }

  return {
    async forward(endpoint, request, reply) {
      const pool = poolOf(endpoint);
      let serviceError: ApiError | undefined;
      const sent = createServiceRequest(endpoint, request, queryOf(request.url), requestBodyOf(request));
      const call = callService({
        pool,
        route: endpoint.id,
        request: sent,
        receiver: createStreamingReceiver(reply, (failure) => {
          serviceError = toClientError(failure, request.id);
        }),
        timeoutMs: Math.max(timeoutMs, endpointTimeoutMs(endpoint)),
        // What somebody outside was asked for is stored, however late.
        propagateDeadline: endpointTimeoutMs(endpoint) === 0,
        onAttempt: (outcome) => onAttempt(pool.name, outcome),
      });
      reply.raw.once('close', call.cancel);
      const failure = (await call.error) ?? serviceError;
      if (failure) throw requestBodyError(sent) ?? failure;
    },

    async read(endpoint, request, query) {
      const read = createServiceRequest(endpoint, request, query, null);
      delete read.headers['if-none-match'];
      return requestBuffered(endpoint, { ...read, method: 'GET' }, request.id);
    },

    async callInternal(endpoint, body) {
      const requestId = randomUUID();
      const sent: ServiceRequest = {
        method: endpoint.method,
        path: endpoint.path,
        headers: {
          'content-type': 'application/json',
          [headerNames.internalToken]: signToken(endpoint, requestId, { kind: 'gateway' }),
        },
        body: Buffer.from(JSON.stringify(body)),
      };
      try {
        const { status, body: text } = await requestBuffered(endpoint, sent, requestId);
        if (status !== (endpoint.status ?? 200)) throw serviceUnavailable();
        return endpoint.response.parse(JSON.parse(text.toString())) as ResponseOf<typeof endpoint>;
      } catch {
        // Whoever waits for the answer only needs to know that there is none.
        throw serviceUnavailable();
      }
    },
  };
}
