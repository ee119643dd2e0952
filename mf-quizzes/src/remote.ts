import { defineRemote } from '@khmer-learning/console-sdk';

/** Each view is a chunk of its own, named for the budget in webpack.config.ts. */
export const remote = defineRemote({
  views: {
    quizzes: async () =>
      (await import(/* webpackChunkName: "quiz-list" */ './quizzes/quiz-list.tsx')).QuizList,
    analytics: async () =>
      (await import(/* webpackChunkName: "analytics-view" */ './analytics/analytics-view.tsx')).AnalyticsView,
  },
});
