import { type LessonType, lessonTypes } from '@khmer-learning/contracts';
import { createItems, mountComments, mountItems, newestQuery } from '@khmer-learning/item-kit';
import { findPage, mountEndpoint, notFound, pageOf, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { createParentOfLessons, type ParentJobs } from '../lessons/cascades/lesson.cascade.ts';
import type { LessonItems } from '../lessons/lesson.items.ts';
import {
  type LessonTypeRow,
  lessonTypeKind,
  lessonTypeRowProjection,
  toLessonType,
} from './lesson-type.kind.ts';
import { lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

/**
 * Mounts the console's endpoints for lesson types, `/api/lesson-type`. A deletion takes the lessons along, a restoration brings
 * them back.
 *
 * @returns the writes, for imports
 */
export function mountLessonTypes(
  app: FastifyInstance,
  store: ServiceContext,
  lessons: Pick<LessonItems, 'listSummaries'>,
  wake: ParentJobs & { readonly imageUpdateJob: () => void },
) {
  const kind = lessonTypeKind(store, wake.imageUpdateJob);
  const items = createItems(store, kind);
  const { history, writes } = items;
  const parent = createParentOfLessons(
    store,
    {
      ...kind,
      history,
      filterOf: (lessonTypeId) => ({ lessonTypeId }),
      remove: writes.remove,
      revive: async (tx, item) => toLessonType((await writes.revive(tx, item)).row),
    },
    wake,
  );
  mountItems(app, lessonTypes, { ...items, ...parent });
  mountComments(app, store, lessonTypes, kind);
  mountEndpoint(app, lessonTypes.list, ({ query }) => listLessonTypes(store, query.search));
  mountEndpoint(app, lessonTypes.lessons, async ({ params: { id }, query }) => {
    if (!(await kind.read(id, null))) throw notFound('Lesson type');
    return lessons.listSummaries({ lessonTypeId: id }, pageOf(query));
  });
  return writes;
}

/** Lists lesson types, newest first, in one page of `maxUnpagedRows`. */
async function listLessonTypes(store: ServiceContext, search: string | undefined): Promise<LessonType[]> {
  const { rows } = await findPage<StoredLessonType, LessonTypeRow>(
    store,
    lessonTypesOf(store.connection),
    newestQuery(search),
    undefined,
    lessonTypeRowProjection,
  );
  return rows.map(toLessonType);
}
