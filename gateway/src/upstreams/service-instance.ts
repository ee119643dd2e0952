import { setTimeout as delay } from 'node:timers/promises';
import { type InstanceCondition, instanceConditions } from '@khmer-learning/contracts';
import { Client, Pool } from 'undici';
import { z } from 'zod';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

/** A third of the time for which a stopping service still responds. A lost call triggers a probe at once. */
const readyProbeIntervalMs = 500;
const unreadyProbeIntervalMs = 100;
const probeTimeoutMs = 1_000;
const connectTimeoutMs = 1_000;
/** Longest pause within a response body. */
const bodyTimeoutMs = 5_000;
const maxConnections = 128;
/** A single failed probe may only mean a busy process. After this many in a row, the instance is `away`. */
const unavailableAfterFailedProbes = 3;

/** The best condition first. An instance is used if there is no better one; `away` is never used. */
export const conditionsByPreference = instanceConditions;

/** The state of one endpoint at one instance. */
interface RouteState {
  /** Opened by time-outs. */
  readonly breaker: CircuitBreaker;
  /** Calls in flight. */
  pendingCalls: number;
}

/** One process of a service: its connections, its readiness and its circuit breakers. */
export interface ServiceInstance {
  readonly pool: Pool;
  /** The condition after the last readiness probe. */
  condition(): InstanceCondition;
  /** Names of the readiness checks that failed in the last probe. */
  failingChecks(): readonly string[];
  /** Calls in flight. */
  pendingCalls(): number;
  /**
   * Whether a call of a route may be sent now: both circuit breakers allow it, and at least as many connections stay
   * free as the route has calls in flight. So no route can use up the connections of the others.
   *
   * @param route the endpoint's id
   */
  acceptsCall(route: string): boolean;
  /** Starts a call. Call the returned function once with its result. */
  beginCall(route: string): (outcome: CallResult) => void;
  /** Number of circuit breakers that are not closed: the instance's own and those of its routes. */
  openBreakers(): number;
  /** Stops probing. Resolves when the calls in flight have ended. */
  close(): Promise<void>;
}

/** A resolved address of a host. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** `lost` counts against the instance, `late` against the route only, `unknown` (cancelled by the caller) for none. */
export type CallResult = 'answered' | 'lost' | 'late' | 'unknown';

const readinessSchema = z.object({ checks: z.record(z.string(), z.boolean()) });

/**
 * Starts to probe one process of a service.
 *
 * @param origin the configured origin, whose host name is used for `Host` and TLS
 * @param at the address to connect to, which may be one of several behind that name
 */
export function watchInstance(origin: string, at: ResolvedAddress): ServiceInstance {
  const options = {
    connect: { timeout: connectTimeoutMs, lookup: createFixedLookup(at) },
    bodyTimeout: bodyTimeoutMs,
    // The call's own timeout is shorter. This is only a fallback.
    headersTimeout: 300_000,
  };
  const pool = new Pool(origin, { ...options, connections: maxConnections });
  // Probes use a separate connection, so that hanging calls and probes do not affect each other.
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

/** The failed checks in a readiness response; none when it cannot be parsed. */
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

/** A `dns.lookup` replacement that always returns one address. */
function createFixedLookup(at: ResolvedAddress) {
  return (_host: string, options: { all?: boolean }, done: LookupCallback): void => {
    if (options.all) done(null, [at]);
    else done(null, at.address, at.family);
  };
}
