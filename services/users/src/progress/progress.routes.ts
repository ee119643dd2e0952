import { v1ProgressGet, v1ProgressUpdate } from '@khmer-learning/contracts';
import { mountEndpoint, requireLearner } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LearnerProgress } from './learner-progress.ts';

/** Mounts `PUT` and `GET /api/v1/progress`. */
export function progressRoutes(app: FastifyInstance, progress: LearnerProgress): void {
  mountEndpoint(app, v1ProgressUpdate, async (context) => ({
    success: true as const,
    data: await progress.add(context, requireLearner(context.principal).userId, context.body),
  }));
  mountEndpoint(app, v1ProgressGet, async ({ principal, query }) => ({
    success: true as const,
    ...(await progress.list(requireLearner(principal).userId, query)),
  }));
}
