import {
  type ChangeContext,
  type CountCache,
  createCountCache,
  type Service,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { inTurn } from './in-turn.ts';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** What every part of this service works with. */
export interface QuizStore extends Pick<Service, 'connection' | 'relay'> {
  /** Totals of lists: any write may change any of them. */
  readonly counts: CountCache;
  /** Runs the reading of whole lists: few at a time, so that memory stays bounded. */
  readonly wholeLists: Run;
  /** Runs writes that hold a lesson, one after the other: those of one lesson would only refuse each other. */
  readonly holdingLessons: Run;
}

/** Most whole lists read at the same time. */
const wholeListsAtOnce = 2;

export function createQuizStore(service: Pick<Service, 'connection' | 'relay'>): QuizStore {
  return {
    connection: service.connection,
    relay: service.relay,
    counts: createCountCache(),
    wholeLists: inTurn(wholeListsAtOnce),
    holdingLessons: inTurn(1),
  };
}

/** A unit of work after which no remembered total is believed. */
export async function change<T>(
  store: QuizStore,
  context: ChangeContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result } = await transact(store, context, work);
  store.counts.clear();
  return result;
}
