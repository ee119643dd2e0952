import { FormField, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText } from '../sample-texts.ts';

export const textInputPage = defineComponentPage({
  components: { TextInput, TextArea },
  purpose: 'Text of one line, and of several lines.',
  examples: {
    default: () => (
      <Stack>
        <FormField label="Title">
          <TextInput defaultValue="Greetings" />
        </FormField>
        <FormField label="Description">
          <TextArea defaultValue="Words for the first day." />
        </FormField>
      </Stack>
    ),
    empty: () => <TextInput aria-label="Word" placeholder="hello" />,
    error: () => (
      <FormField label="Title" error="Title is required">
        <TextInput />
      </FormField>
    ),
    disabled: () => (
      <Stack>
        <TextInput aria-label="Word" disabled defaultValue="hello" />
        <TextArea aria-label="Description" disabled defaultValue="Words for the first day." />
      </Stack>
    ),
    'long text': () => (
      <Stack>
        <TextInput aria-label="Title" defaultValue={longText} />
        <TextArea aria-label="Description" defaultValue={`${longText}\n`.repeat(4)} />
      </Stack>
    ),
    'Khmer text': () => (
      <Stack>
        <TextInput aria-label="Translation" lang="km" defaultValue={khmerText} />
        <TextArea aria-label="Sentences" lang="km" defaultValue={khmerSentence} />
      </Stack>
    ),
  },
  keyboard: { Tab: 'Focuses it. In a TextArea, too, Tab goes to the next field.' },
  dos: ['Set lang="km" where only Khmer is entered.', 'Put it into a FormField.'],
  donts: ['Do not limit its length silently: say so in the error.'],
});
