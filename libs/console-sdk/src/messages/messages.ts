import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('console-sdk', {
  en,
  load: { km: () => import(/* webpackChunkName: "console-sdk-km" */ './km.ts') },
});
