import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

/** The texts of saved views and columns. Those that every list needs are in the catalogue of console-kit. */
export const { useMessages } = defineMessages('console-kit-views', {
  en,
  load: { km: () => import(/* webpackChunkName: "console-kit-views-km" */ './km.ts') },
});
