import type { Connection } from 'mongoose';
import { lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

/** A lesson type as a file has it. */
export type TransferLessonType = Pick<StoredLessonType, '_id' | 'title' | 'icon' | 'iconMode' | 'createdAt'>;

/** Lesson types, the oldest first: all, or those with these ids. */
export async function readTransferLessonTypes(
  connection: Connection,
  ids?: readonly number[],
): Promise<TransferLessonType[]> {
  return lessonTypesOf(connection)
    .find(ids ? { _id: { $in: ids } } : {}, { title: 1, icon: 1, iconMode: 1, createdAt: 1 })
    .sort({ _id: 1 })
    .lean();
}
