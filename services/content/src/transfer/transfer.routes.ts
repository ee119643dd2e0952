import { contentImports, lessonEvent, transfers } from '@khmer-learning/contracts';
import { type JobRunner, mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { mountImports, sendExport, sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { createImportedEntities, type ImportedKinds } from './imported-entities.ts';
import { createContentExportSource, lessonsFile } from './lessons.export.ts';
import { createLessonsImporter } from './lessons.importer.ts';
import { createVocabularyImporter } from './vocabulary.importer.ts';
import { vocabularyRows } from './vocabulary-table.ts';

export function transferRoutes(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  kinds: ImportedKinds,
  timeZone: string,
): void {
  const { connection } = store;
  mountEndpoint(app, transfers.lessons.export, async (context) => {
    const filters = context.query;
    const content = await createContentExportSource(connection, filters);
    const file = { kind: lessonEvent, filters, name: 'lessons', extension: 'json', timeZone } as const;
    return sendExport(store, context, file, lessonsFile(content));
  });
  mountEndpoint(app, transfers.vocabulary.export, async (context) => {
    const { format = 'csv', ...filters } = context.query;
    const content = await createContentExportSource(connection, filters);
    const file = { kind: lessonEvent, filters, name: 'vocabulary', extension: format, timeZone } as const;
    return sendTable(store, context, file, () => vocabularyRows(content));
  });
  const writers = createImportedEntities(connection, kinds);
  const importers = [
    createLessonsImporter(connection, writers),
    createVocabularyImporter(connection, writers),
  ];
  mountImports(app, jobs, store, importers, contentImports);
}
