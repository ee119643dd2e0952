import type { IncomingHttpHeaders } from 'node:http';
import { addAbortSignal, pipeline, Transform } from 'node:stream';
import {
  headerNames,
  messages,
  type RemoteApiHealth,
  remoteApi,
  remoteApiLimits,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import { type AccessDenialAuditor, ApiError, actorOf, traceHeaders } from '@khmer-learning/service-kit';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import { createRateLimiter } from '../../api/identity/rate-limiter.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../api/upstreams/circuit-breaker.ts';
import { genericError } from '../../http/errors.ts';
import { pickHeaders } from '../../http/forwarded-headers.ts';
import type { RemoteRegistry } from '../registry/remote-registry.ts';
import { browserIdOf } from '../releases/browser-id.ts';
import type { RemoteReleases } from '../releases/remote-releases.ts';
import type { RemoteTokens } from './remote-tokens.ts';

const connectTimeoutMs = 1_000;
/** Users whose calls are counted, and whose names are kept, at a time. */
const maxUsers = 20_000;
const nameLifetimeMs = 60_000;
const defaultLimits = {
  ...remoteApiLimits,
  /** Of all answers together: what callers have not read yet. */
  waitingBytes: 50 * 1024 * 1024,
};
export type RemoteApiLimits = Readonly<Record<keyof typeof defaultLimits, number>>;

/** None of them identifies the caller. */
const forwardedRequestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  headerNames.idempotencyKey,
] as const;
/** Cookies and policies are not among them: the answer has the console's origin. */
const forwardedResponseHeaders = [
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
] as const;
/** Whatever the answer is, it neither runs nor is taken for something else. */
const contentPolicy = "default-src 'none'; sandbox";
/** Types that a page of the console would run or apply, whatever that policy says. */
const activeContentType = /script|\bcss\b/i;

/** How a call to a backend ended. `refused`: its answer is not passed on. */
export type RemoteCallOutcome = 'answered' | 'refused' | 'late' | 'lost' | 'cancelled' | 'busy';

/** One remote's backend as this gateway sees it. */
interface Backend {
  readonly address: URL;
  readonly pool: Pool;
  readonly breaker: CircuitBreaker;
  callsInFlight: number;
  calls: number;
  failures: number;
}

/** What the manifest of a release says; what has another form is not there. */
const partsSchema = z.object({
  label: z.union([z.string(), z.object({ en: z.string() }).transform(({ en }) => en)]),
  api: z.object({ roles: z.array(z.string()) }),
});

