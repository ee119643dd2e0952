import { DateText, Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

export const dateTextPage = defineComponentPage({
  components: { DateText },
  purpose: 'A moment in the time zone of the school. The title has the exact time.',
  examples: {
    default: () => (
      <Stack gap={1}>
        <DateText at={secondsAgo(5)} />
        <DateText at={secondsAgo(3_600 * 3)} />
        <DateText at={secondsAgo(86_400)} />
      </Stack>
    ),
    'more than a week ago': () => <DateText at="2026-05-04T03:00:00.000Z" />,
    'to the minute': () => <DateText at="2026-05-04T03:00:00.000Z" format="minute" />,
    day: () => <DateText at="2026-05-04T03:00:00.000Z" format="day" />,
    'next day in Phnom Penh': () => <DateText at="2026-05-04T18:30:00.000Z" />,
  },
  keyboard: {},
  dos: ['Pass the time as the API sends it, in UTC.'],
  donts: [
    'Do not show days that people plan by as relative: use `format="day"`.',
    'Do not format dates by hand: browsers are in other time zones.',
  ],
});
