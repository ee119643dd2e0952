import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate, messageResponse } from '../core/fields.ts';

export const deadJobMessages = { retried: 'The job will be retried' } as const;

const deadJobSchema = z.object({
  /** What the job does, such as `deletion of lessons`. */
  job: z.string(),
  id: z.string(),
  /** Number of failures without progress. */
  failures: z.number().int(),
  /** The last failure; null when unknown. */
  error: z.string().nullable(),
  failedAt: isoDate.nullable(),
});
export type DeadJob = z.infer<typeof deadJobSchema>;

/** The endpoints of one service for background jobs that failed too often. Their remaining work is kept. */
function deadJobEndpoints<const S extends 'users' | 'content' | 'quizzes' | 'commerce' | 'media'>(
  service: S,
) {
  return {
    list: endpoint({
      id: `deadJobs.${service}.list`,
      service,
      method: 'GET',
      path: `/api/dead-jobs/${service}`,
      access: 'admin',
      summary: 'Background jobs that failed too often, up to 100 of each kind',
      response: z.object({ jobs: z.array(deadJobSchema) }),
    }),
    retry: endpoint({
      id: `deadJobs.${service}.retry`,
      service,
      method: 'POST',
      path: `/api/dead-jobs/${service}/retry`,
      access: 'admin',
      summary: 'Retry a background job that failed too often',
      body: z.object({
        job: z.string('Job is required').max(200),
        id: z.string('Id is required').max(200),
      }),
      response: messageResponse,
    }),
  };
}

const users = deadJobEndpoints('users');
export const userDeadJobsList = users.list;
export const userDeadJobsRetry = users.retry;

const content = deadJobEndpoints('content');
export const contentDeadJobsList = content.list;
export const contentDeadJobsRetry = content.retry;

const quizzes = deadJobEndpoints('quizzes');
export const quizDeadJobsList = quizzes.list;
export const quizDeadJobsRetry = quizzes.retry;

const commerce = deadJobEndpoints('commerce');
export const purchaseDeadJobsList = commerce.list;
export const purchaseDeadJobsRetry = commerce.retry;

const media = deadJobEndpoints('media');
export const fileDeadJobsList = media.list;
export const fileDeadJobsRetry = media.retry;

/** The endpoints of any service for its dead jobs. */
export type DeadJobEndpoints =
  | typeof users
  | typeof content
  | typeof quizzes
  | typeof commerce
  | typeof media;
