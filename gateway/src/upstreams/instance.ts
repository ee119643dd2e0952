import { setTimeout as delay } from 'node:timers/promises';
import { type InstanceCondition, instanceConditions } from '@khmer-learning/contracts';
import { Client, Pool } from 'undici';
import { z } from 'zod';
import { type Breaker, createBreaker } from './breaker.ts';

/** A third of the time for which a stopping service still answers. Sooner after a call was lost. */
const askReadyEveryMs = 500;
const askOthersEveryMs = 100;
const askTimeoutMs = 1_000;
const connectTimeoutMs = 1_000;
/** Longest silence within an answer that has begun. */
const bodyTimeoutMs = 5_000;
const maxConnections = 128;
/** One slow answer says little about a busy process; so many in a row say that it is gone. */
const silencesUntilAway = 3;

/** The best first: an instance is used when there is no better one, `away` never. */
export const conditions = instanceConditions;

/** The calls of one endpoint at one instance. */
interface Route {
  /** Opened by calls that were not answered in time. */
  readonly breaker: Breaker;
  /** Calls under way. */
  pending: number;
}

/** One process of a service: connections to it, what it says of itself, and what was seen of it. */
export interface Instance {
  readonly pool: Pool;
  condition(): InstanceCondition;
  /** Names of what it said it lacks, when it was last asked. */
  failing(): readonly string[];
  /** Calls under way. */
  pending(): number;
  /**
   * Whether a call of a route may be sent now: neither the instance loses calls nor the route times out, and at least
   * as many connections stay free as the route has calls under way. So no route takes what others need.
   *
   * @param route the endpoint's id
   */
  allows(route: string): boolean;
  /** A call begins; the returned function says how it ended, once. */
  begin(route: string): (outcome: Verdict) => void;
  /** How many of its breakers are not closed: its own, and one for each route. */
  openBreakers(): number;
  /** Ends when the calls under way have. */
  close(): Promise<void>;
}

/** The address of a host, as found by DNS. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** `lost` says something about the instance, `late` about the route alone, `unknown` (given up by the caller) nothing. */
export type Verdict = 'answered' | 'lost' | 'late' | 'unknown';

const readiness = z.object({ checks: z.record(z.string(), z.boolean()) });

/**
 * Begins to watch one process.
 *
 * @param origin as configured, with the host's name: what `Host` and TLS speak of
 * @param at the address to connect to, which may be one of several behind that name
 */
export function watchInstance(origin: string, at: Address): Instance {
  const options = {
    connect: { timeout: connectTimeoutMs, lookup: lookupOf(at) },
    bodyTimeout: bodyTimeoutMs,
    // The call's own deadline is shorter; this only catches what outlives it.
    headersTimeout: 300_000,
  };
  const pool = new Pool(origin, { ...options, connections: maxConnections });
  // A connection of its own: calls that hang must not hide that the process is well, nor the other way round.
  const asking = new Client(origin, {
    ...options,
    headersTimeout: askTimeoutMs,
    bodyTimeout: askTimeoutMs,
  });
  let isClosed = false;
  let pause = new AbortController();
  let condition: InstanceCondition = 'away';
  let failing: readonly string[] = [];
  let silences = 0;
  const breaker = createBreaker();
  const routes = new Map<string, Route>();
  let pending = 0;

  function routeOf(id: string): Route {
    const known = routes.get(id) ?? { breaker: createBreaker(), pending: 0 };
    routes.set(id, known);
    return known;
  }

  async function ask(): Promise<void> {
    try {
      const { statusCode, body } = await asking.request({ method: 'GET', path: '/readyz' });
      const text = await body.text();
      silences = 0;
      failing = statusCode === 200 ? [] : failingChecks(text);
      condition = statusCode === 200 ? 'ready' : failing.includes('serving') ? 'stopping' : 'degraded';
    } catch (error) {
      silences += 1;
      if (silences < silencesUntilAway && !isRefusal(error)) return;
      condition = 'away';
      failing = [];
    }
  }

  async function keepAsking(): Promise<void> {
    while (!isClosed) {
      await ask();
      if (isClosed) return;
      pause = new AbortController();
      const pauseMs = condition === 'ready' ? askReadyEveryMs : askOthersEveryMs;
      await delay(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }

  void keepAsking();
  return {
    pool,
    condition: () => condition,
    failing: () => failing,
    pending: () => pending,
    allows(id) {
      const route = routeOf(id);
      return breaker.allows() && route.breaker.allows() && route.pending < maxConnections - pending;
    },
    begin(id) {
      const route = routeOf(id);
      const finish = breaker.begin();
      const finishRoute = route.breaker.begin();
      pending += 1;
      route.pending += 1;
      return (verdict) => {
        pending -= 1;
        route.pending -= 1;
        if (verdict === 'lost') pause.abort();
        finish(verdict === 'lost' ? 'failed' : verdict === 'answered' ? 'answered' : 'unknown');
        finishRoute(verdict === 'late' ? 'failed' : verdict === 'answered' ? 'answered' : 'unknown');
      };
    },
    openBreakers: () =>
      [breaker, ...[...routes.values()].map((route) => route.breaker)].filter(
        (one) => one.state() !== 'closed',
      ).length,
    async close() {
      isClosed = true;
      pause.abort();
      await Promise.all([asking.destroy(), pool.close()]);
    },
  };
}

/** The checks that a service says have failed; none when its answer cannot be read. */
function failingChecks(body: string): string[] {
  try {
    const { checks } = readiness.parse(JSON.parse(body));
    return Object.keys(checks).filter((name) => checks[name] === false);
  } catch {
    return [];
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

type LookupCallback = (error: null, address: string | Address[], family?: number) => void;

/** A `dns.lookup` that knows one address. */
function lookupOf(at: Address) {
  return (_host: string, options: { all?: boolean }, done: LookupCallback): void => {
    if (options.all) done(null, [at]);
    else done(null, at.address, at.family);
  };
}
