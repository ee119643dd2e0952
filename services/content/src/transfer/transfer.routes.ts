import {
  contentImports,
  lessonEvent,
  lessonsExport,
  lessonsImport,
  vocabularyExport,
  vocabularyImport,
  vocabularyTemplate,
} from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { type ImportService, importRoutes, sendExport, sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { createContentExportSource } from './content-export-source.ts';
import { streamLessonsFile } from './lessons.export.ts';
import { vocabularyRows } from './vocabulary.export.ts';

/** Mounts the endpoints for export and import of lessons and vocabulary. */
export function transferRoutes(
  app: FastifyInstance,
  { store, imports, timeZone }: { store: ServiceContext; imports: ImportService; timeZone: string },
): void {
  mountEndpoint(app, lessonsExport, async (context) => {
    const filters = context.query;
    const content = await createContentExportSource(store.connection, filters);
    const file = { kind: lessonEvent, filters, name: 'lessons', extension: 'json', timeZone } as const;
    return sendExport(store, context, file, streamLessonsFile(content));
  });
  mountEndpoint(app, vocabularyExport, async (context) => {
    const { format = 'csv', ...filters } = context.query;
    const content = await createContentExportSource(store.connection, filters);
    const file = { kind: lessonEvent, filters, name: 'vocabulary', extension: format, timeZone } as const;
    return sendTable(store, context, file, () => vocabularyRows(content));
  });
  importRoutes(app, imports, {
    begin: { lessons: lessonsImport, vocabulary: vocabularyImport },
    templates: { vocabulary: vocabularyTemplate },
    calls: contentImports,
  });
}
