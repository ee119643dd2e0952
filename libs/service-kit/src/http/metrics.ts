import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DurableConsumer } from '../consumer/durable-consumer.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';

/** The Prometheus metrics of a process. */
export type Metrics = ReturnType<typeof createMetrics>;

interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Requests whose durations are added to the histogram at once, and before each scrape. */
const maxUnobserved = 200;

/** The longest interval of a timer. */
const neverMs = 2 ** 31 - 1;

/** Sources of the metrics of a process. */
export interface MetricSources {
  readonly name: string;
  readonly relay?: Pick<OutboxRelay, 'backlog'>;
  readonly durables?: () => readonly DurableConsumer[];
  /** Number of dead letters per durable. */
  readonly deadLetterCounts?: () => Promise<ReadonlyMap<string, number>>;
}

/** Creates the registry of a process with default metrics, request durations, outbox, consumers and dead letters. */
export function createMetrics(sources: MetricSources) {
  const registry = new Registry();
  registry.setDefaultLabels({ service: sources.name });
  // Sampling the lag would wake an idle process: by default, a hundred times a second. The utilization needs no samples.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs });
  for (const { name } of registry.getMetricsAsArray())
    if (/_eventloop_lag_(?!seconds)/.test(name)) registry.removeSingleMetric(name);
  measureEventLoop(registry);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
    collect: () => observeAll(),
  });
  // The histogram costs a request several times as much alone as among others, whose data the processor still holds.
  const unobserved: { readonly labels: RequestLabels; readonly seconds: number }[] = [];
  function observeAll(): void {
    for (const { labels, seconds } of unobserved) requests.observe(labels, seconds);
    unobserved.length = 0;
  }
  if (sources.relay) measureOutbox(registry, sources.relay);
  if (sources.durables) measureConsumers(registry, sources.durables);
  const help = 'Events that a durable consumer moved to the dead-letter stream';
  if (sources.deadLetterCounts)
    measureCounts(registry, { name: 'dead_letter_events', help, label: 'durable' }, sources.deadLetterCounts);
  return {
    registry,
    /** Records the duration of one request in seconds; `route` is the pattern, never the path. */
    observeRequest(labels: RequestLabels, seconds: number): void {
      unobserved.push({ labels, seconds });
      if (unobserved.length >= maxUnobserved) observeAll();
    },
  };
}

function measureEventLoop(registry: Registry): void {
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'Share of the time since the last reading in which the event loop was busy',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
}

function measureOutbox(registry: Registry, relay: Pick<OutboxRelay, 'backlog'>): void {
  let pendingRead: ReturnType<OutboxRelay['backlog']> | undefined;
  // Both gauges of one scrape share one read of the outbox.
  function backlog(): ReturnType<OutboxRelay['backlog']> {
    pendingRead ??= relay
      .backlog()
      .catch(() => ({ depth: Number.NaN, oldestAgeSeconds: Number.NaN }))
      .finally(() => {
        pendingRead = undefined;
      });
    return pendingRead;
  }
  new Gauge({
    name: 'outbox_depth',
    help: 'Events not yet published to the stream, counted up to 10,000',
    registers: [registry],
    async collect() {
      this.set((await backlog()).depth);
    },
  });
  new Gauge({
    name: 'outbox_oldest_age_seconds',
    help: 'How long the oldest unsent event has waited',
    registers: [registry],
    async collect() {
      this.set((await backlog()).oldestAgeSeconds);
    },
  });
}

function measureConsumers(registry: Registry, durables: () => readonly DurableConsumer[]): void {
  new Gauge({
    name: 'consumer_pending',
    help: 'Events in the stream that a durable has not handled yet',
    labelNames: ['durable'] as const,
    registers: [registry],
    collect() {
      for (const consumer of durables()) this.labels(consumer.durable).set(consumer.pending());
    },
  });
}

type ReadCounts = () => Promise<ReadonlyMap<string, number>>;

/** A gauge of counts that are read for each scrape: none when they cannot be read. */
function measureCounts<Label extends string>(
  registry: Registry,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: Label },
  readCounts: ReadCounts,
): void {
  new Gauge<Label>({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const counts = await readCounts().catch(() => new Map<string, number>());
      this.reset();
      for (const [value, count] of counts) this.labels(value).set(count);
    },
  });
}

/** Adds the number of background jobs, per kind, that failed too often and wait for an admin. */
export function measureDeadJobs(registry: Registry, counts: ReadCounts): void {
  const help = 'Background jobs that failed too often and wait for an admin to retry them';
  measureCounts(registry, { name: 'dead_jobs', help, label: 'job' }, counts);
}
