import { RelativeTime } from '@khmer-learning/console-kit';
import { Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

export const relativeTimePage = defineComponentPage({
  components: { RelativeTime },
  purpose: 'How long ago something was. The title has the exact time.',
  examples: {
    default: () => (
      <Stack gap={1}>
        <RelativeTime at={secondsAgo(5)} />
        <RelativeTime at={secondsAgo(3_600 * 3)} />
        <RelativeTime at={secondsAgo(86_400)} />
      </Stack>
    ),
    'more than a week': () => <RelativeTime at="2026-05-04T03:00:00.000Z" />,
  },
  keyboard: {},
  dos: ['Use it for recent events.'],
  donts: ['Do not use it for dates that people plan by: use DateText.'],
});
