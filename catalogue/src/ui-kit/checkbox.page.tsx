import { Checkbox, Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const checkboxPage = defineComponentPage({
  components: { Checkbox },
  purpose: 'A choice that is saved later.',
  examples: {
    default: () => (
      <Stack gap={2}>
        <Checkbox>Free</Checkbox>
        <Checkbox defaultChecked>Published</Checkbox>
        <Checkbox indeterminate>Some lessons</Checkbox>
        <Checkbox aria-label="Select Greetings" />
      </Stack>
    ),
    disabled: () => (
      <Stack gap={2}>
        <Checkbox disabled>Free</Checkbox>
        <Checkbox disabled defaultChecked>
          Published
        </Checkbox>
      </Stack>
    ),
    'long text': () => <Checkbox>{longText}</Checkbox>,
    'Khmer text': () => <Checkbox>{khmerText}</Checkbox>,
  },
  keyboard: { Space: 'Checks or unchecks it.' },
  dos: ['State what is true when it is checked.'],
  donts: ['Do not use it for what takes effect at once: use Switch.'],
});
