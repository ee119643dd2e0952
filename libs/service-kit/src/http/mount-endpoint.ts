import type { IncomingHttpHeaders } from 'node:http';
import {
  type BodyOf,
  controlCharacterMessage,
  type Endpoint,
  type EntityEvent,
  halfCharacterMessage,
  hasNoControlCharacters,
  hasWholeCharacters,
  headerNames,
  messages,
  type ParamsOf,
  type Principal,
  type QueryOf,
} from '@khmer-learning/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, fieldError, serviceUnavailable } from '../errors/api-error.ts';
import type { EventReference, RequestContext, TransactionDeadline } from '../outbox/request-context.ts';
import { validationError } from './error-handlers.ts';
import { formatIssue } from './format-issue.ts';
import { actorOf, checkAccess, clientAddressOf, rightsOf } from './principal.ts';
import { responseSerialiserOf } from './response-serialiser.ts';

/** The deadline of one request. */
interface RequestDeadline extends TransactionDeadline {
  /**
   * Cancels the request, which is answered with an error. False while a commit is in progress, whose outcome decides.
   */
  cancel(): boolean;
}

/** The validated request and its caller, for a handler. Pass it to `transact` unchanged. */
export interface HandlerContext<E extends Endpoint> extends RequestContext {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The raw bytes when the contract has `bodyType: 'raw'`. */
  readonly body: E extends { bodyType: 'raw' } ? Buffer : BodyOf<E>;
  readonly principal: Principal;
  readonly requestId: string;
  readonly address: string;
  /** The version from `If-Match`, if sent. */
  readonly ifMatch: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly reply: FastifyReply;
  readonly onCommitted: (events: readonly EntityEvent[]) => void;
  readonly deadline: RequestDeadline;
}

/** Handles one endpoint and returns its response. */
export type Handler<E extends Endpoint> = (
  context: HandlerContext<E>,
) => Promise<z.input<E['response']>> | z.input<E['response']>;

/**
 * Serves one endpoint on its path and aliases: checks caller and access, parses the input, limits the response to the
 * declared fields and sets `X-Event` from the transaction. A handler may set another 2xx status with `context.reply`.
 *
 * Errors: 401 (no valid internal token, or not signed in), 403 (not allowed), 400 (invalid input), 503 (the gateway's
 * time limit has already passed; nothing was done).
 */
export function mountEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  if (endpoint.bodyType === 'raw')
    void app.register(async (scope) => {
      addRawBodyParser(scope);
      addRoutes(scope, endpoint, handler);
    });
  else addRoutes(app, endpoint, handler);
}

/** Accepts any media type: the signature covers the bytes, not the declared type. */
function addRawBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function addRoutes<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const status = endpoint.status ?? 200;
  for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.route({
      method: endpoint.method,
      url,
      config: { endpoint, ...(endpoint.envelope ? { envelope: endpoint.envelope } : {}) },
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      schema: { response: { '2xx': {} } },
      serializerCompiler: () => responseSerialiserOf(endpoint),
      onRequest: async (request) => {
        checkAccess(endpoint, request.caller?.principal);
        // Where a service receives files, a form would be read on its other routes too, as an empty body.
        const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
        if (isForm && endpoint.method !== 'GET' && endpoint.bodyType === undefined)
          throw new ApiError(415, 'Unsupported media type');
      },
      handler: async (request, reply) => {
        reply.code(status);
        const context = handlerContext(endpoint, request, reply, app.eventLoopDelayMs());
        // A call that starts too late only delays calls that can still finish in time.
        context.deadline.beginAttempt();
        const answer = handler(context);
        return rejectWhenUnresponsive(
          Promise.resolve(answer),
          app.mongoTimeoutMs,
          app.isMongoUnresponsive,
          context.deadline.cancel,
        );
      },
    });
  }
}

function handlerContext<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  delayMs: number,
): HandlerContext<E> {
  const { caller } = request;
  if (!caller) throw new ApiError(401, messages.auth.unauthenticated);
  return {
    params: parse(endpoint.params, request.params, 'params') as ParamsOf<E>,
    query: parse(endpoint.query, request.query, 'query') as QueryOf<E>,
    body: parseBody(endpoint, request) as HandlerContext<E>['body'],
    principal: caller.principal,
    actor: actorOf(caller.principal),
    rights: rightsOf(caller.principal),
    requestId: caller.requestId,
    address: clientAddressOf(request),
    ifMatch: parseIfMatch(request.headers['if-match']),
    after: parseEventReference(singleValue(request.headers[headerNames.after])),
    headers: request.headers,
    reply,
    deadline: createRequestDeadline(
      parseTimeoutHeader(request.headers[headerNames.timeoutMs], reply.elapsedTime + delayMs),
    ),
    onCommitted(events) {
      const [first] = events;
      if (first && !reply.hasHeader(headerNames.event))
        reply.header(headerNames.event, formatEventReference(first));
    },
  };
}

