import { lessonEvent, lessonsUpdate } from '@khmer-learning/contracts';
import { lockRow, type ScheduledKind, type ServiceContext, validateInput } from '@khmer-learning/service-kit';
import { toLessonState } from './lesson.mappers.ts';
import { lessonsOf } from './lesson.model.ts';
import { readLessonForUpdate } from './lesson.queries.ts';
import { requireParents } from './lesson.restoration.ts';
import type { LessonService } from './lesson.service.ts';

/** Lessons, as scheduling sees them. */
export function scheduledLessons({ connection }: ServiceContext, lessons: LessonService): ScheduledKind {
  return {
    definition: lessonEvent,
    label: 'Lesson',
    publishedStatus: 'published',
    lock: (id, session) => lockRow(lessonsOf(connection), id, session),

    async read(id, session) {
      const lesson = await readLessonForUpdate(connection, id, session);
      if (!lesson) return undefined;
      const { mainLessonId, lessonTypeId, title, description, level, image, sections, status } =
        toLessonState(lesson);
      const contents = { mainLessonId, lessonTypeId, title, description, level, image, sections };
      return { title, version: lesson.version, status, contents };
    },

    async save(tx, id, patch) {
      const valid = validateInput(lessonsUpdate.body, patch);
      const { mainLessonId, lessonTypeId } = valid;
      // Names the parent to restore, if one was deleted.
      if (mainLessonId !== undefined && lessonTypeId !== undefined)
        await requireParents(connection, { mainLessonId, lessonTypeId }, tx.session);
      await lessons.updateInTransaction(tx, id, valid, undefined);
    },
  };
}
