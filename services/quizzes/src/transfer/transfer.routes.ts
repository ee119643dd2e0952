import {
  quizEvent,
  quizImports,
  quizzesExport,
  quizzesImport,
  quizzesTemplate,
} from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { type ImportService, importRoutes, sendExport, sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { exportedQuizzes, quizRows, quizzesFile } from './quizzes.export.ts';

/** Mounts the endpoints for export and import of quizzes. */
export function transferRoutes(
  app: FastifyInstance,
  { store, imports, timeZone }: { store: ServiceContext; imports: ImportService; timeZone: string },
): void {
  mountEndpoint(app, quizzesExport, async (context) => {
    const { format = 'json', ...filters } = context.query;
    const file = { kind: quizEvent, filters, name: 'quizzes', timeZone } as const;
    const found = await exportedQuizzes(store.connection, filters);
    return format === 'json'
      ? sendExport(store, context, { ...file, extension: format }, quizzesFile(found()))
      : sendTable(store, context, { ...file, extension: format }, () => quizRows(found()));
  });
  importRoutes(app, imports, {
    begin: { quizzes: quizzesImport },
    templates: { quizzes: quizzesTemplate },
    calls: quizImports,
  });
}
