import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import type { MainLessonRow } from './main-lesson.queries.ts';

/** The state of a main lesson in its event. */
export function toMainLessonState(row: MainLessonRow) {
  const { _id, version: _version, createdAt, updatedAt, ...fields } = row;
  return { id: _id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** The response for a main lesson. */
export function toMainLesson(row: MainLessonRow): MainLesson {
  return { ...toMainLessonState(row), version: row.version, imageCoverUrl: uploadUrl(row.imageCover) };
}
