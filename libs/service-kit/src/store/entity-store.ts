import { type CountCache, createCountCache } from '../cache/count-cache.ts';
import type { ChangeContext } from '../outbox/change-context.ts';
import { type Transaction, transact } from '../outbox/unit-of-work.ts';
import type { Service } from '../process/open-service.ts';
import { inTurn } from '../queues/in-turn.ts';

/** What every part of a service works with that lists its entities. */
export interface EntityStore extends Pick<Service, 'connection' | 'relay'> {
  /** Totals of lists, of every entity: any write may change any of them. */
  readonly counts: CountCache;
  /** Runs the reading of whole lists, which may be thousands of rows: few at a time, so that memory stays bounded. */
  readonly wholeLists: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Most whole lists read at the same time. */
const wholeListsAtOnce = 2;

/** The store of a service; make it once, so that its writes and its lists share what is remembered. */
export function createEntityStore(service: Pick<Service, 'connection' | 'relay'>): EntityStore {
  return {
    connection: service.connection,
    relay: service.relay,
    counts: createCountCache(),
    wholeLists: inTurn(wholeListsAtOnce),
  };
}

/**
 * A unit of work after which no remembered total is believed; see `transact`.
 *
 * @returns what `work` returned
 */
export async function change<T>(
  store: EntityStore,
  context: ChangeContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result } = await transact(store, context, work);
  store.counts.clear();
  return result;
}
