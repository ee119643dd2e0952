import { chartColors, ProgressBar, Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const progressBarPage = defineComponentPage({
  components: { ProgressBar },
  purpose: 'How far something is, or a share.',
  examples: {
    default: () => (
      <Stack>
        <ProgressBar label="Upload" value={0} />
        <ProgressBar label="Upload" value={40} />
        <ProgressBar label="Share of beginners" value={100} fill={chartColors[2]} />
      </Stack>
    ),
    loading: () => <ProgressBar label="Import" value={null} />,
  },
  keyboard: {},
  dos: ['Show the number as text, too.', 'Use null while the end is not known.'],
  donts: ['Do not use it for a wait of less than a second.'],
});
