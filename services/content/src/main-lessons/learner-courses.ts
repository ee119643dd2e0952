import {
  defaultPageSize,
  type learnerCourses,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { owningPurchasesOf } from '@khmer-learning/item-kit';
import { pageOf } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { readLessonsOfCourses, readMainLessonIdsOf } from '../lessons/reads/lesson.queries.ts';
import { mainLessonsOf } from './main-lesson.model.ts';

/** Most main lessons of a learner. */
const maxOwned = 1_000;

/** A page of the main lessons that a learner owns or has lessons of, with the lessons that learners see. */
export async function readLearnerCourses(
  connection: Connection,
  { id: userId }: ParamsOf<typeof learnerCourses>,
  { lessonIds = [], ...query }: QueryOf<typeof learnerCourses>,
): Promise<ResponseOf<typeof learnerCourses>> {
  const [owned, touched] = await Promise.all([
    owningPurchasesOf(connection).find({ userId }, { _id: 0, mainLessonId: 1 }).limit(maxOwned).lean(),
    readMainLessonIdsOf(connection, lessonIds),
  ]);
  const ownedIds = new Set(owned.map(({ mainLessonId }) => mainLessonId));
  const ids = [...new Set([...ownedIds, ...touched])];
  const rows = await mainLessonsOf(connection)
    .find({ _id: { $in: ids } }, { title: 1 })
    .lean<{ _id: number; title: string }[]>();
  const courses = rows
    .map(({ _id: id, title }) => ({ id, title, isOwned: ownedIds.has(id) }))
    .sort((one, other) => Number(other.isOwned) - Number(one.isOwned) || one.id - other.id);
  const { limit, offset } = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
  const shown = courses.slice(offset, offset + limit);
  const lessons = await readLessonsOfCourses(
    connection,
    shown.map(({ id }) => id),
  );
  return {
    courses: shown.map((course) => ({ ...course, lessons: lessons.get(course.id) ?? [] })),
    total: courses.length,
  };
}
