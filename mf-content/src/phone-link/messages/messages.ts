import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('content-phone-link', {
  en,
  load: { km: () => import(/* webpackChunkName: "phone-link-km" */ './km.ts') },
});
