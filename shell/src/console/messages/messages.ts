import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('console', {
  en,
  load: { km: () => import(/* webpackChunkName: "console-km" */ './km.ts') },
});
