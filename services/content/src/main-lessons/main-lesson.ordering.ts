import { mainLessonEvent } from '@khmer-learning/contracts';
import { createOrder, emitItem } from '@khmer-learning/item-kit';
import type { Connection } from 'mongoose';
import { acquireCatalogueLock } from '../store/parent-locks.ts';
import { mainLessonFeed } from './main-lesson.kind.ts';
import { mainLessonIndexes, mainLessonsOf } from './main-lesson.model.ts';
import { type MainLessonRow, mainLessonRowProjection } from './main-lesson.queries.ts';

export const mainLessonOrderOf = (connection: Connection) =>
  createOrder<MainLessonRow>(connection, {
    label: 'Main lesson',
    event: mainLessonEvent,
    collection: 'main_lessons',
    projection: mainLessonRowProjection,
    notASiblingMessage: 'A main lesson can only be placed after another main lesson',
    siblingsOf: () => ({ where: {}, hint: mainLessonIndexes.catalogue.all }),
    read: (id, session) =>
      mainLessonsOf(connection).findById(id, mainLessonRowProjection, { session }).lean<MainLessonRow>(),
    readSibling: (_row, id, session) =>
      mainLessonsOf(connection).findById(id, { position: 1 }, { session }).lean(),
    acquireLock: (_row, session) => acquireCatalogueLock(connection, session),
    emitChanged: (before, after, tx) => emitItem(tx, mainLessonFeed, { before, after }),
  });
