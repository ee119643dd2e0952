import type { ApiClient } from '@khmer-learning/console-sdk';
import { type BoundedCount, lessonTypes, maxCountedLessons, quizzes } from '@khmer-learning/contracts';

export type QuizOwner =
  | { mainLessonId: number }
  | { lessonTypeId: number }
  | { lessonIds: readonly number[] };

/** The quizzes of at most so many lessons of a lesson type are counted, by one call for each hundred. */
const maxLessonsOfType = 1_000;

/** Counts the quizzes of a main lesson, of the lessons of a type, or of lessons. Throws like `ApiClient.call`. */
export async function countQuizzes(
  api: ApiClient,
  of: QuizOwner,
  signal: AbortSignal,
): Promise<BoundedCount> {
  if ('mainLessonId' in of) return api.call(quizzes.count, { query: of }, { signal });
  const ids =
    'lessonIds' in of
      ? of.lessonIds
      : (await api.call(lessonTypes.lessons, { params: { id: of.lessonTypeId } }, { signal })).map(
          ({ id }) => id,
        );
  const isPartial = 'lessonTypeId' in of && ids.length > maxLessonsOfType;
  const counted = isPartial ? ids.slice(0, maxLessonsOfType) : ids;
  const counts: BoundedCount[] = [];
  for (let start = 0; start < counted.length; start += maxCountedLessons) {
    const lessonIds = counted.slice(start, start + maxCountedLessons).join(',');
    counts.push(await api.call(quizzes.count, { query: { lessonIds } }, { signal }));
  }
  return {
    total: counts.reduce((sum, { total }) => sum + total, 0),
    ...(isPartial || counts.some(({ isMinimum }) => isMinimum) ? { isMinimum: true as const } : {}),
  };
}
