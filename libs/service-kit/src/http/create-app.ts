import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Endpoint, headerNames, maxBodyBytes } from '@khmer-learning/contracts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Connection } from 'mongoose';
import { createAccessDenialAuditor } from '../audit/access-denial-auditor.ts';
import { everyTick, nextTickAt, onTick } from '../concurrency/pause.ts';
import type { BaseConfig } from '../config/config.ts';
import { createDeadLetterCounter } from '../consumer/dead-letters.ts';
import type { DurableConsumer } from '../consumer/durable-consumer.ts';
import { ApiError, serviceUnavailable } from '../errors/api-error.ts';
import type { Logger } from '../logging/logger.ts';
import { backgroundThrottleOf } from '../mongo/background-throttle.ts';
import { isMongoReady, isMongoUnresponsive } from '../mongo/mongo-health.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { registerRequestTracing } from '../tracing/request-tracing.ts';
import { registerErrorHandlers, sendError } from './error-handlers.ts';
import { type Caller, createInternalTokenVerifier } from './internal-token.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { actorOf, clientAddressOf, principalLogFields, rejectedStatuses } from './principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller from the internal token; undefined when the token is missing or invalid. */
    readonly caller: Caller | undefined;
  }
  interface FastifyInstance {
    readonly metrics: Metrics;
    /** Whether MongoDB is unresponsive; always false in an app without a database. */
    isMongoUnresponsive(): boolean;
    /** Time without a response after which MongoDB counts as unresponsive. */
    readonly mongoTimeoutMs: number;
    /** Estimated time that a request waited before it was read: the last measured event loop delay. */
    eventLoopDelayMs(): number;
    /** Makes the process not ready and adds `Connection: close` to every response. */
    startDraining(): void;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    envelope?: 'v1';
  }
}

/** Named checks; all must pass for the process to be ready. They answer from memory, because they run often. */
export type ReadinessChecks = Readonly<Record<string, () => boolean>>;

/** What an app needs. A process without a database (the gateway) omits the optional fields. */
export interface AppDeps {
  /** The service's name, which is the audience of the internal tokens it accepts. */
  readonly name: string;
  readonly logger: Logger;
  readonly config: Pick<BaseConfig, 'INTERNAL_PUBLIC_KEYS'> & Partial<Pick<BaseConfig, 'MONGODB_TIMEOUT_MS'>>;
  readonly connection?: Connection;
  readonly nats?: NatsConnectionManager;
  readonly relay?: OutboxRelay;
  readonly consumers?: ReadonlySet<DurableConsumer>;
  readonly recordConsumers?: ReadonlySet<DurableConsumer>;
  /** Until it is true, every call but those of the probes is answered with 503. */
  readonly isPrepared?: () => boolean;
}

/** Probe paths of services and gateway. They are called often, so they are logged only at debug level. */
export const probePaths: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/readyz/gateway',
  '/metrics',
]);

const callers = new WeakMap<IncomingMessage, Caller>();

/**
 * Creates a Fastify app with `/healthz`, `/readyz`, `/metrics`, error formats, request ids and logs. Add endpoints
 * with `mountEndpoint`. It does not listen: tests `inject`, `runService` listens.
 *
 * @param options.ready checks besides MongoDB, NATS and the consumers
 */
export function createApp(deps: AppDeps, options: { ready?: ReadinessChecks } = {}): FastifyInstance {
  const verify = createInternalTokenVerifier(deps.config.INTERNAL_PUBLIC_KEYS, deps.name);
  const app = Fastify({
    loggerInstance: deps.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    return503OnClosing: false,
    bodyLimit: maxBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // An undecodable address, or one with a too long segment, does not exist.
    frameworkErrors: (_error, request, reply) => sendError(request, reply, new ApiError(404, 'Not found')),
    // Only the gateway's signed token is a trusted source of a request id; anyone could send a header.
    genReqId(request) {
      const token = request.headers[headerNames.internalToken];
      const caller = verify(typeof token === 'string' ? token : undefined);
      if (caller) callers.set(request as IncomingMessage, caller);
      return caller?.requestId ?? randomUUID();
    },
  });

  app.removeContentTypeParser('text/plain');
  app.decorateRequest('caller', {
    getter() {
      return callers.get(this.raw);
    },
  });
  const { connection, isPrepared } = deps;
  const isProbe = ({ routeOptions }: FastifyRequest) => probePaths.has(routeOptions.url ?? '');
  if (isPrepared)
    app.addHook('onRequest', async (request, reply) => {
      if (!isPrepared() && !isProbe(request)) return sendError(request, reply, serviceUnavailable());
    });
  if (connection) {
    const backgroundThrottle = backgroundThrottleOf(connection);
    // Probes are too frequent to count as traffic.
    app.addHook(
      'onRequest',
      async (request) => void (isProbe(request) || backgroundThrottle.requestStarted()),
    );
    app.addHook(
      'onResponse',
      async (request) => void (isProbe(request) || backgroundThrottle.requestEnded()),
    );
  }
  app.decorate('isMongoUnresponsive', () => connection !== undefined && isMongoUnresponsive(connection));
  app.decorate('mongoTimeoutMs', deps.config.MONGODB_TIMEOUT_MS ?? 0);
  app.decorate('eventLoopDelayMs', monitorEventLoopDelay(app));
  registerErrorHandlers(app);
  registerRequestTracing(app, {
    ignored: probePaths,
    // Trusted only from the gateway; anyone could send this header.
    parentOf: (request) => (callers.has(request) ? singleHeader(request, 'traceparent') : undefined),
  });
  observeRequests(app, deps);
  addProbes(app, deps, options.ready ?? {});
  return app;
}

