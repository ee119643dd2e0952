import { learnerCourses, mainLessons, type QueryOf } from '@khmer-learning/contracts';
import { createPublishableItems, mountComments, mountItems, mountPublishing } from '@khmer-learning/item-kit';
import { listOrder, mountEndpoint, notFound, pageOf, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { createParentOfLessons, type ParentJobs } from '../lessons/cascades/lesson.cascade.ts';
import type { LessonItems } from '../lessons/lesson.items.ts';
import { readLearnerCourses } from './learner-courses.ts';
import { duplicateMainLesson } from './main-lesson.duplication.ts';
import { mainLessonKind, toMainLesson } from './main-lesson.kind.ts';
import { mainLessonSortIndexes } from './main-lesson.model.ts';
import { mainLessonOrderOf } from './main-lesson.ordering.ts';
import { readMainLessonPage } from './main-lesson.queries.ts';

/** The operations on main lessons that other parts of the service use. */
export type MainLessonItems = ReturnType<typeof mountMainLessons>;

/** Mounts the console's endpoints for main lessons. A deletion takes the lessons along, a restoration brings them back. */
export function mountMainLessons(
  app: FastifyInstance,
  store: ServiceContext,
  lessons: Pick<LessonItems, 'listSummaries'>,
  wake: ParentJobs & Readonly<Record<'duplicationJob' | 'visibilityJob', () => void>>,
) {
  const kind = mainLessonKind(store, wake.visibilityJob);
  const items = createPublishableItems(store, kind);
  const { history, writes, workingCopies } = items;
  const move = mainLessonOrderOf(store.connection).createMover(store, toMainLesson);
  const parent = createParentOfLessons(
    store,
    {
      ...kind,
      history,
      filterOf: (mainLessonId) => ({ mainLessonId }),
      remove: writes.remove,
      revive: async (tx, item) => toMainLesson((await writes.revive(tx, item)).row),
    },
    wake,
  );

  /** Lists a page of main lessons with the total, or all of them without `limit` and `offset`. */
  async function list(query: QueryOf<typeof mainLessons.list>) {
    const sorted = listOrder(mainLessonSortIndexes, query.sort, query.search);
    const filter = { search: query.search, ...(await items.resolveStatus(query.status)) };
    const page = await readMainLessonPage(store, filter, pageOf(query), query.order, sorted);
    const { rows, total, totalIsEstimate } = page;
    const found = await workingCopies.withInfos(rows.map(toMainLesson), rows);
    return { mainLessons: found, total, totalIsEstimate };
  }

  mountItems(app, mainLessons, { ...items, ...parent });
  mountPublishing(app, mainLessons, items);
  mountComments(app, store, mainLessons, kind);
  mountEndpoint(app, mainLessons.list, ({ query }) => list(query));
  mountEndpoint(app, mainLessons.get, ({ params }) => items.get(params.id));
  mountEndpoint(app, mainLessons.lessons, async ({ params: { id }, query }) => {
    if (!(await kind.read(id, null))) throw notFound('Main lesson');
    return lessons.listSummaries({ mainLessonId: id }, pageOf(query), 'place', query.counts === 'true');
  });
  mountEndpoint(app, learnerCourses, ({ params, query }) =>
    readLearnerCourses(store.connection, params, query),
  );
  mountEndpoint(app, mainLessons.duplicate, (context) =>
    duplicateMainLesson(store, context.params.id, context, wake.duplicationJob),
  );
  mountEndpoint(app, mainLessons.move, (context) =>
    move(context.params.id, context.body, context.ifMatch, context),
  );
  return items;
}
