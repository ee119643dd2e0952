import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('commerce', {
  en,
  load: { km: () => import(/* webpackChunkName: "commerce-km" */ './km.ts') },
});
