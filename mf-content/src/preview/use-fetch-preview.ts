import { useFetchOpenedItem } from '@khmer-learning/console-kit';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { lessonKind } from '../lessons/lessons.api.ts';
import { type LessonPreview, unknownLessonType } from './previewed-lesson.ts';

/** Fetches what the preview of a stored lesson shows: the working copy, if there is one, and what learners see. */
export function useFetchPreview(): (id: number) => Promise<LessonPreview> {
  const fetchLesson = useFetchOpenedItem(lessonKind);
  const lessonTypes = useLessonTypes();
  return async (id) => {
    const { stored, edited } = await fetchLesson(id);
    if (edited === stored) return { lesson: stored, savedId: id };
    // A working copy names its type only by the id.
    const lessonType = lessonTypes.data?.find((type) => type.id === edited.lessonTypeId) ?? unknownLessonType;
    return { lesson: { ...edited, lessonType }, published: stored, savedId: id };
  };
}
