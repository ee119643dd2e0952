import { quizEdits, quizEvent } from '@khmer-learning/contracts';
import { createItemEdits } from '@khmer-learning/item-kit';
import { type JobRunner, mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { mountEdits } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { QuizItems } from '../quizzes/quiz.items.ts';
import { toQuizContents } from '../quizzes/quiz.kind.ts';
import { readEditedQuizzes } from '../quizzes/quiz.queries.ts';

export function mountQuizEdits(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  quizzes: QuizItems,
): void {
  const edits = createItemEdits(store, quizzes, (row) => ({ ...toQuizContents(row), status: row.status }));
  const begin = mountEdits(app, jobs, store, quizEvent, edits.writer, quizEdits);
  mountEndpoint(app, quizEdits.create, async (context) => {
    const { body, rights } = context;
    const ids = body.edits.map(({ id }) => id);
    const planned = await edits.plan(body.edits, await readEditedQuizzes(store, ids), rights);
    return begin(planned, context);
  });
}
