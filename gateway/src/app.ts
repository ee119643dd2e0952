import { endpoints as allEndpoints, type Endpoint } from '@khmer-learning/contracts';
import {
  createMetrics,
  createAccessDenialAuditor,
  createInternalTokenSigner,
  type Logger,
  type ProcessDeps,
  watchSubjects,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { apiRoutes } from './api/api.routes.ts';
import { createForwarder } from './api/forwarder.ts';
import { createAnswerCache } from './cache/answer-cache.ts';
import type { GatewayConfig } from './config.ts';
import { consoleHealthHandler } from './health/console-health.ts';
import { gatewayMetrics } from './health/metrics.ts';
import { serveMetrics } from './health/metrics-server.ts';
import { addProbes } from './health/probes.ts';
import { observeRequests } from './health/requests.ts';
import { createServer } from './http/server.ts';
import { openIdentity } from './identity/identity.ts';
import { watchRegistry } from './registry/registry.ts';
import { pageAtHost, pageInFolder } from './static/shell-page.ts';
import { type ShellPlace, staticRoutes } from './static/static.routes.ts';
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
    remotes: () => registry.list(),
  });
  const forwarder = createForwarder({
    pools,
    sign: createInternalTokenSigner(config.INTERNAL_SECRETS),
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    onAttempt: counts.countAttempt,
  });
  const refusals = createAccessDenialAuditor({ nats, logger });
  const identity = openIdentity({ config, logger, nats, users: forwarder });
  const files = { folders: config.REMOTE_DIRS, hosts: config.REMOTE_URLS };
  const registry = watchRegistry({ source: config.REMOTES, files, logger });
  const shell = shellPlace(config, logger);

  const app = createServer({ config, logger, metrics });
  const ownChecks = {
    identity: identity.isLive,
    changes: changes.isLive,
    ...(shell ? { shell: shell.page.isPresent } : {}),
  };
  addProbes(app, {
    ...ownChecks,
    ...Object.fromEntries([...pools.values()].map((pool) => [pool.name, pool.isReady])),
  });
  serveMetrics(app, { host: config.METRICS_HOST, port: config.METRICS_PORT }, logger);
  observeRequests(app, metrics, logger);
  const v1 = ownEndpoints(endpoints, forwarder);
  void app.register(apiRoutes, {
    endpoints,
    own: { reads: v1.reads, handlers: { ...v1.handlers, ...consoleHealthHandler(pools, ownChecks) } },
    authenticate: identity.authenticate,
    refusals,
    forwarder,
    cache,
    isLive: changes.isLive,
    onLookup: counts.countLookup,
  });
  void app.register(staticRoutes, {
    shell,
    remoteDirs: config.REMOTE_DIRS,
    remoteUrls: config.REMOTE_URLS,
    registry,
    development: config.NODE_ENV !== 'production',
    timeZone: config.TIME_ZONE,
  });
  app.addHook('onClose', async () => {
    registry.stop();
    shell?.page.stop();
    // Reports the last use of API keys, so the services are left after it.
    await Promise.all([identity.stop(), changes.stop(), refusals.stop()]);
    await Promise.all([...pools.values()].map((pool) => pool.close()));
  });
  return app;
}

/** Where the shell's files are; none when this gateway answers calls alone. */
function shellPlace(config: GatewayConfig, logger: Logger): ShellPlace | undefined {
  const { SHELL_DIR: folder, SHELL_URL: origin } = config;
  if (origin !== undefined) return { page: pageAtHost(origin, logger), files: { origin } };
  return folder === undefined ? undefined : { page: pageInFolder(folder), files: { folder } };
}
