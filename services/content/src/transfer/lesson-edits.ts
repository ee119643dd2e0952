import { lessonEdits, lessonEvent } from '@khmer-learning/contracts';
import { createItemEdits, pickFields } from '@khmer-learning/item-kit';
import { type JobRunner, mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { mountEdits } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { LessonItems } from '../lessons/lesson.items.ts';
import { readLessonSummaries } from '../lessons/reads/lesson.queries.ts';
import { parentNotFound, toLessonState, toLessonSummary } from '../lessons/writes/lesson.kind.ts';
import { lessonOrderOf } from '../lessons/writes/lesson.ordering.ts';
import { readParentLessonTypes, readParentMainLessons } from '../parents/parents.ts';

const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...editedFields } = lessonEvent.state.shape;

export function mountLessonEdits(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  lessons: LessonItems,
): void {
  const { connection } = store;
  const edits = createItemEdits(
    store,
    lessons,
    (row) => pickFields(toLessonState(row), editedFields),
    async (tx, id, { position }) => {
      if (typeof position === 'number') await lessonOrderOf(connection).storeShifted([{ id, position }], tx);
    },
  );
  const begin = mountEdits(app, jobs, store, lessonEvent, edits.writer, lessonEdits);
  mountEndpoint(app, lessonEdits.create, async (context) => {
    const { body, rights } = context;
    const ids = body.edits.map(({ id }) => id);
    const idsOf = (field: 'mainLessonId' | 'lessonTypeId') => [
      ...new Set(body.edits.flatMap((edit) => edit[field] ?? [])),
    ];
    const [rows, mainLessons, lessonTypes] = await Promise.all([
      readLessonSummaries(store, { ids }, { limit: ids.length, offset: 0 }),
      readParentMainLessons(connection, idsOf('mainLessonId')),
      readParentLessonTypes(connection, idsOf('lessonTypeId')),
    ]);
    const present = new Map(
      rows.map(({ lesson, lessonType }) => [lesson._id, toLessonSummary(lesson, lessonType)]),
    );
    const planned = await edits.plan(body.edits, present, rights, ({ mainLessonId, lessonTypeId }) => {
      if (mainLessonId !== undefined && !mainLessons.has(mainLessonId)) return parentNotFound('mainLessonId');
      if (lessonTypeId !== undefined && !lessonTypes.has(lessonTypeId)) return parentNotFound('lessonTypeId');
      return undefined;
    });
    return begin(planned, context);
  });
}
