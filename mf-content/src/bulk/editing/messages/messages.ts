import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('content-editing', {
  en,
  load: { km: () => import(/* webpackChunkName: "editing-km" */ './km.ts') },
});
