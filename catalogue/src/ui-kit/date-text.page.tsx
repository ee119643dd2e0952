import { DateText } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const dateTextPage = defineComponentPage({
  components: { DateText },
  purpose: 'A date in the time zone of the school. The title has the time.',
  examples: {
    default: () => <DateText at="2026-05-04T03:00:00.000Z" />,
    'next day in Phnom Penh': () => <DateText at="2026-05-04T18:30:00.000Z" />,
  },
  keyboard: {},
  dos: ['Pass the time as the API sends it, in UTC.'],
  donts: ['Do not format dates by hand: browsers are in other time zones.'],
});
