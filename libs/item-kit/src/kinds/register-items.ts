import type { commentThreadEvents, reviewEvents } from '@khmer-learning/contracts';
import type { JobRunner, PresentStateSource, ServiceContext } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { commentThreadSource, createCommentEraser } from '../comments/comment-rows.ts';
import { registerComments, type SectionedKind } from '../comments/follow-anchors.ts';
import { erasureJob } from '../history/erasure.job.ts';
import { registerHistoryModels } from '../history/history-models.ts';
import { owningPurchasesOf } from '../ownership/owning-purchases.ts';
import { createReviewEraser, reviewSource, reviewsOf } from '../reviews/review-rows.ts';
import { scheduleJob } from '../schedules/schedule.job.ts';
import { schedulesOf } from '../schedules/schedule-rows.ts';
import type { ScheduledKind } from '../schedules/schedules.ts';
import { registerDictionary, type WordedKind } from '../search/dictionary.ts';
import {
  createWorkingCopyEraser,
  registerWorkingCopyModels,
  type WorkingCopyKind,
  workingCopySource,
} from '../working-copies/working-copy-rows.ts';

/** What a service with items says of its kinds. */
export interface ServiceKinds {
  readonly service: keyof typeof commentThreadEvents & keyof typeof reviewEvents;
  /** The kinds that have working copies. */
  readonly workingCopies: readonly WorkingCopyKind[];
  /** The kinds with parts to which comments are anchored. */
  readonly commented: readonly SectionedKind[];
  /** The kinds whose words a search finds although they are mistyped. */
  readonly worded: readonly WordedKind[];
}

/**
 * Registers the models of what items have, and has every save store its versions, anchors of comments and words. Call it once
 * per connection, before its collections and indexes are created.
 */
export function registerItems(
  connection: Connection,
  { workingCopies, commented, worded }: ServiceKinds,
): void {
  owningPurchasesOf(connection);
  registerHistoryModels(connection);
  registerComments(connection, commented);
  registerDictionary(connection, worded);
  registerWorkingCopyModels(connection, workingCopies);
  schedulesOf(connection);
  reviewsOf(connection);
}

/** What publishes the working copies, comments and reviews of a service again. */
export const itemSources = ({ service, workingCopies }: ServiceKinds): readonly PresentStateSource[] => [
  ...workingCopies.map(workingCopySource),
  commentThreadSource(service),
  reviewSource(service),
];

/** Registers the jobs that erase what has been deleted long ago, and publish at their time what is in `scheduled`. */
export function registerItemJobs(
  store: ServiceContext,
  jobs: JobRunner,
  { service, workingCopies }: ServiceKinds,
  scheduled: readonly ScheduledKind[],
): void {
  const { connection } = store;
  jobs.register(
    erasureJob(store, [
      createWorkingCopyEraser(connection, workingCopies),
      createCommentEraser(connection, service),
      createReviewEraser(connection),
    ]),
  );
  jobs.register(scheduleJob(store, scheduled));
}
