import { isDeepStrictEqual } from 'node:util';
import { surrogateKeys } from '@khmer-learning/contracts';
import type { StoredLesson } from './lesson.model.ts';

/** The fields of a lesson that decide in which answers of `/api/v1` it appears. */
type PlacedLesson = Pick<StoredLesson, '_id' | 'visibility' | 'mainLessonId'>;
type ChangedLesson = PlacedLesson &
  Pick<StoredLesson, 'lessonTypeId' | 'level' | 'position' | 'title' | 'description' | 'sections'>;

/**
 * The surrogate keys that a change of a lesson purges: none when it is not public before and after.
 *
 * @param before null for a new lesson
 */
export function lessonChangeKeys(before: ChangedLesson | null, after: ChangedLesson): readonly string[] {
  const isPublic = after.visibility === 'public';
  if (before?.visibility !== 'public') return isPublic ? appearanceKeys(after) : [];
  if (!isPublic) return appearanceKeys(before);
  const { _id: id, mainLessonId } = after;
  const keys = [surrogateKeys.lesson(id), surrogateKeys.anyLesson];
  const changes = (...fields: (keyof ChangedLesson)[]) =>
    fields.some((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changes('mainLessonId')) keys.push(...appearanceKeys(before), ...appearanceKeys(after));
  if (changes('lessonTypeId', 'level'))
    keys.push(surrogateKeys.lessons, surrogateKeys.lessonsOf(mainLessonId));
  if (changes('position')) keys.push(surrogateKeys.curriculum, surrogateKeys.lessonsOf(mainLessonId));
  if (changes('title', 'description', 'sections')) keys.push(surrogateKeys.lessonTexts);
  return keys;
}

/** The surrogate keys that the deletion of a lesson purges. */
export function lessonDeletionKeys(lesson: PlacedLesson): readonly string[] {
  return lesson.visibility === 'public' ? appearanceKeys(lesson) : [];
}

/** What a public lesson purges when it appears, disappears, or leaves one main lesson for another. */
function appearanceKeys({ _id: id, mainLessonId }: PlacedLesson): string[] {
  return [
    surrogateKeys.lesson(id),
    surrogateKeys.anyLesson,
    surrogateKeys.lessonAccess(id),
    surrogateKeys.lessons,
    surrogateKeys.lessonsOf(mainLessonId),
    surrogateKeys.curriculum,
  ];
}
