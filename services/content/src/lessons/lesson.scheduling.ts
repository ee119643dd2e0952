import { lessonEvent, lessonsUpdate } from '@khmer-learning/contracts';
import type { ScheduledKind } from '@khmer-learning/item-kit';
import { validateInput } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import type { LessonService } from './lesson.service.ts';
import { requireParents } from './writes/lesson.restoration.ts';

/** Lessons, as scheduling needs them. */
export function scheduledLessons(connection: Connection, lessons: LessonService): ScheduledKind {
  return {
    definition: lessonEvent,
    label: 'Lesson',
    publishedStatus: 'published',
    workingCopies: lessons.workingCopies,

    async save(tx, id, contents) {
      const patch = validateInput(lessonsUpdate.body, contents);
      const { mainLessonId, lessonTypeId } = patch;
      // Names the parent that was deleted since.
      if (mainLessonId !== undefined && lessonTypeId !== undefined)
        await requireParents(connection, { mainLessonId, lessonTypeId }, tx.session);
      return lessons.updateInTransaction(tx, id, patch, undefined);
    },
  };
}
