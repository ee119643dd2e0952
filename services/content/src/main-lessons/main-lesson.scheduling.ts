import { mainLessonEvent, mainLessonsUpdate } from '@khmer-learning/contracts';
import type { ScheduledKind } from '@khmer-learning/item-kit';
import { validateInput } from '@khmer-learning/service-kit';
import type { MainLessonService } from './main-lesson.service.ts';

/** Main lessons, as scheduling needs them. */
export function scheduledMainLessons(mainLessons: MainLessonService): ScheduledKind {
  return {
    definition: mainLessonEvent,
    label: 'Main lesson',
    publishedStatus: 'published',
    workingCopies: mainLessons.workingCopies,

    async save(tx, id, contents) {
      const patch = validateInput(mainLessonsUpdate.body, contents);
      return mainLessons.updateInTransaction(tx, id, patch, undefined);
    },
  };
}
