import { FormField, PasswordInput } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { longWord } from '../sample-texts.ts';

export const passwordInputPage = defineComponentPage({
  components: { PasswordInput },
  purpose: 'A password that can be shown.',
  examples: {
    default: () => (
      <FormField label="Password">
        <PasswordInput autoComplete="current-password" />
      </FormField>
    ),
    error: () => (
      <FormField label="New password" error="At least 8 characters">
        <PasswordInput defaultValue="short" autoComplete="new-password" />
      </FormField>
    ),
    disabled: () => (
      <FormField label="Password">
        <PasswordInput disabled autoComplete="off" />
      </FormField>
    ),
    'long text': () => (
      <FormField label="Password">
        <PasswordInput defaultValue={longWord} autoComplete="off" />
      </FormField>
    ),
  },
  keyboard: {
    Tab: 'Goes from the field to its button.',
    'Enter, Space': 'Shows or hides the password, on the button.',
  },
  dos: ['Set autoComplete, so that password managers help.'],
  donts: ['Do not ask for a password twice: it can be shown.'],
});
