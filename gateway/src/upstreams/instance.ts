import { setTimeout as delay } from 'node:timers/promises';
import { type InstanceCondition, instanceConditions } from '@khmer-learning/contracts';
import { Client, Pool } from 'undici';
import { z } from 'zod';
import { type Breaker, createBreaker } from './breaker.ts';

const askEveryMs = 100;
const askTimeoutMs = 1_000;
const connectTimeoutMs = 1_000;
/** Longest silence within an answer that has begun. */
const bodyTimeoutMs = 5_000;
const maxConnections = 128;
/** One slow answer says little about a busy process; so many in a row say that it is gone. */
const silencesUntilAway = 3;

/** The best first: an instance is used when there is no better one, `away` never. */
export const conditions = instanceConditions;

/** One process of a service: connections to it, what it says of itself, and what was seen of it. */
export interface Instance {
  readonly pool: Pool;
  readonly breaker: Breaker;
  condition(): InstanceCondition;
  /** Names of what it said it lacks, when it was last asked. */
  failing(): readonly string[];
  /** Calls under way. */
  pending: number;
  /** Ends when the calls under way have. */
  close(): Promise<void>;
}

/** The address of a host, as found by DNS. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

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
  const stopping = new AbortController();
  let condition: InstanceCondition = 'away';
  let failing: readonly string[] = [];
  let silences = 0;

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
    while (!stopping.signal.aborted) {
      await ask();
      await delay(askEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  void keepAsking();
  return {
    pool,
    breaker: createBreaker(),
    condition: () => condition,
    failing: () => failing,
    pending: 0,
    async close() {
      stopping.abort();
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
