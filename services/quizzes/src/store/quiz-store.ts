import { createServiceContext, type ServiceContext, createConcurrencyLimiter, type Service } from '@khmer-learning/service-kit';

/** What every part of this service works with. */
export interface QuizStore extends ServiceContext {
  /** Runs writes that hold a lesson, one after the other: those of one lesson would only refuse each other. */
  readonly holdingLessons: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createQuizStore(service: Pick<Service, 'connection' | 'relay'>): QuizStore {
  return { ...createServiceContext(service), holdingLessons: createConcurrencyLimiter(1) };
}
