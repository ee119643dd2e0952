import { endpoints as allEndpoints, type Endpoint } from '@khmer-learning/contracts';
import {
  createMetrics,
  internalTokenSigner,
  type ProcessDeps,
  watchSubjects,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { apiRoutes } from './api/api.routes.ts';
import { createForwarder } from './api/forwarder.ts';
import { createAnswerCache } from './cache/answer-cache.ts';
import type { GatewayConfig } from './config.ts';
import { gatewayMetrics } from './health/metrics.ts';
import { addProbes } from './health/probes.ts';
import { observeRequests } from './health/requests.ts';
import { createServer } from './http/server.ts';
import { openIdentity } from './identity/identity.ts';
import { watchRegistry } from './registry/registry.ts';
import { shellIsPresent, staticRoutes } from './static/static.routes.ts';
import type { Resolve } from './upstreams/service-pool.ts';
import { openServices } from './upstreams/services.ts';
import { ownEndpoints } from './v1/own-endpoints.ts';

export interface GatewayOptions {
  /** What is routed, the contracts' endpoints unless told. */
  readonly endpoints?: readonly Endpoint[];
  /** How a service's host name becomes addresses, by DNS unless told. */
  readonly resolve?: Resolve;
}

/** The gateway, at work from here on but not listening: `close` ends what it has begun. */
export function buildApp(deps: ProcessDeps<GatewayConfig>, options: GatewayOptions = {}): FastifyInstance {
  const { config, logger, nats } = deps;
  const { endpoints = allEndpoints, resolve } = options;

  const pools = openServices(config, logger, resolve);
  const cache = createAnswerCache(config.CACHE_MAX_BYTES);
  const changes = watchSubjects({
    nats,
    logger,
    filterSubjects: ['events.>'],
    onSubject: (subject) => cache.invalidate(subject.split('.')[2] ?? ''),
    onRestart: cache.invalidateAll,
  });
  const metrics = createMetrics({ name: deps.name });
  const counts = gatewayMetrics({
    registry: metrics.registry,
    pools,
    cache,
    feeds: { identity: () => identity.isLive(), changes: changes.isLive },
    remotes: () => registry.list().remotes,
  });
  const forwarder = createForwarder({
    pools,
    sign: internalTokenSigner(config.INTERNAL_SECRETS),
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    onAttempt: counts.countAttempt,
  });
  const identity = openIdentity({ config, logger, nats, users: forwarder });
  const registry = watchRegistry({ source: config.REMOTES, folders: config.REMOTE_DIRS, logger });

  const app = createServer({ config, logger, metrics });
  const { SHELL_DIR: shellDir } = config;
  addProbes(app, {
    identity: identity.isLive,
    changes: changes.isLive,
    ...Object.fromEntries([...pools.values()].map((pool) => [pool.name, pool.isReady])),
    ...(shellDir === undefined ? {} : { shell: () => shellIsPresent(shellDir) }),
  });
  observeRequests(app, metrics, logger);
  void app.register(apiRoutes, {
    endpoints,
    own: ownEndpoints(endpoints, forwarder),
    authenticate: identity.authenticate,
    forwarder,
    cache,
    isLive: changes.isLive,
    onLookup: counts.countLookup,
  });
  void app.register(staticRoutes, {
    shellDir,
    remoteDirs: config.REMOTE_DIRS,
    registry,
    development: config.NODE_ENV !== 'production',
  });
  app.addHook('onClose', async () => {
    registry.stop();
    // Reports the last use of API keys, so the services are left after it.
    await Promise.all([identity.stop(), changes.stop()]);
    await Promise.all([...pools.values()].map((pool) => pool.close()));
  });
  return app;
}
