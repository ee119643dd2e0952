import { Inline, Text, VisuallyHidden } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const visuallyHiddenPage = defineComponentPage({
  components: { VisuallyHidden },
  purpose: 'A text for screen readers only.',
  examples: {
    default: () => (
      <Inline>
        <Text as="span">12 ↑</Text>
        <VisuallyHidden>more than last month</VisuallyHidden>
      </Inline>
    ),
  },
  keyboard: {},
  dos: ['Use it where the meaning is visible but not written.'],
  donts: ['Do not hide what sighted users need, too.'],
});
