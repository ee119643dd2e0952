import { defineRemote } from '@khmer-learning/console-sdk';

/** Each view is a separate chunk. The budgets in webpack.config.ts refer to the chunk names. */
export const remote = defineRemote({
  views: {
    main_lessons: async () =>
      (await import(/* webpackChunkName: "main-lesson-list" */ './main-lessons/main-lesson-list.tsx'))
        .MainLessonList,
    lessons: async () =>
      (await import(/* webpackChunkName: "lesson-list" */ './lessons/lesson-list.tsx')).LessonList,
    lesson_type: async () =>
      (await import(/* webpackChunkName: "lesson-type-list" */ './lesson-types/lesson-type-list.tsx'))
        .LessonTypeList,
    pronunciations: async () =>
      (await import(/* webpackChunkName: "pronunciation-list" */ './pronunciations/pronunciation-list.tsx'))
        .PronunciationList,
    calendar: async () =>
      (await import(/* webpackChunkName: "calendar-view" */ './calendar/calendar-view.tsx')).CalendarView,
    'import-export': async () =>
      (await import(/* webpackChunkName: "transfer-view" */ './transfer/transfer-view.tsx')).TransferView,
  },
});
