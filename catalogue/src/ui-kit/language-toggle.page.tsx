import { LanguageToggle } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const languageTogglePage = defineComponentPage({
  components: { LanguageToggle },
  purpose:
    'Switches the language of the page where there is no account menu: before sign-in and after a payment.',
  examples: { default: () => <LanguageToggle /> },
  keyboard: { 'Left, Right': 'Chooses the other language.' },
  dos: ['Show it on screens that people see without signing in.'],
  donts: ['Do not translate the names of the languages.'],
});
