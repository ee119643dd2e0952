import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

/** The texts of the page of a learner. Those that other views have too are in the remote's catalogue. */
export const { useMessages, message } = defineMessages('users-learner', {
  en,
  load: { km: () => import(/* webpackChunkName: "learner-km" */ './km.ts') },
});
