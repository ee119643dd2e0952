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
import type { UpstreamName } from '../../config.ts';
import { genericError, serviceUnavailable } from '../../http/errors.ts';
import { headersForService } from '../../http/forwarded-headers.ts';
import { parseJson } from '../../http/parse-json.ts';
import type { AttemptOutcome, ServiceRequest } from './attempt.ts';
import { callService, requestBodyError } from './call-service.ts';
import {
  type BufferedResponse,
  createBufferingReceiver,
  createStreamingReceiver,
} from './response-receivers.ts';
import type { ServicePool } from './service-pool.ts';

/** Checking an uploaded image takes longer than answering an ordinary call. */
const uploadTimeoutMs = 10_000;

/** Calls the services. */
export type Forwarder = ReturnType<typeof createForwarder>;

/** The error for the caller: a generic message, except for a 503 that verifiably comes from one of our services. */
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

/** Only a service with the signed token knows the request id. A proxy in between that answers 503 does not. */
function parseServiceError(body: Buffer, requestId: string): ErrorBody | undefined {
  const { data } = errorBodySchema.safeParse(parseJson(body.toString()));
  return data?.requestId === requestId ? data : undefined;
}

/** The endpoint's declared path with the request's parameters, so that services never see another spelling. */
function toServicePath(endpoint: Endpoint, request: FastifyRequest, query: string): string {
  const path = fillPath(endpoint.path, request.params as Record<string, string>);
  return query === '' ? path : `${path}?${query}`;
}

/** The body to forward: a buffer, a stream for an upload, or null when it is empty. */
function requestBodyOf({ body }: FastifyRequest): Buffer | Readable | null {
  if (Buffer.isBuffer(body)) return body.length > 0 ? body : null;
  return body instanceof Readable ? body : null;
}

/** The endpoint's own timeout if it needs more than the default; 0 otherwise. */
function endpointTimeoutMs({ bodyType, responseTimeoutMs = 0 }: Endpoint): number {
  return bodyType === 'multipart' ? Math.max(uploadTimeoutMs, responseTimeoutMs) : responseTimeoutMs;
}

/** The query string of a URL, without the question mark. */
export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Creates the forwarder on the pools of the services. */
export function createForwarder(options: {
  readonly pools: ReadonlyMap<string, ServicePool>;
  readonly sign: ReturnType<typeof createInternalTokenSigner>;
  readonly timeoutMs: number;
  readonly onAttempt: (service: UpstreamName, outcome: AttemptOutcome) => void;
}) {
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
    principal: Principal,
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
        [headerNames.internalToken]: signToken(endpoint, request.id, principal),
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
    /** Forwards a request and streams the response back. @throws ApiError when there is no response to stream */
    async forward(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const pool = poolOf(endpoint);
      let serviceError: ApiError | undefined;
      const sent = createServiceRequest(
        endpoint,
        request,
        queryOf(request.url),
        requestBodyOf(request),
        request.principal,
      );
      const call = callService({
        pool,
        route: endpoint.id,
        request: sent,
        receiver: createStreamingReceiver(reply, (failure) => {
          serviceError = toClientError(failure, request.id);
        }),
        timeoutMs: Math.max(timeoutMs, endpointTimeoutMs(endpoint)),
        // Endpoints with a longer timeout call PayPal or store uploads. A late result must still be stored.
        propagateDeadline: endpointTimeoutMs(endpoint) === 0,
        onAttempt: (outcome) => onAttempt(pool.name, outcome),
      });
      reply.raw.once('close', call.cancel);
      const failure = (await call.error) ?? serviceError;
      if (failure) throw requestBodyError(sent) ?? failure;
    },

    /**
     * Forwards a read with another query string and returns the whole response.
     *
     * @throws ApiError for a 5xx
     */
    async read(endpoint: Endpoint, request: FastifyRequest, query: string, principal: Principal) {
      const read = createServiceRequest(endpoint, request, query, null, principal);
      delete read.headers['if-none-match'];
      return requestBuffered(endpoint, { ...read, method: 'GET' }, request.id);
    },

    /** Makes an internal call as the gateway itself. @throws ApiError 503 for anything but the endpoint's success */
    async callInternal<E extends Endpoint>(endpoint: E, body: BodyOf<E>): Promise<ResponseOf<E>> {
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
        return endpoint.response.parse(JSON.parse(text.toString())) as ResponseOf<E>;
      } catch {
        // The caller only needs to know that the call failed.
        throw serviceUnavailable();
      }
    },
  };
}
