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

/** Counters that the gateway increments. */
export interface GatewayMetrics {
  countAttempt(service: string, outcome: AttemptOutcome): void;
  countCacheLookup(result: 'hit' | 'miss' | 'bypass'): void;
  countPurgedResponses(count: number): void;
  /** Counts a browser's report about a known release of a remote. */
  countBrowserReport(report: BrowserReportLabels): void;
  countIgnoredReport(reason: 'rate' | 'unknown'): void;
  countRemoteCall(remote: string, outcome: RemoteCallOutcome): void;
}

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
}): GatewayMetrics {
  const { registry, pools, cache, feeds, remotes, presenceStreams, remoteApis, isKnownRelease } = options;
  const registers = [registry];
  new Gauge({
    name: 'presence_streams',
    help: 'Open streams about who has which items open',
    registers,
    collect() {
      this.set(presenceStreams());
    },
  });
  const attempts = new Counter({
    name: 'upstream_attempts_total',
    help: 'Attempts to call a service, by outcome',
    labelNames: ['upstream', 'outcome'] as const,
    registers,
  });
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
  const purged = new Counter({
    name: 'response_cache_purged_total',
    help: 'Cached responses of /api/v1 that events dropped',
    registers,
  });
  new Gauge({
    name: 'response_cache_bytes',
    help: 'Memory used by cached responses',
    registers,
    collect() {
      this.set(cache.sizeBytes());
    },
  });
  new Gauge({
    name: 'upstream_instances',
    help: 'Instances of a service, by the condition they report',
    labelNames: ['upstream', 'condition'] as const,
    registers,
    collect() {
      for (const pool of pools.values()) {
        for (const condition of conditionsByPreference) {
          const count = pool.instances().filter((instance) => instance.condition() === condition).length;
          this.labels(pool.name, condition).set(count);
        }
      }
    },
  });
  new Gauge({
    name: 'upstream_circuit_breakers_open',
    help: 'Circuit breakers of a service that are not closed: of a whole instance, or of one route of an instance',
    labelNames: ['upstream'] as const,
    registers,
    collect() {
      for (const pool of pools.values()) {
        const open = pool.instances().reduce((sum, instance) => sum + instance.openBreakers(), 0);
        this.labels(pool.name).set(open);
      }
    },
  });
  new Gauge({
    name: 'event_feed_up',
    help: '1 while an event feed is known to be complete',
    labelNames: ['feed'] as const,
    registers,
    collect() {
      for (const [feed, isLive] of Object.entries(feeds)) this.labels(feed).set(isLive() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'remote_unavailable',
    help: '1 for a remote that cannot be used, or a registry (REMOTES) that cannot be read',
    labelNames: ['remote'] as const,
    registers,
    collect() {
      this.reset();
      const listed = remotes();
      this.labels(registryProblemName).set(0);
      for (const { name } of listed.remotes) this.labels(name).set(0);
      for (const { name } of listed.problems) this.labels(name).set(1);
    },
  });

  const remoteCalls = new Counter({
    name: 'remote_api_calls_total',
    help: 'Calls to the own backend of a remote, by outcome',
    labelNames: ['remote', 'outcome'] as const,
    registers,
  });
  new Gauge({
    name: 'remote_api_circuit_breaker_open',
    help: '1 while the own backend of a remote is left alone after failures',
    labelNames: ['remote'] as const,
    registers,
    collect() {
      this.reset();
      for (const { name, isOpen } of remoteApis()) this.labels(name).set(isOpen ? 1 : 0);
    },
  });

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
  const ignoredReports = new Counter({
    name: 'remote_browser_reports_ignored_total',
    help: 'Reports of browsers beyond the rate limit (rate), or about an unknown release (unknown)',
    labelNames: ['reason'] as const,
    registers,
  });

  return {
    countAttempt: (service, outcome) => attempts.labels(service, outcome).inc(),
    countPurgedResponses: (count) => purged.inc(count),
    countBrowserReport({ remote, version, build, kind }) {
      const labels = { remote, version, build, kind };
      reports.set(Object.values(labels).join(' '), labels);
      browserReports.inc(labels);
    },
    countRemoteCall: (remote, outcome) => remoteCalls.labels(remote, outcome).inc(),
    countIgnoredReport: (reason) => ignoredReports.labels(reason).inc(),
    countCacheLookup(result) {
      if (result === 'hit') unreportedHits += 1;
      else lookups.labels(result).inc();
    },
  };
}
