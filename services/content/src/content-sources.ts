import {
  lessonEvent,
  lessons,
  lessonTypeEvent,
  mainLessonEvent,
  mainLessons,
} from '@khmer-learning/contracts';
import { commentThreadSource, type WorkingCopyKind, workingCopySource } from '@khmer-learning/item-kit';
import { entitySource, type PresentStateSource } from '@khmer-learning/service-kit';
import { type LessonTypeRow, toLessonTypeState } from './lesson-types/lesson-type.kind.ts';
import type { StoredLesson } from './lessons/model/lesson.model.ts';
import { toLessonState } from './lessons/writes/lesson.kind.ts';
import { toMainLessonState } from './main-lessons/main-lesson.kind.ts';
import type { MainLessonRow } from './main-lessons/main-lesson.queries.ts';

/** The kinds of working copies that content owns. */
export const workingCopyKinds: readonly WorkingCopyKind[] = [lessons, mainLessons];

/** Everything that content publishes. */
export function contentSources(): readonly PresentStateSource[] {
  return [
    entitySource<LessonTypeRow, typeof lessonTypeEvent>('lesson_types', lessonTypeEvent, toLessonTypeState),
    entitySource<MainLessonRow, typeof mainLessonEvent>('main_lessons', mainLessonEvent, toMainLessonState),
    entitySource<StoredLesson, typeof lessonEvent>('lessons', lessonEvent, toLessonState),
    ...workingCopyKinds.map(workingCopySource),
    commentThreadSource('content'),
  ];
}
