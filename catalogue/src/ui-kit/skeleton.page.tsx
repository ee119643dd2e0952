import { Skeleton, Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const skeletonPage = defineComponentPage({
  components: { Skeleton },
  purpose: 'Keeps the place of text that is loading.',
  examples: {
    default: () => (
      <Stack gap={2} role="status" aria-label="Loading lessons">
        <Skeleton width="40%" height="1.25rem" />
        <Skeleton />
        <Skeleton width="70%" />
      </Stack>
    ),
  },
  keyboard: {},
  dos: ['Announce the loading once, with text or aria-busy.', 'Make it as large as what will come.'],
  donts: ['Do not show it in place of content that is already there.'],
});
