import multipart from '@fastify/multipart';
import type {
  contentImports,
  Endpoint,
  lessonsImport,
  peopleImport,
  peopleImports,
  peopleTemplate,
  quizImports,
  quizzesImport,
  quizzesTemplate,
  TransferKind,
  vocabularyImport,
  vocabularyTemplate,
} from '@khmer-learning/contracts';
import { mountEndpoint, pageOf } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { sendFile } from '../exports/send-export.ts';
import type { ImportService } from './import.service.ts';

/** Mounts the import endpoints of a service. */
export function importRoutes(
  app: FastifyInstance,
  imports: ImportService,
  endpoints: {
    readonly begin: Partial<
      Record<
        TransferKind,
        typeof lessonsImport | typeof vocabularyImport | typeof quizzesImport | typeof peopleImport
      >
    >;
    readonly templates: Partial<
      Record<TransferKind, typeof vocabularyTemplate | typeof quizzesTemplate | typeof peopleTemplate>
    >;
    readonly calls: typeof contentImports | typeof quizImports | typeof peopleImports;
  },
): void {
  const { begin, templates, calls } = endpoints;
  // The stream reports a too large file, so that our own message is used.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    for (const [kind, endpoint] of Object.entries(begin) as [TransferKind, Endpoint][])
      mountEndpoint(scope, endpoint, (context) => imports.begin(kind, context.reply.request, context));
    for (const [kind, endpoint] of Object.entries(templates) as [TransferKind, typeof vocabularyTemplate][])
      mountEndpoint(scope, endpoint, async ({ reply, query: { format = 'csv' } }) =>
        sendFile(reply, { name: `${kind}-template`, extension: format }, imports.template(kind, format)),
      );
    mountEndpoint(scope, calls.list, (context) => imports.list(context));
    mountEndpoint(scope, calls.get, (context) => imports.get(context.params.id, context));
    mountEndpoint(scope, calls.lines, (context) => {
      const { outcome } = context.query;
      return imports.lines(context.params.id, { outcome, page: pageOf(context.query) }, context);
    });
    mountEndpoint(scope, calls.setColumns, (context) =>
      imports.setColumns(context.params.id, context.body, context),
    );
    mountEndpoint(scope, calls.check, (context) => imports.check(context.params.id, context.body, context));
    mountEndpoint(scope, calls.refused, async (context) => {
      const { extension, chunks } = await imports.refused(context.params.id, context);
      return sendFile(context.reply, { name: 'refused-lines', extension }, chunks);
    });
    mountEndpoint(scope, calls.apply, (context) => imports.apply(context.params.id, context));
    mountEndpoint(scope, calls.retry, (context) => imports.retry(context.params.id, context));
    mountEndpoint(scope, calls.changesSince, (context) => imports.changesSince(context.params.id, context));
    mountEndpoint(scope, calls.undo, (context) => imports.undo(context.params.id, context));
    mountEndpoint(scope, calls.discard, (context) => imports.discard(context.params.id, context));
  });
}
