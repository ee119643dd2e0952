import {
  pronunciationConflictsByLessons,
  pronunciationConflictsList,
  pronunciationReplacementsCreate,
  pronunciationReplacementsGet,
  pronunciationsFind,
} from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import {
  countConflictsByLesson,
  findPronunciations,
  listPronunciationConflicts,
} from './pronunciation.queries.ts';
import {
  createPronunciationReplacement,
  readPronunciationReplacement,
} from './pronunciation-replacement.service.ts';

/** Mounts the endpoints for pronunciations, their conflicts and replacements. @param wakeJob wakes the job of replacements */
export function pronunciationRoutes(app: FastifyInstance, store: ServiceContext, wakeJob: () => void): void {
  const { connection } = store;
  mountEndpoint(app, pronunciationsFind, ({ body }) => findPronunciations(connection, body));
  mountEndpoint(app, pronunciationConflictsList, ({ query }) =>
    listPronunciationConflicts(connection, query),
  );
  mountEndpoint(app, pronunciationConflictsByLessons, ({ query }) =>
    countConflictsByLesson(connection, query.ids),
  );
  mountEndpoint(app, pronunciationReplacementsCreate, (context) =>
    createPronunciationReplacement(store, context.body, context, wakeJob),
  );
  mountEndpoint(app, pronunciationReplacementsGet, ({ params }) =>
    readPronunciationReplacement(connection, params.id),
  );
}
