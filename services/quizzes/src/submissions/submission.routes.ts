import { headerNames, v1QuizzesSubmit } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { parseIdempotencyKey } from './idempotency-key.ts';
import type { SubmissionService } from './submission.service.ts';

/** Mounts `POST /api/v1/quizzes/{id}/submit`. */
export function submissionRoutes(app: FastifyInstance, submissions: SubmissionService): void {
  mountEndpoint(app, v1QuizzesSubmit, async ({ params, body, principal, headers }) => {
    const submission = { quizId: params.id, kinds: body.kinds, answers: body.answers };
    const key = parseIdempotencyKey(headers[headerNames.idempotencyKey], principal, submission);
    return { success: true as const, data: await submissions.submit(submission, principal, key) };
  });
}
