import { setTimeout as delay } from 'node:timers/promises';
import { headerNames, type InstanceCondition, instanceConditions } from '@khmer-learning/contracts';
import { Client, Pool } from 'undici';
import { z } from 'zod';
import { parseJson } from '../../http/parse-json.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

/**
 * Pauses between probes: doubled after each one, up to the maximum, while the condition stays and nothing suggests that
 * it has changed. They may be long, because an instance ends the probe connection when its readiness changes. The initial
 * pause is always made, so that many signs of a change do not become many probes.
 */
const probePausesMs: Readonly<Record<InstanceCondition, { initial: number; max: number }>> = {
  ready: { initial: 250, max: 15_000 },
  degraded: { initial: 250, max: 1_000 },
  stopping: { initial: 100, max: 500 },
  away: { initial: 100, max: 500 },
};
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
export type ServiceInstance = ReturnType<typeof watchInstance>;

/** A resolved address of a host. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** `lost` counts against the instance, `late` against the route only, `unknown` (cancelled by the caller) for none. */
export type CallResult = 'answered' | 'lost' | 'late' | 'unknown';

/** Waits for a time. Rejects early when the signal aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

const waitFor: Wait = (ms, signal) => delay(ms, undefined, { signal });

const readinessSchema = z.object({ checks: z.record(z.string(), z.boolean()) });

/**
 * Starts to probe one process of a service.
 *
 * @param origin the configured origin, whose host name is used for `Host` and TLS
 * @param at the address to connect to, which may be one of several behind that name
 * @param wait makes the pauses between probes
 */
export function watchInstance(origin: string, at: ResolvedAddress, wait: Wait = waitFor) {
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
  /** Consecutive probes with the same result; 0 after a failed one, and when there was a sign of a change since then. */
  let steadyProbes = 0;
  const breaker = createCircuitBreaker();
  const routes = new Map<string, RouteState>();
  let pendingCalls = 0;

  function routeOf(id: string): RouteState {
    const known = routes.get(id) ?? { breaker: createCircuitBreaker(), pendingCalls: 0 };
    routes.set(id, known);
    return known;
  }

  async function probeReadiness(): Promise<void> {
    const lastCondition = condition;
    steadyProbes += 1;
    try {
      const { statusCode, body } = await probeClient.request({
        method: 'GET',
        path: '/readyz',
        headers: { [headerNames.probeConnection]: 'true' },
      });
      const text = await body.text();
      failedProbes = 0;
      failingChecks = statusCode === 200 ? [] : parseFailingChecks(text);
      condition = statusCode === 200 ? 'ready' : failingChecks.includes('serving') ? 'stopping' : 'degraded';
    } catch (error) {
      failedProbes += 1;
      steadyProbes = 0;
      if (failedProbes < unavailableAfterFailedProbes && !isConnectionRefused(error)) return;
      condition = 'away';
      failingChecks = [];
    } finally {
      if (condition !== lastCondition) steadyProbes = 0;
    }
  }

  /** The time to wait beyond the initial pause. The random part keeps gateways from probing in step. */
  function extraPauseMs(): number {
    const { initial, max } = probePausesMs[condition];
    return Math.min(initial * 2 ** steadyProbes, max) * (0.75 + Math.random() / 4) - initial;
  }

  async function pollReadiness(): Promise<void> {
    while (!isClosed) {
      await probeReadiness();
      if (isClosed) return;
      pause = new AbortController();
      await wait(probePausesMs[condition].initial);
      const extraMs = extraPauseMs();
      if (extraMs > 0) await wait(extraMs, pause.signal).catch(() => undefined);
    }
  }

  function probeSoon(): void {
    // It closes the connection after every response.
    if (condition === 'stopping') return;
    steadyProbes = 0;
    pause.abort();
  }

  // A process that ends or stops closes its connections: the idle one of the probes, or one after its response.
  probeClient.on('disconnect', probeSoon);
  pool.on('disconnect', probeSoon);
  void pollReadiness();
  return {
    pool,
    /** The condition after the last readiness probe. */
    condition: (): InstanceCondition => condition,
    /** Names of the readiness checks that failed in the last probe. */
    failingChecks: (): readonly string[] => failingChecks,
    /** Calls in flight. */
    pendingCalls: (): number => pendingCalls,
    /**
     * Whether a call of a route may be sent now: both circuit breakers allow it, and at least as many connections stay
     * free as the route has calls in flight. So no route can use up the connections of the others.
     *
     * @param id the endpoint's
     */
    acceptsCall(id: string): boolean {
      const route = routeOf(id);
      return (
        breaker.allowsCall() &&
        route.breaker.allowsCall() &&
        route.pendingCalls < maxConnections - pendingCalls
      );
    },
    /** Starts a call. Call the returned function once with its result. */
    beginCall(id: string): (outcome: CallResult) => void {
      const route = routeOf(id);
      const finish = breaker.beginCall();
      const finishRoute = route.breaker.beginCall();
      pendingCalls += 1;
      route.pendingCalls += 1;
      return (callResult) => {
        pendingCalls -= 1;
        route.pendingCalls -= 1;
        if (callResult === 'lost' || callResult === 'late') probeSoon();
        finish(callResult === 'lost' ? 'failed' : callResult === 'answered' ? 'answered' : 'unknown');
        finishRoute(callResult === 'late' ? 'failed' : callResult === 'answered' ? 'answered' : 'unknown');
      };
    },
    /** Probes now, because something suggests that the condition has changed, and frequently for a while. */
    probeSoon,
    /** Number of circuit breakers that are not closed: the instance's own and those of its routes. */
    openBreakers: (): number =>
      [breaker, ...[...routes.values()].map((route) => route.breaker)].filter(
        (one) => one.state() !== 'closed',
      ).length,
    /** Stops probing. Resolves when the calls in flight have ended. */
    async close(): Promise<void> {
      isClosed = true;
      pause.abort();
      await Promise.all([probeClient.destroy(), pool.close()]);
    },
  };
}

/** The failed checks in a readiness response; none when it cannot be parsed. */
function parseFailingChecks(body: string): string[] {
  const { checks = {} } = readinessSchema.safeParse(parseJson(body)).data ?? {};
  return Object.keys(checks).filter((name) => checks[name] === false);
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