/** Pauses between samples of the event loop delay: short while there are requests. */
const sampleMs = { busy: 50, idle: 1_000 };

/** Measures how late a timer fires, which is the event loop delay. */
function monitorEventLoopDelay(app: FastifyInstance): () => number {
  let nextSampleAt = performance.now();
  let delayMs = 0;
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  let stopWaiting = () => undefined as unknown;
  function sample(): void {
    const now = performance.now();
    delayMs = Math.max(0, now - nextSampleAt);
    nextSampleAt = isBusy ? now + sampleMs.busy : nextTickAt(sampleMs.idle);
    if (isBusy) timer = setTimeout(sample, sampleMs.busy).unref();
    else stopWaiting = onTick(sampleMs.idle, sample);
    isBusy = false;
  }
  sample();
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    stopWaiting();
  });
  return () => {
    isBusy = true;
    return Math.max(delayMs, performance.now() - nextSampleAt);
  };
}

function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function observeRequests(app: FastifyInstance, deps: AppDeps): void {
  const durables = () => allConsumers(deps);
  const metrics = createMetrics({
    name: deps.name,
    ...(deps.relay ? { relay: deps.relay } : {}),
    ...(deps.consumers ? { durables } : {}),
    ...(deps.nats && deps.consumers
      ? { deadLetterCounts: createDeadLetterCounter(deps.nats, durables) }
      : {}),
  });
  app.decorate('metrics', metrics);
  const denialAuditor = deps.nats && createAccessDenialAuditor({ nats: deps.nats, logger: deps.logger });
  app.addHook('onClose', () => denialAuditor?.stop());
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: reply.statusCode,
    };
    metrics.observeRequest(labels, reply.elapsedTime / 1_000);
    const isProbe = probePaths.has(labels.route);
    const level = !isProbe && (reply.statusCode >= 400 || request.method !== 'GET') ? 'info' : 'debug';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const principal = request.caller?.principal;
    const address = clientAddressOf(request);
    const callerFields = rejectedStatuses.has(labels.status)
      ? { ...principalLogFields(principal), address }
      : {};
    request.log[level]({ ...labels, ms, ...callerFields }, 'Request answered');
    const { endpoint } = request.routeOptions.config;
    const actor = principal && actorOf(principal);
    if (labels.status === 403 && endpoint && actor)
      denialAuditor?.record({ service: endpoint.service, actor, endpoint, requestId: request.id, address });
  });
}

function allConsumers({ consumers, recordConsumers }: AppDeps): readonly DurableConsumer[] {
  return [...(consumers ?? []), ...(recordConsumers ?? [])];
}

function addProbes(app: FastifyInstance, deps: AppDeps, extra: ReadinessChecks): void {
  let draining = false;
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  const { connection, nats, consumers, isPrepared } = deps;
  const required: ReadinessChecks = {
    ...(connection ? { mongo: () => isMongoReady(connection) } : {}),
    ...(isPrepared ? { prepared: isPrepared } : {}),
    ...extra,
    serving: () => !draining,
  };
  // Without NATS a service still reads and writes; its events stay in the outbox.
  const optional: ReadinessChecks = {
    ...(nats ? { nats: () => nats.isConnected() } : {}),
    ...(consumers ? { consumers: () => allConsumers(deps).every((consumer) => consumer.hasCaughtUp()) } : {}),
  };

  const isReady = () => Object.values(runChecks(required)).every(Boolean);
  const announcer = createReadinessAnnouncer(app, isReady);
  app.decorate('startDraining', () => {
    draining = true;
    announcer.announce();
  });

  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (request, reply) => {
    // A client that uses its connections for other requests too could lose one of them.
    if (request.headers[headerNames.probeConnection]) announcer.add(request.raw.socket);
    const ready = isReady();
    reply.code(ready ? 200 : 503);
    return { ready, checks: runChecks({ ...required, ...optional }) };
  });
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', app.metrics.registry.contentType);
    return app.metrics.registry.metrics();
  });
}

/** How often a process looks whether its readiness has changed. The checks only read the process's own memory. */
const announceIntervalMs = 1_000;

/** Ends the probe connections of gateways when the readiness changes, so that they need not probe frequently. */
function createReadinessAnnouncer(app: FastifyInstance, isReady: () => boolean) {
  const probeConnections = new Set<Socket>();
  let announced: boolean | undefined;
  function announce(): void {
    const ready = isReady();
    if (ready === announced) return;
    announced = ready;
    for (const socket of probeConnections) socket.end();
  }
  const stop = everyTick(announceIntervalMs, announce);
  app.addHook('onClose', async () => stop());
  return {
    /** Looks now whether the readiness has changed. */
    announce,
    add(socket: Socket): void {
      if (probeConnections.has(socket)) return;
      probeConnections.add(socket);
      socket.once('close', () => probeConnections.delete(socket));
    },
  };
}

function runChecks(checks: ReadinessChecks): Record<string, boolean> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check()]));
}
