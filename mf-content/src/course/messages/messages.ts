import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

/** The texts of the page of a main lesson. Those that other views have too are in the remote's catalogue. */
export const { useMessages, message } = defineMessages('content-course', {
  en,
  load: { km: () => import(/* webpackChunkName: "course-km" */ './km.ts') },
});
