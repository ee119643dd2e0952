import {
  quizImportsApply,
  quizImportsDiscard,
  quizImportsGet,
  quizImportsLines,
  quizImportsRetry,
  quizzesExport,
  quizzesImport,
} from '@khmer-learning/contracts';
import { type Imports, importRoutes, mount, sendExport } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { quizzesFile } from './quizzes.export.ts';

export function transferRoutes(
  app: FastifyInstance,
  { connection, imports, timeZone }: { connection: Connection; imports: Imports; timeZone: string },
): void {
  mount(app, quizzesExport, async ({ query, reply }) => {
    const file = { name: 'quizzes', extension: 'json', timeZone } as const;
    return sendExport(reply, file, await quizzesFile(connection, query.mainLessonId));
  });
  importRoutes(app, imports, {
    begin: { quizzes: quizzesImport },
    get: quizImportsGet,
    lines: quizImportsLines,
    apply: quizImportsApply,
    retry: quizImportsRetry,
    discard: quizImportsDiscard,
  });
}
