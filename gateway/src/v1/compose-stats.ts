import {
  lessonLevels,
  type ResponseOf,
  v1LessonsList,
  v1MainLessonsList,
  v1QuizzesList,
  type v1Stats,
} from '@khmer-learning/contracts';
import type { ReadPart } from './compose-response.ts';

/** The number of published main lessons, lessons and quizzes, from the totals of the public lists. */
export async function composeStats(read: ReadPart): Promise<ResponseOf<typeof v1Stats>> {
  const [mainLessons, quizzes, ...lessons] = await Promise.all([
    read(v1MainLessonsList, { limit: 1 }),
    read(v1QuizzesList, { limit: 1 }),
    ...lessonLevels.map((level) => read(v1LessonsList, { level, limit: 1 })),
  ]);
  const [beginner = 0, intermediate = 0, advanced = 0] = lessons.map(({ total }) => total);
  return {
    success: true,
    data: {
      mainLessons: mainLessons.total,
      lessons: beginner + intermediate + advanced,
      quizzes: quizzes.total,
      lessonsByLevel: { Beginner: beginner, Intermediate: intermediate, Advanced: advanced },
    },
  };
}
