import { Inline, Spinner, SpinnerRing, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const spinnerPage = defineComponentPage({
  components: { Spinner, SpinnerRing },
  purpose: 'Something is loading, and its shape is not known.',
  examples: {
    default: () => <Spinner label="Loading lessons" />,
    'beside a text': () => (
      <Inline>
        <SpinnerRing />
        <Text>Checking the file...</Text>
      </Inline>
    ),
    large: () => <Spinner size={40} />,
  },
  keyboard: {},
  dos: ['Use SpinnerRing beside a text, and Spinner alone.'],
  donts: ['Do not use it in buttons: they have loading.'],
});
