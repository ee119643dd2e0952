import { surrogateKeys } from '@khmer-learning/contracts';
import type { StoredMainLesson } from './main-lesson.model.ts';

/** The fields of a main lesson that decide in which answers of `/api/v1` it appears. */
type PlacedMainLesson = Pick<StoredMainLesson, '_id' | 'status' | 'free' | 'position'>;

/**
 * The surrogate keys that a change of a main lesson purges: none when it is not published before and after. Publishing
 * shows its lessons and their quizzes too.
 *
 * @param before null for a new main lesson
 * @param after null for a deleted one
 */
export function mainLessonChangeKeys(
  before: PlacedMainLesson | null,
  after: PlacedMainLesson | null,
): readonly string[] {
  const [published, other] = [before, after].filter((row) => row?.status === 'published');
  if (!published) return [];
  const { _id: id } = published;
  const keys = [surrogateKeys.mainLesson(id), surrogateKeys.anyMainLesson];
  if (!other || other.free !== published.free)
    keys.push(surrogateKeys.mainLessonAccess(id), surrogateKeys.freeMainLessons);
  if (!other || other.position !== published.position)
    keys.push(surrogateKeys.mainLessons, surrogateKeys.curriculum);
  if (!other) keys.push(surrogateKeys.lessons, surrogateKeys.lessonsOf(id));
  return keys;
}
