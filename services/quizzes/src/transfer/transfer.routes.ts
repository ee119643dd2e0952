import { quizEvent, quizImports, transfers } from '@khmer-learning/contracts';
import { type JobRunner, mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { type Importer, mountImports, sendExport, sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { exportedQuizzes, quizRows, quizzesFile } from './quizzes.export.ts';

export function transferRoutes(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  importer: Importer,
  timeZone: string,
): void {
  mountEndpoint(app, transfers.quizzes.export, async (context) => {
    const { format = 'json', ...filters } = context.query;
    const file = { kind: quizEvent, filters, name: 'quizzes', timeZone } as const;
    const found = await exportedQuizzes(store.connection, filters);
    return format === 'json'
      ? sendExport(store, context, { ...file, extension: format }, quizzesFile(found()))
      : sendTable(store, context, { ...file, extension: format }, () => quizRows(found()));
  });
  mountImports(app, jobs, store, [importer], quizImports);
}
