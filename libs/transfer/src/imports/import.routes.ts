import multipart from '@fastify/multipart';
import type { contentImports, peopleImports, quizImports } from '@khmer-learning/contracts';
import { type JobRunner, mountEndpoint, pageOf, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { sendFile } from '../exports/send-export.ts';
import { createImportService } from './import.service.ts';
import type { Importer } from './importer.ts';

/** Mounts the import endpoints of a service, and registers their job. @param importers one for each type of file */
export function mountImports(
  app: FastifyInstance,
  jobs: JobRunner,
  store: ServiceContext,
  importers: readonly Importer[],
  calls: typeof contentImports | typeof quizImports | typeof peopleImports,
): void {
  const imports = createImportService(jobs, store, importers);
  // The stream reports a too large file, so that our own message is used.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    for (const { kind, begin, template } of importers) {
      mountEndpoint(scope, begin, (context) => imports.begin(kind, context.reply.request, context));
      if (template)
        mountEndpoint(scope, template, async ({ reply, query: { format = 'csv' } }) =>
          sendFile(reply, { name: `${kind}-template`, extension: format }, imports.template(kind, format)),
        );
    }
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
