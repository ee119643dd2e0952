import {
  type ChangeContext,
  type CountCache,
  createCountCache,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';

/** What every part of this service works with. */
export interface ContentStore extends Pick<Service, 'connection' | 'relay'> {
  /** Totals of lists, of every entity: any write may change any of them. */
  readonly counts: CountCache;
}

export function createContentStore(service: Pick<Service, 'connection' | 'relay'>): ContentStore {
  return { connection: service.connection, relay: service.relay, counts: createCountCache() };
}

/** A unit of work after which no remembered total is believed. */
export async function change<T>(
  store: ContentStore,
  context: ChangeContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result } = await transact(store, context, work);
  store.counts.clear();
  return result;
}
