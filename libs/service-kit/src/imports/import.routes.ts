import multipart from '@fastify/multipart';
import type {
  Endpoint,
  importsApply,
  importsDiscard,
  importsGet,
  importsLines,
  importsRetry,
  lessonsImport,
  quizImportsApply,
  quizImportsDiscard,
  quizImportsGet,
  quizImportsLines,
  quizImportsRetry,
  quizzesImport,
  TransferKind,
  vocabularyImport,
} from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { pageOf } from '../lists/page.ts';
import type { Imports } from './imports.ts';

/** The calls by which a service takes imports. */
export interface ImportEndpoints {
  readonly begin: Partial<
    Record<TransferKind, typeof lessonsImport | typeof vocabularyImport | typeof quizzesImport>
  >;
  readonly get: typeof importsGet | typeof quizImportsGet;
  readonly lines: typeof importsLines | typeof quizImportsLines;
  readonly apply: typeof importsApply | typeof quizImportsApply;
  readonly retry: typeof importsRetry | typeof quizImportsRetry;
  readonly discard: typeof importsDiscard | typeof quizImportsDiscard;
}

/** Serves imports. */
export function importRoutes(app: FastifyInstance, imports: Imports, endpoints: ImportEndpoints): void {
  // A file that is too large is told from its stream, with our own words.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    for (const [kind, endpoint] of Object.entries(endpoints.begin) as [TransferKind, Endpoint][])
      mount(scope, endpoint, (context) => imports.begin(kind, context.reply.request, context));
    mount(scope, endpoints.get, (context) => imports.get(context.params.id, context));
    mount(scope, endpoints.lines, (context) => {
      const { outcome } = context.query;
      return imports.lines(context.params.id, { outcome, page: pageOf(context.query) }, context);
    });
    mount(scope, endpoints.apply, (context) => imports.apply(context.params.id, context));
    mount(scope, endpoints.retry, (context) => imports.retry(context.params.id, context));
    mount(scope, endpoints.discard, (context) => imports.discard(context.params.id, context));
  });
}
