import { formatViewAddress } from '@khmer-learning/console-sdk';
import type { HiddenBy } from '@khmer-learning/contracts';

/** The messages about something published that a draft hides, by the kind of draft, and the view in which that is published. */
export const hiddenMessages = {
  lesson: {
    view: 'lessons',
    status: 'publishStatus.lessonIsDraft',
    notice: 'hiddenBar.lessonIsDraft',
    saved: 'usePublishing.lessonIsDraft',
    open: 'hiddenBar.openLesson',
  },
  'main-lesson': {
    view: 'main_lessons',
    status: 'publishStatus.mainLessonIsDraft',
    notice: 'hiddenBar.mainLessonIsDraft',
    saved: 'usePublishing.mainLessonIsDraft',
    open: 'hiddenBar.openMainLesson',
  },
} as const satisfies Record<HiddenBy['entity'], object>;

/** The address of the form in which the draft is published. */
export const addressOfDraft = ({ entity, id }: HiddenBy): string =>
  formatViewAddress({ view: hiddenMessages[entity].view, list: undefined, item: id });
