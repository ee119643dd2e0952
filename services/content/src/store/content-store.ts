import {
  type ChangeContext,
  type CountCache,
  createCountCache,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { inTurn } from './in-turn.ts';

/** What every part of this service works with. */
export interface ContentStore extends Pick<Service, 'connection' | 'relay'> {
  /** Totals of lists, of every entity: any write may change any of them. */
  readonly counts: CountCache;
  /** Runs the reading of whole lists, which may be thousands of rows: few at a time, so that memory stays bounded. */
  readonly wholeLists: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Most whole lists read at the same time. */
const wholeListsAtOnce = 2;

export function createContentStore(service: Pick<Service, 'connection' | 'relay'>): ContentStore {
  return {
    connection: service.connection,
    relay: service.relay,
    counts: createCountCache(),
    wholeLists: inTurn(wholeListsAtOnce),
  };
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
