import { itemEditEndpoints } from '../core/item-edits.ts';
import { lessonPatch } from './lesson.ts';

/** Edits of many lessons. */
export const lessonEdits = itemEditEndpoints({
  service: 'content',
  id: 'lessonEdits',
  path: '/api/lesson-edits',
  label: 'lessons',
  fields: lessonPatch.pick({
    title: true,
    description: true,
    lessonTypeId: true,
    level: true,
    mainLessonId: true,
    status: true,
  }),
});
