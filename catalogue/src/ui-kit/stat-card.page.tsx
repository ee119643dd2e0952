import { CardGrid, LayersIcon, StatCard, StatCardSkeleton } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longWord } from '../sample-texts.ts';

export const statCardPage = defineComponentPage({
  components: { StatCard, StatCardSkeleton },
  purpose: 'One figure of the dashboard, and its placeholder.',
  examples: {
    default: () => (
      <CardGrid>
        <StatCard label="Lessons" value="128" growth={4.25} icon={<LayersIcon aria-hidden="true" />} />
        <StatCard label="Users" value="54" growth={-2} />
        <StatCard label="Revenue" value="$1,204.50" detail="Average price: $4.20" growth={0} />
      </CardGrid>
    ),
    'link and curve': () => (
      <StatCard
        label="Lessons"
        value="128"
        href="#lessons"
        curve={{ values: [119, 119, 121, 124, 124, 128], label: 'Last 6 days: from 119 to 128' }}
      />
    ),
    loading: () => <StatCardSkeleton />,
    'long text': () => <StatCard label={longWord} value="1,234,567,890,123" />,
    'Khmer text': () => <StatCard label={khmerText} value="១២៨" />,
  },
  keyboard: { Enter: 'Opens the list of a card with a link' },
  dos: ['Format the value for people: 1,204 and $4.20.'],
  donts: ['Do not show a growth when last month is unknown.'],
});
