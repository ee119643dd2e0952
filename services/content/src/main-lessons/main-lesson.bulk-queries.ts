import type { Connection } from 'mongoose';
import { mainLessonIndexes, mainLessonsOf } from './main-lesson.model.ts';
import { type MainLessonRow, mainLessonRowProjection } from './main-lesson.queries.ts';

/** Streams all main lessons in catalogue order, or only the one with the given id. */
export function streamMainLessons(connection: Connection, id?: number): AsyncIterable<MainLessonRow> {
  const order = id === undefined ? mainLessonIndexes.catalogue.all : mainLessonIndexes.newest.all;
  return mainLessonsOf(connection)
    .find(id === undefined ? {} : { _id: id }, mainLessonRowProjection)
    .sort(order)
    .hint(order)
    .lean<MainLessonRow>()
    .cursor();
}

/** Whether a main lesson exists. */
export async function mainLessonExists(connection: Connection, id: number): Promise<boolean> {
  return (await mainLessonsOf(connection).exists({ _id: id })) !== null;
}
