import {
  defaultPageSize,
  type LearnerCourse,
  type learnerCourses,
  lessonLevels,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { owningPurchasesOf } from '@khmer-learning/item-kit';
import { pageOf } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonIndexes, lessonsOf, type StoredLesson } from '../lessons/model/lesson.model.ts';
import { mainLessonsOf } from './main-lesson.model.ts';

/** Most main lessons of a learner, and lessons on one page of them. */
const maxOwned = 1_000;
const maxLessons = 3_000;

/** A page of the main lessons that a learner owns or has lessons of, with the lessons that learners see. */
export async function readLearnerCourses(
  connection: Connection,
  { id: userId }: ParamsOf<typeof learnerCourses>,
  { lessonIds = [], ...query }: QueryOf<typeof learnerCourses>,
): Promise<ResponseOf<typeof learnerCourses>> {
  const [owned, touched] = await Promise.all([
    owningPurchasesOf(connection).find({ userId }, { _id: 0, mainLessonId: 1 }).limit(maxOwned).lean(),
    lessonsOf(connection)
      .find({ _id: { $in: lessonIds } }, { mainLessonId: 1 })
      .lean<Pick<StoredLesson, '_id' | 'mainLessonId'>[]>(),
  ]);
  const ownedIds = new Set(owned.map(({ mainLessonId }) => mainLessonId));
  const ids = [...new Set([...ownedIds, ...touched.map(({ mainLessonId }) => mainLessonId)])];
  const rows = await mainLessonsOf(connection)
    .find({ _id: { $in: ids } }, { title: 1 })
    .lean<{ _id: number; title: string }[]>();
  const courses = rows
    .map(({ _id: id, title }) => ({ id, title, isOwned: ownedIds.has(id) }))
    .sort((one, other) => Number(other.isOwned) - Number(one.isOwned) || one.id - other.id);
  const { limit, offset } = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
  const shown = courses.slice(offset, offset + limit);
  const lessons = await readPublicLessons(
    connection,
    shown.map(({ id }) => id),
  );
  return {
    courses: shown.map((course) => ({ ...course, lessons: lessons.get(course.id) ?? [] })),
    total: courses.length,
  };
}

async function readPublicLessons(
  connection: Connection,
  mainLessonIds: readonly number[],
): Promise<Map<number, LearnerCourse['lessons']>> {
  if (mainLessonIds.length === 0) return new Map();
  const rows = await lessonsOf(connection)
    .find(
      { mainLessonId: { $in: mainLessonIds }, visibility: 'public', level: { $in: lessonLevels } },
      { mainLessonId: 1, title: 1, position: 1 },
    )
    .hint(lessonIndexes.position)
    .limit(maxLessons)
    .lean<Pick<StoredLesson, '_id' | 'mainLessonId' | 'title' | 'position'>[]>();
  rows.sort((one, other) => one.position - other.position || one._id - other._id);
  const lessons = new Map<number, LearnerCourse['lessons']>();
  for (const { _id: id, mainLessonId, title } of rows)
    lessons.set(mainLessonId, [...(lessons.get(mainLessonId) ?? []), { id, title }]);
  return lessons;
}
