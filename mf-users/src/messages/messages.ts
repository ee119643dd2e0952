import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('users', {
  en,
  load: { km: () => import(/* webpackChunkName: "users-km" */ './km.ts') },
});
