import {
  quizEvent,
  quizImports,
  quizzesExport,
  quizzesImport,
  quizzesTemplate,
} from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { type ImportService, importRoutes, sendExport } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { streamQuizzesFile } from './quizzes.export.ts';

/** Mounts the endpoints for export and import of quizzes. */
export function transferRoutes(
  app: FastifyInstance,
  { store, imports, timeZone }: { store: ServiceContext; imports: ImportService; timeZone: string },
): void {
  mountEndpoint(app, quizzesExport, async (context) => {
    const filters = context.query;
    const file = { kind: quizEvent, filters, name: 'quizzes', extension: 'json', timeZone } as const;
    return sendExport(store, context, file, await streamQuizzesFile(store.connection, filters));
  });
  importRoutes(app, imports, {
    begin: { quizzes: quizzesImport },
    templates: { quizzes: quizzesTemplate },
    calls: quizImports,
  });
}
