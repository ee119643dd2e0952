import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

/** The texts of import and export. */
export const { useMessages, message } = defineMessages('content-transfer', {
  en,
  load: { km: () => import(/* webpackChunkName: "transfer-km" */ './km.ts') },
});
