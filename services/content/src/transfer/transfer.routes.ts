import {
  importsApply,
  importsDiscard,
  importsGet,
  importsLines,
  importsRetry,
  lessonsExport,
  lessonsImport,
  vocabularyExport,
  vocabularyImport,
} from '@khmer-learning/contracts';
import { type Imports, importRoutes, mount, sendExport } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { exportedContent } from './exported-content.ts';
import { lessonsFile } from './lessons.export.ts';
import { vocabularyFile } from './vocabulary.export.ts';

export function transferRoutes(
  app: FastifyInstance,
  { connection, imports, timeZone }: { connection: Connection; imports: Imports; timeZone: string },
): void {
  mount(app, lessonsExport, async ({ query, reply }) => {
    const content = await exportedContent(connection, query.mainLessonId);
    const file = { name: 'lessons', extension: 'json', timeZone } as const;
    return sendExport(reply, file, lessonsFile(content));
  });
  mount(app, vocabularyExport, async ({ query, reply }) => {
    const content = await exportedContent(connection, query.mainLessonId);
    const file = { name: 'vocabulary', extension: 'csv', timeZone } as const;
    return sendExport(reply, file, vocabularyFile(content));
  });
  importRoutes(app, imports, {
    begin: { lessons: lessonsImport, vocabulary: vocabularyImport },
    get: importsGet,
    lines: importsLines,
    apply: importsApply,
    retry: importsRetry,
    discard: importsDiscard,
  });
}
