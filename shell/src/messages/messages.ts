import { defineMessages } from '@khmer-learning/ui-kit';
import { en } from './en.ts';

export const { useMessages } = defineMessages('shell', {
  en,
  load: { km: () => import(/* webpackChunkName: "shell-km" */ './km.ts') },
});