/** Creates the handlers of the calls to `/api/remotes/<name>/<path>`. Each backend has its own connections and limits. */
export function createRemoteApis(options: {
  readonly registry: Pick<RemoteRegistry, 'apiOf' | 'list'>;
  readonly releases: Pick<RemoteReleases, 'listFor'>;
  readonly tokens: Pick<RemoteTokens, 'sign'>;
  /** Looks up the name of a user; rejects when it cannot be found out. */
  readonly nameOf: (userId: number) => Promise<string>;
  readonly refusals: Pick<AccessDenialAuditor, 'record'>;
  /** Instead of those of the contracts, for tests. */
  readonly limits?: Partial<RemoteApiLimits> | undefined;
  readonly onCall: (remote: string, outcome: RemoteCallOutcome) => void;
}) {
  const { registry, releases, tokens, refusals, onCall } = options;
  const limits: RemoteApiLimits = { ...defaultLimits, ...options.limits };
  const backends = new Map<string, Backend>();
  /** Those that callers are reading. */
  const answers = new Set<Transform>();
  const callsOfUsers = createRateLimiter<string>({ max: maxUsers });
  const names = new LRUCache<number, string>({
    max: maxUsers,
    ttl: nameLifetimeMs,
    fetchMethod: options.nameOf,
  });

  function backendOf(remote: string, api: string): Backend {
    const known = backends.get(remote);
    if (known?.address.href === new URL(api).href) return known;
    void known?.pool.close();
    const address = new URL(api);
    const pool = new Pool(address.origin, {
      connections: limits.callsAtOnce,
      connect: { timeout: connectTimeoutMs },
      // A call has its own, shorter limit until its answer begins.
      headersTimeout: limits.wholeCallMs,
      bodyTimeout: limits.timeoutMs,
    });
    const breaker = createCircuitBreaker();
    const backend = { address, pool, breaker, callsInFlight: 0, calls: 0, failures: 0 };
    backends.set(remote, backend);
    return backend;
  }

  /** @throws ApiError 403 for another role, 404 when the caller's release or the registry names no backend */
  function partsFor(request: FastifyRequest, reply: FastifyReply, remote: string) {
    const listed = releases.listFor(browserIdOf(request, reply, false)).find(({ name }) => name === remote);
    const { data: parts } = partsSchema.safeParse(listed?.manifest);
    const api = registry.apiOf(remote);
    if (!parts || api === undefined) throw new ApiError(404, 'This remote has no backend of its own');
    return { label: parts.label, roles: parts.api.roles, api };
  }

  const handler: RouteHandlerMethod = async (request, reply) => {
    const { remote = '' } = request.params as Record<string, string>;
    const { principal } = request;
    const { label, roles, api } = partsFor(request, reply, remote);
    if (principal.kind !== 'session' || !roles.includes(principal.role) || principal.role === 'student') {
      const { endpoint } = request.routeOptions.config;
      const actor = actorOf(principal);
      if (endpoint && actor)
        refusals.record({ service: 'gateway', actor, endpoint, requestId: request.id, address: request.ip });
      throw new ApiError(403, messages.auth.forbidden);
    }
    const { userId, role } = principal;
    const path = backendPathOf(request.url);
    const { allowed, resetSeconds } = callsOfUsers.consume(`${remote} ${userId}`, limits.callsPerMinute);
    if (!allowed) throw new ApiError(429, 'Too many requests', { retryAfter: resetSeconds });
    const name = await names.fetch(userId).catch(() => undefined);
    const backend = backendOf(remote, api);
    const unavailable = new ApiError(503, `${label} is not available right now.`, { retryAfter: 1 });
    const isBusy = backend.callsInFlight >= limits.callsAtOnce;
    if (isBusy || !backend.breaker.allowsCall()) {
      onCall(remote, 'busy');
      if (!isBusy) throw unavailable;
      const { busy: code } = specificErrorCodes;
      throw new ApiError(503, 'The service is busy right now. Please try again in a moment.', {
        code,
        retryAfter: 1,
      });
    }
    const token = tokens.sign(remote, { userId, role, ...(name === undefined ? {} : { name }) });
    return call({ remote, backend, path, token, unavailable }, request, reply);
  };

  /** Makes one call, which is never repeated. */
  async function call(
    sent: { remote: string; backend: Backend; path: string; token: string; unavailable: ApiError },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { remote, backend, path, token, unavailable } = sent;
    const stop = new AbortController();
    let isLate = false;
    const beLate = () => {
      isLate = true;
      stop.abort();
    };
    const timer = setTimeout(beLate, limits.timeoutMs);
    const wholeTimer = setTimeout(() => stop.abort(), limits.wholeCallMs);
    reply.raw.once('close', () => stop.abort());
    backend.callsInFlight += 1;
    backend.calls += 1;
    const finish = backend.breaker.beginCall();
    const end = () => {
      clearTimeout(wholeTimer);
      backend.callsInFlight -= 1;
    };
    function count(outcome: RemoteCallOutcome): void {
      const failed = outcome === 'late' || outcome === 'lost';
      finish(failed ? 'failed' : outcome === 'cancelled' ? 'unknown' : 'answered');
      if (failed || outcome === 'refused') backend.failures += 1;
      onCall(remote, outcome);
    }

    let response: Dispatcher.ResponseData;
    try {
      const prefix = backend.address.pathname.replace(/\/$/, '');
      response = await backend.pool.request({
        method: request.method as Dispatcher.HttpMethod,
        path: prefix + path,
        headers: {
          ...pickHeaders(request.headers, forwardedRequestHeaders),
          ...traceHeaders(),
          [headerNames.requestId]: request.id,
          authorization: `Bearer ${token}`,
        },
        body: Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : null,
        signal: stop.signal,
        // An answer is not paused, because undici 7 ends the process when its parser is paused at the end of a connection
        // (https://github.com/nodejs/undici/issues/5360).
        highWaterMark: 2 * limits.responseBytes,
      });
    } catch {
      end();
      const outcome = isLate ? 'late' : stop.signal.aborted ? 'cancelled' : 'lost';
      count(outcome);
      throw isLate ? genericError(504) : unavailable;
    } finally {
      clearTimeout(timer);
    }

    const { statusCode, headers, body } = response;
    const refusal = refusalOf(statusCode, headers, limits.responseBytes);
    if (refusal !== undefined) {
      // Discards the rest of the body. The resulting abort error is expected.
      body.on('error', () => undefined).destroy();
      end();
      count('refused');
      throw new ApiError(502, refusal);
    }
    count('answered');
    reply.code(statusCode).headers({
      ...pickHeaders(headers, forwardedResponseHeaders),
      'cache-control': privateCaching(headers['cache-control']),
      'content-security-policy': contentPolicy,
    });
    if (request.method === 'HEAD' || statusCode === 204 || statusCode === 304) {
      await body.dump().finally(end);
      return reply.send();
    }
    // The signal also ends what has arrived and is read slowly.
    const answer = addAbortSignal(stop.signal, createAnswer());
    answer.once('close', end);
    return reply.send(pipeline(body, answer, () => undefined));
  }

  /**
   * Takes an answer as fast as it comes, and hands it on as it is read. Cuts off one that is too large and did not say so and, when too
   * much waits, the one of which most waits.
   */
  function createAnswer(): Transform {
    let seen = 0;
    const answer = new Transform({
      readableHighWaterMark: 2 * limits.responseBytes,
      transform(chunk: Buffer, _encoding, next) {
        seen += chunk.length;
        const waiting = [...answers].reduce((sum, { readableLength }) => sum + readableLength, chunk.length);
        if (waiting > limits.waitingBytes)
          [...answers]
            .reduce((one, other) => (one.readableLength < other.readableLength ? other : one))
            .destroy(new Error('The answers of remotes’ backends are read too slowly'));
        const isTooLarge = seen > limits.responseBytes;
        next(isTooLarge ? new Error('The answer of a remote’s backend is too large') : null, chunk);
      },
    });
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
    return answer;
  }

  return {
    handlers: Object.fromEntries(Object.values(remoteApi).map(({ id }) => [id, handler])),
    /** The state of each backend in the registry. */
    health(): RemoteApiHealth[] {
      const listed = registry.list().remotes.map(({ name }) => name);
      return listed.flatMap((name) => {
        if (registry.apiOf(name) === undefined) return [];
        const backend = backends.get(name);
        const { calls = 0, failures = 0 } = backend ?? {};
        return [{ name, calls, failures, isOpen: (backend?.breaker.state() ?? 'closed') !== 'closed' }];
      });
    },
    async close(): Promise<void> {
      await Promise.all([...backends.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

/**
 * A segment that some server might resolve to a place above: dots, also before a parameter (`..;x`); a slash or backslash; a
 * control character; and any of them that is escaped once more.
 */
const climbing = /^\.{1,2}(?:;|$)|[/\\\p{Cc}]|%(?:25)*(?:2e|2f|5c|00)/iu;

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * The path and query for the backend of a call to `/api/remotes/<name>/<path>?<query>`, in one spelling of each path.
 *
 * @param url as the caller sent it
 * @throws ApiError 404 for a path that might leave the backend's own
 */
function backendPathOf(url: string): string {
  const [address = ''] = url.split('#', 1);
  const [path = '', ...query] = address.split('?');
  // The first four are '', 'api', 'remotes' and the name.
  const segments = path.split('/').slice(4).map(decodeSegment);
  const isRefused = (segment: string | undefined, at: number): boolean =>
    segment === undefined || climbing.test(segment) || (segment === '' && at < segments.length - 1);
  if (segments.some(isRefused)) throw new ApiError(404, 'Not found');
  const escaped = segments.map((segment = '') => encodeURIComponent(segment)).join('/');
  return `/${escaped}${query.length > 0 ? `?${query.join('?')}` : ''}`;
}

/** Why an answer is not passed on. A backend that refuses the token does not end the user's session. */
function refusalOf(status: number, headers: IncomingHttpHeaders, maxBytes: number): string | undefined {
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if (isRedirect || status === 401 || activeContentType.test(headers['content-type'] ?? ''))
    return 'The answer of this remote’s backend cannot be passed on';
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    return 'The answer of this remote’s backend is too large';
  return undefined;
}

/** Only the caller's own browser may keep an answer, if the backend says so. */
function privateCaching(header: string | string[] | undefined): string {
  const text = String(header ?? '');
  return /(?:^|,)\s*private\s*(?:,|$)/i.test(text) ? text : 'no-store';
}
