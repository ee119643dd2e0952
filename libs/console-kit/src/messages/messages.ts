import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('console-kit', {
  en,
  load: { km: () => import(/* webpackChunkName: "console-kit-km" */ './km.ts') },
});
