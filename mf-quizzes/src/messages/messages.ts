import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('quizzes', {
  en,
  load: { km: () => import(/* webpackChunkName: "quizzes-km" */ './km.ts') },
});
