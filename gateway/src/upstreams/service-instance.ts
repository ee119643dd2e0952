import { setTimeout as delay } from 'node:timers/promises';
import { type InstanceCondition, instanceConditions } from '@khmer-learning/contracts';
import { Client, Pool } from 'undici';
import { z } from 'zod';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

/** A third of the time for which a stopping service still answers. Sooner after a call was lost. */
const readyProbeIntervalMs = 500;
const unreadyProbeIntervalMs = 100;
const probeTimeoutMs = 1_000;
const connectTimeoutMs = 1_000;
/** Longest silence within an answer that has begun. */
const bodyTimeoutMs = 5_000;
const maxConnections = 128;
/** One slow answer says little about a busy process; so many in a row say that it is gone. */
const unavailableAfterFailedProbes = 3;

/** The best first: an instance is used when there is no better one, `away` never. */
export const conditionsByPreference = instanceConditions;

/** The calls of one endpoint at one instance. */
interface RouteState {
  /** Opened by calls that were not answered in time. */
  readonly breaker: CircuitBreaker;
  /** Calls under way. */
  pendingCalls: number;
}

/** One process of a service: connections to it, what it says of itself, and what was seen of it. */
export interface ServiceInstance {
  readonly pool: Pool;
  condition(): InstanceCondition;
  /** Names of what it said it lacks, when it was last asked. */
  failingChecks(): readonly string[];
  /** Calls under way. */
  pendingCalls(): number;
  /**
   * Whether a call of a route may be sent now: neither the instance loses calls nor the route times out, and at least
   * as many connections stay free as the route has calls under way. So no route takes what others need.
   *
   * @param route the endpoint's id
   */
  acceptsCall(route: string): boolean;
  /** A call begins; the returned function says how it ended, once. */
  beginCall(route: string): (outcome: CallResult) => void;
  /** How many of its breakers are not closed: its own, and one for each route. */
  openBreakers(): number;
  /** Ends when the calls under way have. */
  close(): Promise<void>;
}

/** The address of a host, as found by DNS. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** `lost` says something about the instance, `late` about the route alone, `unknown` (given up by the caller) nothing. */
export type CallResult = 'answered' | 'lost' | 'late' | 'unknown';

const readinessSchema = z.object({ checks: z.record(z.string(), z.boolean()) });

/**
 * Begins to watch one process.
 *
 * @param origin as configured, with the host's name: what `Host` and TLS speak of
 * @param at the address to connect to, which may be one of several behind that name
 */
export function watchInstance(origin: string, at: ResolvedAddress): ServiceInstance {
  const options = {
    connect: { timeout: connectTimeoutMs, lookup: createFixedLookup(at) },
    bodyTimeout: bodyTimeoutMs,
    // The call's own deadline is shorter; this only catches what outlives it.
    headersTimeout: 300_000,
  };
  const pool = new Pool(origin, { ...options, connections: maxConnections });
  // A connection of its own: calls that hang must not hide that the process is well, nor the other way round.
  const probeClient = new Client(origin, {
    ...options,
    headersTimeout: probeTimeoutMs,
    bodyTimeout: probeTimeoutMs,
  });
  let isClosed = false;
  let pause = new AbortController();
  let condition: InstanceCondition = 'away';
  let failingChecks: readonly string[] = [];
  let failedProbes = 0;
  const breaker = createCircuitBreaker();
  const routes = new Map<string, RouteState>();
  let pendingCalls = 0;

  function routeOf(id: string): RouteState {
    const known = routes.get(id) ?? { breaker: createCircuitBreaker(), pendingCalls: 0 };
    routes.set(id, known);
    return known;
  }

  async function probeReadiness(): Promise<void> {
    try {
      const { statusCode, body } = await probeClient.request({ method: 'GET', path: '/readyz' });
      const text = await body.text();
      failedProbes = 0;
      failingChecks = statusCode === 200 ? [] : parseFailingChecks(text);
      condition = statusCode === 200 ? 'ready' : failingChecks.includes('serving') ? 'stopping' : 'degraded';
    } catch (error) {
      failedProbes += 1;
      if (failedProbes < unavailableAfterFailedProbes && !isConnectionRefused(error)) return;
      condition = 'away';
      failingChecks = [];
    }
  }

  async function pollReadiness(): Promise<void> {
    while (!isClosed) {
      await probeReadiness();
      if (isClosed) return;
      pause = new AbortController();
      const pauseMs = condition === 'ready' ? readyProbeIntervalMs : unreadyProbeIntervalMs;
      await delay(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }

  void pollReadiness();
  return {
    pool,
    condition: () => condition,
    failingChecks: () => failingChecks,
    pendingCalls: () => pendingCalls,
    acceptsCall(id) {
      const route = routeOf(id);
      return (
        breaker.allowsCall() &&
        route.breaker.allowsCall() &&
        route.pendingCalls < maxConnections - pendingCalls
      );
    },
    beginCall(id) {
      const route = routeOf(id);
      const finish = breaker.beginCall();
      const finishRoute = route.breaker.beginCall();
      pendingCalls += 1;
      route.pendingCalls += 1;
      return (callResult) => {
        pendingCalls -= 1;
        route.pendingCalls -= 1;
        if (callResult === 'lost') pause.abort();
        finish(callResult === 'lost' ? 'failed' : callResult === 'answered' ? 'answered' : 'unknown');
        finishRoute(callResult === 'late' ? 'failed' : callResult === 'answered' ? 'answered' : 'unknown');
      };
    },
    openBreakers: () =>
      [breaker, ...[...routes.values()].map((route) => route.breaker)].filter(
        (one) => one.state() !== 'closed',
      ).length,
    async close() {
      isClosed = true;
      pause.abort();
      await Promise.all([probeClient.destroy(), pool.close()]);
    },
  };
}

/** The checks that a service says have failed; none when its answer cannot be read. */
function parseFailingChecks(body: string): string[] {
  try {
    const { checks } = readinessSchema.parse(JSON.parse(body));
    return Object.keys(checks).filter((name) => checks[name] === false);
  } catch {
    return [];
  }
}

function isConnectionRefused(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

type LookupCallback = (error: null, address: string | ResolvedAddress[], family?: number) => void;

/** A `dns.lookup` that knows one address. */
function createFixedLookup(at: ResolvedAddress) {
  return (_host: string, options: { all?: boolean }, done: LookupCallback): void => {
    if (options.all) done(null, [at]);
    else done(null, at.address, at.family);
  };
}
