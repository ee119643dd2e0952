import {
  type MainLessonContents,
  mainLessonEvent,
  mainLessonWorkingCopyEvent,
} from '@khmer-learning/contracts';
import { createWorkingCopies, type WorkingCopies, type WorkingCopyOptions } from '@khmer-learning/item-kit';
import { lockRows, type ServiceContext } from '@khmer-learning/service-kit';
import { mainLessonsOf } from './main-lesson.model.ts';
import { type MainLessonRow, mainLessonRowProjection } from './main-lesson.queries.ts';

/** The working copies of main lessons. */
export const mainLessonWorkingCopies = {
  item: mainLessonEvent,
  event: mainLessonWorkingCopyEvent,
} as const;

/** Creates the working copies of main lessons. @param publish saves contents as the published ones */
export function createMainLessonWorkingCopies<Saved>(
  store: ServiceContext,
  publish: WorkingCopyOptions<MainLessonContents, Saved>['publish'],
): WorkingCopies<MainLessonContents, Saved> {
  const mainLessons = mainLessonsOf(store.connection);
  return createWorkingCopies<MainLessonContents, Saved>(store, {
    ...mainLessonWorkingCopies,
    label: 'Main lesson',
    publish,

    async readItem(id, session) {
      if (session) await lockRows(mainLessons, [id], session);
      const row = await mainLessons
        .findById(id, mainLessonRowProjection)
        .session(session)
        .lean<MainLessonRow>();
      if (!row) return null;
      const { version, title, description, imageCover, free, price, status } = row;
      const contents = { title, description, imageCover, free, price };
      return { version, title, isPublished: status === 'published', contents };
    },

    check: async (contents) => ({ ...contents, price: contents.free ? null : (contents.price ?? null) }),
  });
}
