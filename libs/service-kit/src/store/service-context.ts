import { type CountCache, createCountCache } from '../cache/count-cache.ts';
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';
import type { RequestContext } from '../outbox/request-context.ts';
import { type Transaction, transact } from '../outbox/transact.ts';
import type { Service } from '../process/open-service.ts';

/** Shared dependencies of the parts of a service that list entities. */
export interface ServiceContext extends Pick<Service, 'connection' | 'relay'> {
  /** Cached totals of all entities' lists; any write may change any of them. */
  readonly counts: CountCache;
  /** Limits concurrent reads of unpaged lists, which may have thousands of rows, to bound memory. */
  readonly unpagedLimiter: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Maximum number of concurrent unpaged reads. */
const unpagedConcurrency = 2;

/** Creates the context of a service. Create it once, so that writes and lists share the cache. */
export function createServiceContext(service: Pick<Service, 'connection' | 'relay'>): ServiceContext {
  return {
    connection: service.connection,
    relay: service.relay,
    counts: createCountCache(),
    unpagedLimiter: createConcurrencyLimiter(unpagedConcurrency),
  };
}

/**
 * Runs a transaction and clears the cached totals; see `transact`.
 *
 * @returns the result of `work`
 */
export async function commit<T>(
  serviceContext: ServiceContext,
  context: RequestContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result } = await transact(serviceContext, context, work);
  serviceContext.counts.clear();
  return result;
}
