import { Kbd, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const kbdPage = defineComponentPage({
  components: { Kbd },
  purpose: 'A key on the keyboard.',
  examples: {
    default: () => (
      <Text>
        Press <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> to undo.
      </Text>
    ),
  },
  keyboard: {},
  dos: ['Use one Kbd per key.'],
  donts: ['Do not use it for names of buttons.'],
});
