import { createServiceContext, type Service, type ServiceContext } from '@khmer-learning/service-kit';
import pLimit from 'p-limit';

/** The dependencies that all parts of this service share. */
export interface QuizzesContext extends ServiceContext {
  /** Runs writes that lock a lesson one at a time: concurrent writes of one lesson would only conflict. */
  readonly lessonLockLimiter: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Creates the context of this service. */
export function createQuizzesContext(service: Pick<Service, 'connection' | 'relay'>): QuizzesContext {
  return { ...createServiceContext(service), lessonLockLimiter: pLimit(1) };
}
