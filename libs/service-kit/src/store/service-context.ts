import { type CountCache, createCountCache } from '../cache/count-cache.ts';
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';
import type { RequestContext } from '../outbox/request-context.ts';
import { type Transaction, transact } from '../outbox/transact.ts';
import type { Service } from '../process/open-service.ts';

/** What every part of a service works with that lists its entities. */
export interface ServiceContext extends Pick<Service, 'connection' | 'relay'> {
  /** Totals of lists, of every entity: any write may change any of them. */
  readonly counts: CountCache;
  /** Runs the reading of whole lists, which may be thousands of rows: few at a time, so that memory stays bounded. */
  readonly unpagedLimiter: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Most whole lists read at the same time. */
const unpagedConcurrency = 2;

/** The store of a service; make it once, so that its writes and its lists share what is remembered. */
export function createServiceContext(service: Pick<Service, 'connection' | 'relay'>): ServiceContext {
  return {
    connection: service.connection,
    relay: service.relay,
    counts: createCountCache(),
    unpagedLimiter: createConcurrencyLimiter(unpagedConcurrency),
  };
}

/**
 * A unit of work after which no remembered total is believed; see `transact`.
 *
 * @returns what `work` returned
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
