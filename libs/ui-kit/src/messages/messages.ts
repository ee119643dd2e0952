import { defineMessages } from '../i18n/messages.ts';
import { en } from './en.ts';

export const { useMessages, message } = defineMessages('ui-kit', {
  en,
  load: { km: () => import(/* webpackChunkName: "ui-kit-km" */ './km.ts') },
});