/**
 * Parses an `If-Match` header: `"3"`, `W/"3"` and `3` are version 3.
 *
 * @returns undefined without a header, and for `*`
 * @throws ApiError 400 when it is not a version
 */
export function parseIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim();
  if (!text || text === '*') return undefined;
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text)?.[1];
  if (digits === undefined) throw new ApiError(400, 'If-Match must be a version in quotes');
  return Number(digits);
}

/** Remaining time of the gateway's time limit after `elapsedMs`; undefined without a limit. */
function parseTimeoutHeader(header: string | string[] | undefined, elapsedMs: number): number | undefined {
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) return undefined;
  return Number(header) - elapsedMs;
}

function parseBody(endpoint: Endpoint, { body }: FastifyRequest): unknown {
  if (endpoint.bodyType === 'raw') return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return parse(endpoint.body, body, 'body');
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  return schema && validateInput(schema, value ?? {}, part);
}

/**
 * Validates what did not come with a request, such as the contents of an earlier version, by the rules of a request.
 *
 * @param part what is validated, for an error without a field
 * @throws ApiError 400 with the failed validations
 */
export function validateInput<S extends z.ZodType>(schema: S, value: unknown, part = 'body'): z.output<S> {
  const parsed = schema.safeParse(value, { error: formatIssue });
  if (!parsed.success) throw validationError(parsed.error, part);
  const found = findForbiddenCharacter(parsed.data);
  if (found === undefined) return parsed.data;
  const { path, message } = found;
  throw fieldError(path.join('.') || part, message);
}

/** The path of the first text, or name of a field, with a character that no text may have, and the message about it. */
function findForbiddenCharacter(value: unknown): { path: string[]; message: string } | undefined {
  if (typeof value === 'string') {
    if (!hasWholeCharacters(value)) return { path: [], message: halfCharacterMessage };
    return hasNoControlCharacters(value) ? undefined : { path: [], message: controlCharacterMessage };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, field] of Object.entries(value)) {
    const inName = findForbiddenCharacter(name);
    if (inName) return inName;
    const found = findForbiddenCharacter(field);
    if (found) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

function createRequestDeadline(timeoutMs = Number.POSITIVE_INFINITY): RequestDeadline {
  let expiresAt = performance.now() + timeoutMs;
  let state: 'open' | 'committing' | 'committed' = 'open';

  function remainingMs(): number {
    return state === 'committed' ? Number.POSITIVE_INFINITY : expiresAt - performance.now();
  }

  function throwIfExceeded(): void {
    if (remainingMs() <= 0) throw serviceUnavailable();
  }

  function transition(to: 'open' | 'committing'): void {
    throwIfExceeded();
    if (state !== 'committed') state = to;
  }

  return {
    remainingMs,
    beginAttempt: () => transition('open'),
    beginCommit: () => transition('committing'),
    committed() {
      state = 'committed';
    },
    cancel() {
      if (state === 'committing') return false;
      expiresAt = Number.NEGATIVE_INFINITY;
      return true;
    },
  };
}

const pollIntervalMs = 250;

/**
 * Waits for `work`, but fails early when MongoDB is unresponsive. The driver's time-outs add up (a retry, a second
 * call, a restarted transaction), so after `timeoutMs` the function polls whether MongoDB still responds.
 *
 * @param timeoutMs time before the first check; with the default setting, requests fail within 2 s when MongoDB is
 * unavailable
 * @param cancel prevents a later commit; returns false when the result must be awaited
 * @throws ApiError 503 when MongoDB is unresponsive; the result of `work` is then discarded
 */
async function rejectWhenUnresponsive<T>(
  work: Promise<T>,
  timeoutMs: number,
  isUnresponsive: () => boolean,
  cancel: () => boolean,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const unresponsive = new Promise<never>((_resolve, reject) => {
    function poll(): void {
      if (isUnresponsive() && cancel()) reject(serviceUnavailable());
      else timer = setTimeout(poll, pollIntervalMs);
    }
    timer = setTimeout(poll, timeoutMs);
  });
  try {
    return await Promise.race([work, unresponsive]);
  } finally {
    clearTimeout(timer);
  }
}

/** Formats the value of `X-Event`: `<entity>.<id>@<version>`. */
export function formatEventReference(event: Pick<EntityEvent, 'entity' | 'entityId' | 'version'>): string {
  return `${event.entity}.${event.entityId}@${event.version}`;
}

const singleValue = (header: string | string[] | undefined) =>
  typeof header === 'string' ? header : undefined;

/** Parses an `X-Event` or `X-After` header; undefined when it is invalid. */
export function parseEventReference(text: string | undefined): EventReference | undefined {
  const match = /^([a-z][a-z-]*)\.([\w-]{1,64})@(\d{1,15})$/.exec(text ?? '');
  if (!match) return undefined;
  const [, entity = '', id = '', version] = match;
  return { entity, id, version: Number(version) };
}
