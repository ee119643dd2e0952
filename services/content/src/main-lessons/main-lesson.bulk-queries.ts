import { mainLessonFields } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import { mainLessonTitleKey } from '../parents/parents.ts';
import { mainLessonIndexes, mainLessonsOf } from './main-lesson.model.ts';
import { type MainLessonRow, mainLessonRowProjection } from './main-lesson.queries.ts';

const { title: _title, ...fieldsBesideTitle } = mainLessonFields;

export const importedMainLessons = {
  collection: 'main_lessons',
  titleKeyOf: mainLessonTitleKey,
  titleIndex: mainLessonIndexes.titleKey,
  fields: Object.keys(fieldsBesideTitle),
} as const;

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

/** Reads the ids of the main lessons with a title, compared as `normaliseTitle` does: all of them, from the index alone. */
export async function readMainLessonIdsByTitle(connection: Connection, title: string): Promise<number[]> {
  const found = await mainLessonsOf(connection)
    .find({ titleKey: mainLessonTitleKey(title) }, { _id: 1 })
    .hint(mainLessonIndexes.titleKey)
    .lean();
  return found.map(({ _id }) => _id);
}

export async function mainLessonExists(connection: Connection, id: number): Promise<boolean> {
  return (await mainLessonsOf(connection).exists({ _id: id })) !== null;
}

/** The image cover of the newest main lesson; undefined when there is none. */
export async function readNewestCover(connection: Connection): Promise<string | undefined> {
  return (await mainLessonsOf(connection).findOne({}, { imageCover: 1 }).sort({ _id: -1 }).lean())
    ?.imageCover;
}
