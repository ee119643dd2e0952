import {
  reviewParametersGet,
  reviewParametersUpdate,
  v1ProgressGet,
  v1ProgressUpdate,
  v1ReviewsDue,
} from '@khmer-learning/contracts';
import { mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LearnerProgress } from './learner-progress.ts';
import type { ReviewParametersService } from './review-parameters.ts';

/** Mounts `PUT` and `GET /api/v1/progress`, the due reviews, and the parameters of these for admins. */
export function progressRoutes(
  app: FastifyInstance,
  progress: LearnerProgress,
  reviewParameters: ReviewParametersService,
): void {
  mountEndpoint(app, v1ProgressUpdate, async (context) => ({
    success: true as const,
    data: await progress.add(context, requireLearner(context.principal).userId, context.body),
  }));
  mountEndpoint(app, v1ProgressGet, async ({ principal, query }) => ({
    success: true as const,
    ...(await progress.list(requireLearner(principal).userId, query)),
  }));
  mountEndpoint(app, v1ReviewsDue, async ({ principal, query }) => ({
    success: true as const,
    ...(await progress.due(requireLearner(principal).userId, query)),
  }));
  mountEndpoint(app, reviewParametersGet, () => reviewParameters.get());
  mountEndpoint(app, reviewParametersUpdate, (context) => reviewParameters.update(context, context.body));
}
