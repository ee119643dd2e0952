import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages } = defineMessages('content-grid', {
  en,
  load: { km: () => import(/* webpackChunkName: "grid-km" */ './km.ts') },
});
