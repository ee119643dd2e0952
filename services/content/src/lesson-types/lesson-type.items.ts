import { type LessonType, lessonTypes, messages } from '@khmer-learning/contracts';
import { createItems, mountComments, mountItems } from '@khmer-learning/item-kit';
import {
  findPage,
  mountEndpoint,
  notFound,
  pageOf,
  type ServiceContext,
  searchCondition,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { createParentOfLessons, type ParentJobs } from '../lessons/cascades/lesson.cascade.ts';
import type { LessonItems } from '../lessons/lesson.items.ts';
import {
  type LessonTypeRow,
  lessonTypeKind,
  lessonTypeRowProjection,
  toLessonType,
} from './lesson-type.kind.ts';
import { lessonTypeIndexes, lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

/**
 * Mounts the console's endpoints for lesson types, `/api/lesson-type`. A deletion takes the lessons along, a restoration brings
 * them back.
 *
 * @param wake.imageUpdateJob wakes `lessonImageUpdateJob`
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
      deletedMessage: messages.lessonType.deleted,
    },
    wake,
  );
  mountItems(app, lessonTypes, { ...items, ...parent });
  mountComments(app, store, lessonTypes.comments, kind);
  mountEndpoint(app, lessonTypes.list, ({ query }) => listLessonTypes(store, query.search));
  mountEndpoint(app, lessonTypes.lessons, async ({ params: { id }, query }) => {
    if (!(await kind.read(id, null))) throw notFound('Lesson type');
    return lessons.listSummaries({ lessonTypeId: id }, pageOf(query));
  });
  return writes;
}

/** Lists lesson types, newest first, in one page of `maxUnpagedRows`. */
async function listLessonTypes(store: ServiceContext, search: string | undefined): Promise<LessonType[]> {
  const where = searchCondition(search);
  const hint = where.searchKeys ? lessonTypeIndexes.words : lessonTypeIndexes.newest;
  const query = { where, hint, sort: { _id: -1 } } as const;
  const { rows } = await findPage<StoredLessonType, LessonTypeRow>(
    store,
    lessonTypesOf(store.connection),
    query,
    undefined,
    lessonTypeRowProjection,
  );
  return rows.map(toLessonType);
}
