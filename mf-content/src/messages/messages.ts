import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('content', {
  en,
  load: { km: () => import(/* webpackChunkName: "content-km" */ './km.ts') },
});
