import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

/** The texts of the dialog that edits many lessons. */
export const { useMessages, message } = defineMessages('content-editing', {
  en,
  load: { km: () => import(/* webpackChunkName: "editing-km" */ './km.ts') },
});
