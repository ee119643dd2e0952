import { chartColors, DayChart } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const bars = (values: readonly number[]) =>
  values.map((value, index) => ({
    day: `2026-05-${String(index + 1).padStart(2, '0')}`,
    title: `May ${index + 1}: ${value} lessons`,
    parts: [
      { name: 'created', fill: chartColors[0], value },
      { name: 'changed', fill: chartColors[1], value: Math.floor(value / 2) },
    ],
  }));

export const dayChartPage = defineComponentPage({
  components: { DayChart },
  purpose: 'What happened on each of the last days.',
  examples: {
    default: () => (
      <DayChart
        bars={bars([3, 8, 0, 5, 13, 2, 9])}
        label="Lessons per day, May 1 to 7"
        top="At most 19 per day"
      />
    ),
    empty: () => <DayChart bars={bars([0, 0, 0])} label="No lessons, May 1 to 3" top="None" />,
    'many days': () => (
      <DayChart
        bars={bars(Array.from({ length: 31 }, (_, index) => (index * 7) % 23))}
        label="Lessons per day in May"
        top="At most 33 per day"
      />
    ),
  },
  keyboard: {},
  dos: ['Say in the label what the chart shows.', 'Offer the numbers as a table, too.'],
  donts: ['Do not use it for values other than counts.'],
});
