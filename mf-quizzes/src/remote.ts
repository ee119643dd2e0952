import { defineRemote } from '@khmer-learning/console-sdk';

const importLessonQuizzes = () =>
  import(/* webpackChunkName: "lesson-quizzes" */ './lesson-quizzes/lesson-quizzes.tsx');

/** Each view is a chunk of its own, named for the budget in webpack.config.ts. */
export const remote = defineRemote({
  views: {
    quizzes: async () =>
      (await import(/* webpackChunkName: "quiz-list" */ './quizzes/quiz-list.tsx')).QuizList,
    analytics: async () =>
      (await import(/* webpackChunkName: "analytics-view" */ './analytics/analytics-view.tsx')).AnalyticsView,
  },
  extensions: {
    'form-panel': {
      'lesson-quizzes': async () => (await importLessonQuizzes()).LessonQuizzes,
    },
    'row-action': {
      'lesson-quizzes': async () => (await importLessonQuizzes()).LessonQuizzesDialog,
      'generate-quizzes': async () =>
        (await import(/* webpackChunkName: "generate-quizzes" */ './generator/generate-quizzes-dialog.tsx'))
          .GenerateQuizzesDialog,
    },
  },
});
