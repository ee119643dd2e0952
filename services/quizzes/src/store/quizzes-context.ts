import {
  createConcurrencyLimiter,
  createServiceContext,
  type Service,
  type ServiceContext,
} from '@khmer-learning/service-kit';

/** What every part of this service works with. */
export interface QuizzesContext extends ServiceContext {
  /** Runs writes that hold a lesson, one after the other: those of one lesson would only refuse each other. */
  readonly lessonLockLimiter: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createQuizzesContext(service: Pick<Service, 'connection' | 'relay'>): QuizzesContext {
  return { ...createServiceContext(service), lessonLockLimiter: createConcurrencyLimiter(1) };
}
