export { type FieldError, KhmerLearningApiError } from './api-error.ts';
export type { CallOptions, Page } from './call.ts';
export { type ClientOptions, createClient, type KhmerLearningClient } from './client.ts';
export type * from './generated/calls.ts';
export { paginate } from './paginate.ts';
export type { Fetch } from './platform.ts';
export type { RetryOptions } from './retry.ts';
export {
  dueReviews,
  type KnownCard,
  type Review,
  scheduleReviews,
  type UnsentRecord,
} from './review-schedule.ts';
export type { Storage } from './storage.ts';
