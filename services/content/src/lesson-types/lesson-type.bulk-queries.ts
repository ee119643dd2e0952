import type { Connection } from 'mongoose';
import { normaliseTitle } from '../parents/parents.ts';
import { lessonTypesOf, lessonTypeTitleIndex, type StoredLessonType } from './lesson-type.model.ts';

/** The fields of a lesson type that exports and imports use. */
export type TransferLessonType = Pick<StoredLessonType, '_id' | 'title' | 'icon' | 'iconMode' | 'createdAt'>;

export const importedLessonTypes = {
  collection: 'lesson_types',
  titleKeyOf: normaliseTitle,
  titleIndex: lessonTypeTitleIndex,
  fields: ['icon', 'iconMode'],
} as const;

/** Reads lesson types by ascending id: all, or those with the given ids. They are few and small. */
export async function readTransferLessonTypes(
  connection: Connection,
  ids?: readonly number[],
): Promise<TransferLessonType[]> {
  return lessonTypesOf(connection)
    .find(ids ? { _id: { $in: ids } } : {}, { title: 1, icon: 1, iconMode: 1, createdAt: 1 })
    .sort({ _id: 1 })
    .lean();
}
