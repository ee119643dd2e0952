import {
  type BrowserReportKind,
  type ListedRemote,
  type RemoteApiHealth,
  type RemoteRegistryProblem,
  registryProblemName,
} from '@khmer-learning/contracts';
import type { Metrics } from '@khmer-learning/service-kit';
import { Counter, Gauge } from 'prom-client';
import type { AttemptOutcome } from './api/upstreams/attempt.ts';
import { conditionsByPreference } from './api/upstreams/service-instance.ts';
import type { ServicePool } from './api/upstreams/service-pool.ts';
import type { RemoteCallOutcome } from './console/remote-apis/remote-apis.ts';

interface BrowserReportLabels {
  readonly remote: string;
  readonly version: string;
  readonly build: string;
  readonly kind: BrowserReportKind;
}

/** Registers the gateway's metrics besides the request durations: services, circuit breakers, cache, feeds, remotes. */
export function createGatewayMetrics(options: {
  registry: Metrics['registry'];
  pools: ReadonlyMap<string, ServicePool>;
  cache: { sizeBytes(): number };
  feeds: Readonly<Record<string, () => boolean>>;
  remotes: () => {
    readonly remotes: readonly Pick<ListedRemote, 'name'>[];
    readonly problems: readonly RemoteRegistryProblem[];
  };
  presenceStreams: () => number;
  remoteApis: () => readonly RemoteApiHealth[];
  /** The counters of other releases are dropped. */
  isKnownRelease: (remote: string, build: string) => boolean;
}) {
  const { registry, pools, cache, feeds, remotes, presenceStreams, remoteApis, isKnownRelease } = options;
  const registers = [registry];
  /** @param collect sets the gauge for each scrape */
  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => void,
  ): void {
    const created: Gauge<Label> = new Gauge({
      ...{ name, help, labelNames, registers },
      collect: () => collect(created),
    });
  }
  function counter<Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) {
    return new Counter({ name, help, labelNames, registers });
  }

  gauge('presence_streams', 'Open streams about who has which items open', [], (streams) =>
    streams.set(presenceStreams()),
  );
  gauge('response_cache_bytes', 'Memory used by cached responses', [], (bytes) =>
    bytes.set(cache.sizeBytes()),
  );
  gauge(
    'upstream_instances',
    'Instances of a service, by the condition they report',
    ['upstream', 'condition'],
    (instances) => {
      for (const pool of pools.values())
        for (const condition of conditionsByPreference) {
          const count = pool.instances().filter((instance) => instance.condition() === condition).length;
          instances.labels(pool.name, condition).set(count);
        }
    },
  );
  gauge(
    'upstream_circuit_breakers_open',
    'Circuit breakers of a service that are not closed: of a whole instance, or of one route of an instance',
    ['upstream'],
    (breakers) => {
      for (const pool of pools.values())
        breakers.labels(pool.name).set(pool.instances().reduce((sum, one) => sum + one.openBreakers(), 0));
    },
  );
  gauge('event_feed_up', '1 while an event feed is known to be complete', ['feed'], (up) => {
    for (const [feed, isLive] of Object.entries(feeds)) up.labels(feed).set(isLive() ? 1 : 0);
  });
  gauge(
    'remote_unavailable',
    '1 for a remote that cannot be used, or a registry (REMOTES) that cannot be read',
    ['remote'],
    (unavailable) => {
      unavailable.reset();
      const listed = remotes();
      unavailable.labels(registryProblemName).set(0);
      for (const { name } of listed.remotes) unavailable.labels(name).set(0);
      for (const { name } of listed.problems) unavailable.labels(name).set(1);
    },
  );
  gauge(
    'remote_api_circuit_breaker_open',
    '1 while the own backend of a remote is left alone after failures',
    ['remote'],
    (breakers) => {
      breakers.reset();
      for (const { name, isOpen } of remoteApis()) breakers.labels(name).set(isOpen ? 1 : 0);
    },
  );

  const attempts = counter(
    'upstream_attempts_total',
    'Attempts to call a service, by outcome',
    'upstream',
    'outcome',
  );
  const purged = counter('response_cache_purged_total', 'Cached responses of /api/v1 that events dropped');
  const remoteCalls = counter(
    'remote_api_calls_total',
    'Calls to the own backend of a remote, by outcome',
    'remote',
    'outcome',
  );
  const ignoredReports = counter(
    'remote_browser_reports_ignored_total',
    'Reports of browsers beyond the rate limit (rate), or about an unknown release (unknown)',
    'reason',
  );
  const lookups = new Counter({
    name: 'response_cache_lookups_total',
    help: 'Reads of /api/v1 by cache result: hit, miss or bypass',
    labelNames: ['result'] as const,
    registers,
    collect() {
      // Hits are most of the requests, so they are only counted until a scrape.
      this.labels('hit').inc(unreportedHits);
      unreportedHits = 0;
    },
  });
  let unreportedHits = 0;
  const reports = new Map<string, BrowserReportLabels>();
  const browserReports = new Counter({
    name: 'remote_browser_reports_total',
    help: 'What browsers report about a release of a remote: page loads, and errors by kind',
    labelNames: ['remote', 'version', 'build', 'kind'] as const,
    registers,
    collect() {
      for (const [key, labels] of reports) {
        if (isKnownRelease(labels.remote, labels.build)) continue;
        reports.delete(key);
        this.remove({ ...labels });
      }
    },
  });

  return {
    countAttempt: (service: string, outcome: AttemptOutcome) => attempts.labels(service, outcome).inc(),
    countPurgedResponses: (count: number) => purged.inc(count),
    /** Counts a browser's report about a known release of a remote. */
    countBrowserReport({ remote, version, build, kind }: BrowserReportLabels): void {
      const labels = { remote, version, build, kind };
      reports.set(Object.values(labels).join(' '), labels);
      browserReports.inc(labels);
    },
    countRemoteCall: (remote: string, outcome: RemoteCallOutcome) =>
      remoteCalls.labels(remote, outcome).inc(),
    countIgnoredReport: (reason: 'rate' | 'unknown') => ignoredReports.labels(reason).inc(),
    countCacheLookup(result: 'hit' | 'miss' | 'bypass'): void {
      if (result === 'hit') unreportedHits += 1;
      else lookups.labels(result).inc();
    },
  };
}
