import multipart from '@fastify/multipart';
import type {
  contentImportsApply,
  contentImportsCorrectLine,
  contentImportsDiscard,
  contentImportsGet,
  contentImportsListLines,
  contentImportsRefused,
  contentImportsRetry,
  Endpoint,
  lessonsImport,
  quizImportsApply,
  quizImportsCorrectLine,
  quizImportsDiscard,
  quizImportsGet,
  quizImportsListLines,
  quizImportsRefused,
  quizImportsRetry,
  quizzesImport,
  TransferKind,
  vocabularyImport,
} from '@khmer-learning/contracts';
import { mountEndpoint, pageOf } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { sendFile } from '../exports/send-export.ts';
import type { ImportService } from './import.service.ts';

/** The import endpoints of a service. */
export interface ImportEndpoints {
  readonly begin: Partial<
    Record<TransferKind, typeof lessonsImport | typeof vocabularyImport | typeof quizzesImport>
  >;
  readonly get: typeof contentImportsGet | typeof quizImportsGet;
  readonly lines: typeof contentImportsListLines | typeof quizImportsListLines;
  readonly correctLine: typeof contentImportsCorrectLine | typeof quizImportsCorrectLine;
  readonly refused: typeof contentImportsRefused | typeof quizImportsRefused;
  readonly apply: typeof contentImportsApply | typeof quizImportsApply;
  readonly retry: typeof contentImportsRetry | typeof quizImportsRetry;
  readonly discard: typeof contentImportsDiscard | typeof quizImportsDiscard;
}

/** Mounts the import endpoints of a service. */
export function importRoutes(app: FastifyInstance, imports: ImportService, endpoints: ImportEndpoints): void {
  // The stream reports a too large file, so that our own message is used.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    for (const [kind, endpoint] of Object.entries(endpoints.begin) as [TransferKind, Endpoint][])
      mountEndpoint(scope, endpoint, (context) => imports.begin(kind, context.reply.request, context));
    mountEndpoint(scope, endpoints.get, (context) => imports.get(context.params.id, context));
    mountEndpoint(scope, endpoints.lines, (context) => {
      const { outcome } = context.query;
      return imports.lines(context.params.id, { outcome, page: pageOf(context.query) }, context);
    });
    mountEndpoint(scope, endpoints.correctLine, (context) =>
      imports.correctLine(context.params, context.body.cells, context),
    );
    mountEndpoint(scope, endpoints.refused, async (context) => {
      const { extension, chunks } = await imports.refused(context.params.id, context);
      return sendFile(context.reply, { name: 'refused-lines', extension }, chunks);
    });
    mountEndpoint(scope, endpoints.apply, (context) => imports.apply(context.params.id, context));
    mountEndpoint(scope, endpoints.retry, (context) => imports.retry(context.params.id, context));
    mountEndpoint(scope, endpoints.discard, (context) => imports.discard(context.params.id, context));
  });
}
