import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('content-transfer', {
  en,
  load: { km: () => import(/* webpackChunkName: "transfer-km" */ './km.ts') },
});
