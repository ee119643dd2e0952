import { type MainLesson, uploadUrl } from '@khmer-learning/contracts';
import type { MainLessonRow } from './main-lesson.queries.ts';

/** A main lesson as its event tells of it. */
export function toMainLessonState(row: MainLessonRow) {
  const { _id, version: _version, createdAt, updatedAt, ...fields } = row;
  return { id: _id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function toMainLesson(row: MainLessonRow): MainLesson {
  return { ...toMainLessonState(row), version: row.version, imageCoverUrl: uploadUrl(row.imageCover) };
}
