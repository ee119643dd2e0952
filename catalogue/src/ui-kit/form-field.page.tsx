import { FormField, Stack, TextInput, TextLink } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const formFieldPage = defineComponentPage({
  components: { FormField },
  purpose: 'Connects a control with its label, hint and error.',
  examples: {
    default: () => (
      <Stack>
        <FormField label="Title" required hint="Learners see it in their list.">
          <TextInput defaultValue="Greetings" />
        </FormField>
        <FormField label="Password" aside={<TextLink href="?">Forgot password?</TextLink>}>
          <TextInput type="password" />
        </FormField>
      </Stack>
    ),
    error: () => (
      <FormField label="Title" required error="Title is required" hint="Learners see it in their list.">
        <TextInput />
      </FormField>
    ),
    'long text': () => (
      <FormField label={longText} hint={longText} error={longText}>
        <TextInput defaultValue={longText} />
      </FormField>
    ),
    'Khmer text': () => (
      <FormField label="Translation" hint={<span lang="km">{khmerText}</span>}>
        <TextInput defaultValue={khmerText} lang="km" />
      </FormField>
    ),
  },
  keyboard: { Tab: 'Focuses the control. Screen readers read label, error and hint.' },
  dos: ['Wrap groups of radios in a field with group.', 'Say in the error how to correct it.'],
  donts: ['Do not replace the label by a placeholder.'],
});
