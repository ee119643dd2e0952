import {
  endpoints as allEndpoints,
  type Endpoint,
  presenceStream,
  remoteTokenKeysPath,
  staffNameGet,
} from '@khmer-learning/contracts';
import {
  createAccessDenialAuditor,
  createInternalTokenSigner,
  createMetrics,
  type Logger,
  type ProcessDeps,
  watchChanges,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { createOwnedMainLessons } from './api/cache/owned-main-lessons.ts';
import { createSurrogateCache } from './api/cache/response-cache.ts';
import { createIdentityService } from './api/identity/identity-service.ts';
import { apiRoutes } from './api/routing/api.routes.ts';
import { createKnownReads, type LoadedResponse } from './api/routing/cached-read-handler.ts';
import { createFastPath } from './api/routing/fast-path.ts';
import { createForwarder } from './api/upstreams/forwarder.ts';
import { createServicePools, type ResolveHost } from './api/upstreams/service-pool.ts';
import type { GatewayConfig } from './config.ts';
import { consoleHealthHandlers } from './console/health/console-health.ts';
import { createPresence } from './console/presence/presence-streams.ts';
import { previewHandlers } from './console/previews/preview-endpoint.ts';
import { watchRemoteRegistry } from './console/registry/remote-registry.ts';
import { startReleaseAuditor } from './console/releases/release-auditor.ts';
import { releaseHandlers } from './console/releases/release-endpoints.ts';
import { createReleaseStore } from './console/releases/release-store.ts';
import { startRemoteReleases } from './console/releases/remote-releases.ts';
import { createRemoteApis, type RemoteApiLimits } from './console/remote-apis/remote-apis.ts';
import { createRemoteTokens } from './console/remote-apis/remote-tokens.ts';
import { createSessionReader } from './console/static/session-reader.ts';
import { shellPageFromFolder, shellPageFromHost } from './console/static/shell-page.ts';
import { type ShellSource, staticRoutes } from './console/static/static.routes.ts';
import { guideRoutes } from './guides/guides.routes.ts';
import { startMetricsServer } from './health/metrics-server.ts';
import { createRequestObserver, observeRequests } from './health/observe-requests.ts';
import { registerProbes } from './health/probes.ts';
import { compileTrustProxy } from './http/client-address.ts';
import { createGatewayServer } from './http/gateway-server.ts';
import { createGatewayMetrics } from './metrics.ts';
import { createGatewayEndpoints } from './v1/gateway-endpoints.ts';

/** Overrides for tests. */
export interface GatewayOptions {
  /** The endpoints to route. Default: those of the contracts. */
  readonly endpoints?: readonly Endpoint[];
  /** Resolves the host names of services. Default: DNS. */
  readonly resolve?: ResolveHost;
  /** Of the calls to the own backends of remotes. Default: those of the contracts. */
  readonly remoteApiLimits?: Partial<RemoteApiLimits>;
}

/** Builds the gateway and starts its background work. It does not listen yet. `close` stops the background work. */
export function buildApp(deps: ProcessDeps<GatewayConfig>, options: GatewayOptions = {}): FastifyInstance {
  const { config, logger, nats } = deps;
  const { endpoints = allEndpoints, resolve, remoteApiLimits: limits } = options;

  const pools = createServicePools(config, logger, resolve);
  const changes = watchChanges({
    nats,
    logger,
    onChange(entity, surrogateKeys, entityId) {
      cache.purge(entity, surrogateKeys);
      ownedMainLessons.purge(entity, surrogateKeys);
      presence.tellSaved(`${entity.replace(/-working-copy$/, '')}:${entityId}`);
    },
    onRestart() {
      cache.purgeAll();
      ownedMainLessons.purgeAll();
    },
  });
  const cache = createSurrogateCache<LoadedResponse>({
    maxBytes: config.CACHE_MAX_BYTES,
    // Its compressed copies are a quarter of it each, or less.
    sizeOf: ({ body }) => Math.ceil(body.length * 1.5),
    isFeedLive: changes.isLive,
    onPurged: (count) => gatewayMetrics.countPurgedResponses(count),
  });
  const metrics = createMetrics({ name: deps.name });
  const gatewayMetrics = createGatewayMetrics({
    registry: metrics.registry,
    pools,
    cache,
    feeds: { identity: () => identity.isFeedLive(), changes: changes.isLive },
    remotes: () => registry.list(),
    presenceStreams: () => presence.streamCount(),
    remoteApis: () => remoteApis.health(),
    isKnownRelease: (remote, build) => releases.versionOf(remote, build) !== undefined,
  });
  const forwarder = createForwarder({
    pools,
    sign: createInternalTokenSigner(config.INTERNAL_PRIVATE_KEY),
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    onAttempt: gatewayMetrics.countAttempt,
  });
  const ownedMainLessons = createOwnedMainLessons({ commerce: forwarder, isFeedLive: changes.isLive });
  const refusals = createAccessDenialAuditor({ nats, logger });
  const identity = createIdentityService({
    config,
    logger,
    nats,
    users: forwarder,
    onSessionsChanged: (userId) => presence.checkSessions(userId),
  });
  const nameOf = async (userId: number) => (await forwarder.callInternal(staffNameGet, { userId })).name;
  const presence = createPresence({
    nats,
    logger,
    publicOrigin: config.PUBLIC_URL,
    maxStreams: config.PRESENCE_MAX_STREAMS,
    authenticate: identity.authenticate,
    nameOf,
  });
  const files = { folders: config.REMOTE_DIRS, hosts: config.REMOTE_URLS };
  const registry = watchRemoteRegistry({ source: config.REMOTES, files, logger });
  const releaseStore = createReleaseStore({ nats, replicas: config.STREAM_REPLICAS, logger });
  const releaseAuditor = startReleaseAuditor({ store: releaseStore, nats, logger });
  const shell = createShellSource(config, logger);
  const releases = startRemoteReleases({
    registry,
    store: releaseStore,
    readContract: async () => (await shell?.page.read().catch(() => undefined))?.contract,
    logger,
  });
  const remoteTokens = createRemoteTokens(config.INTERNAL_PRIVATE_KEY, config.INTERNAL_PUBLIC_KEYS ?? []);
  const remoteApis = createRemoteApis({
    ...{ registry, releases, tokens: remoteTokens, nameOf, refusals, limits },
    onCall: gatewayMetrics.countRemoteCall,
  });

  const observe = createRequestObserver(metrics, logger);
  const knownReads = createKnownReads();
  const trustProxy = compileTrustProxy(config.TRUST_PROXY);
  const isPublicHttps = config.PUBLIC_URL?.startsWith('https:') === true;
  const fastPath = createFastPath({
    ...{ knownReads, observe, trustProxy, isPublicHttps, logger },
    authenticate: identity.authenticate,
    recordApiKeyUse: identity.recordApiKeyUse,
    onCacheLookup: gatewayMetrics.countCacheLookup,
  });
  const app = createGatewayServer({
    ...{ trustProxy, isPublicHttps, fastPath: fastPath.answer, logger, metrics },
    maxConnections: config.MAX_CONNECTIONS,
    maxConnectionsPerAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
  });
  const localChecks = {
    identity: identity.isFeedLive,
    changes: changes.isLive,
    ...(shell ? { shell: shell.page.isAvailable } : {}),
  };
  const checks = {
    ...localChecks,
    ...Object.fromEntries([...pools.values()].map((pool) => [pool.name, pool.isReady])),
  };
  registerProbes(app, checks, fastPath.disable);
  startMetricsServer(app, { host: config.METRICS_HOST, port: config.METRICS_PORT }, logger);
  observeRequests(app, observe);
  const v1 = createGatewayEndpoints(endpoints, forwarder);
  void app.register(apiRoutes, {
    endpoints,
    gatewayEndpoints: {
      cachedReads: v1.cachedReads,
      handlers: {
        ...v1.handlers,
        ...consoleHealthHandlers(pools, localChecks, nats, remoteApis.health),
        ...remoteApis.handlers,
        [presenceStream.id]: presence.handler,
        ...previewHandlers(forwarder),
        ...releaseHandlers({
          releases,
          onReport: gatewayMetrics.countBrowserReport,
          onIgnoredReport: gatewayMetrics.countIgnoredReport,
          logger,
        }),
      },
    },
    authenticate: identity.authenticate,
    recordApiKeyUse: identity.recordApiKeyUse,
    refusals,
    forwarder,
    cache,
    knownReads,
    authenticationOf: fastPath.authenticationOf,
    ownedMainLessons,
    onCacheLookup: gatewayMetrics.countCacheLookup,
  });
  void app.register(guideRoutes);
  void app.register(staticRoutes, {
    shell,
    remoteDirs: config.REMOTE_DIRS,
    remoteUrls: config.REMOTE_URLS,
    registry,
    releases,
    development: config.NODE_ENV !== 'production',
    timeZone: config.TIME_ZONE,
    readSession: createSessionReader(identity.authenticate, forwarder),
  });
  app.get(remoteTokenKeysPath, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return { keys: remoteTokens.keys };
  });
  app.addHook('preClose', async () => {
    fastPath.disable();
    presence.stop();
  });
  app.addHook('onClose', async () => {
    registry.stop();
    releaseAuditor.stop();
    shell?.page.stop();
    // Stopping reports the use of API keys, so the service pools are closed after it.
    await Promise.all([identity.stop(), changes.stop(), refusals.stop(), releases.stop()]);
    await Promise.all([remoteApis.close(), ...[...pools.values()].map((pool) => pool.close())]);
  });
  return app;
}

/** The source of the shell's files; undefined when this gateway serves only the API. */
function createShellSource(config: GatewayConfig, logger: Logger): ShellSource | undefined {
  const { SHELL_DIR: folder, SHELL_URL: origin } = config;
  if (origin !== undefined) return { page: shellPageFromHost(origin, logger), files: { origin } };
  return folder === undefined ? undefined : { page: shellPageFromFolder(folder), files: { folder } };
}
