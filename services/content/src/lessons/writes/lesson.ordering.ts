import { lessonEvent, lessonLevels } from '@khmer-learning/contracts';
import { createOrder, emitItem } from '@khmer-learning/item-kit';
import type { ServiceContext } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { readParentLessonTypes } from '../../parents/parents.ts';
import { acquireLessonOrderLock } from '../../store/parent-locks.ts';
import { lessonIndexes, lessonRowProjection, visibilities } from '../model/lesson.model.ts';
import { type LessonRow, readLesson } from '../reads/lesson.queries.ts';
import { lessonFeed, parentNotFound, toLessonSummary } from './lesson.kind.ts';

export const lessonOrderOf = (connection: Connection) =>
  createOrder<LessonRow>(connection, {
    label: 'Lesson',
    event: lessonEvent,
    collection: 'lessons',
    projection: lessonRowProjection,
    notASiblingMessage: 'A lesson can only be placed after another lesson of the same main lesson',
    siblingsOf: ({ mainLessonId }) => ({
      where: { mainLessonId, visibility: { $in: visibilities }, level: { $in: lessonLevels } },
      hint: lessonIndexes.position,
    }),
    read: async (id, session) => (await readLesson(connection, id, session))?.lesson ?? null,
    async readSibling({ mainLessonId }, id, session) {
      const sibling = (await readLesson(connection, id, session))?.lesson;
      return sibling?.mainLessonId === mainLessonId ? sibling : null;
    },
    acquireLock: ({ mainLessonId }, session) => acquireLessonOrderLock(connection, mainLessonId, session),
    emitChanged: (before, after, tx) => emitItem(tx, lessonFeed, { before, after }),
  });

/** Creates the function that moves a lesson within its main lesson; see `createOrder`. */
export function createLessonMover(store: ServiceContext) {
  const { connection } = store;
  return lessonOrderOf(connection).createMover(store, async (lesson, session) => {
    const { lessonTypeId } = lesson;
    const lessonType = (await readParentLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
    if (!lessonType) throw parentNotFound('lessonTypeId');
    return toLessonSummary(lesson, lessonType);
  });
}
