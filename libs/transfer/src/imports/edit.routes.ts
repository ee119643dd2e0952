import type { lessonEdits, quizEdits } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { EditService } from './edit.service.ts';

/** Mounts the endpoints of edits of many items, apart from their creation. */
export function editRoutes(
  app: FastifyInstance,
  edits: EditService,
  endpoints: Omit<typeof lessonEdits | typeof quizEdits, 'create'>,
): void {
  mountEndpoint(app, endpoints.list, async (context) => ({ data: await edits.list(context) }));
  mountEndpoint(app, endpoints.get, (context) => edits.get(context.params.id, context));
  mountEndpoint(app, endpoints.undo, (context) => edits.undo(context.params.id, context));
}
