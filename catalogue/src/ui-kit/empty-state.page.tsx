import { Button, EmptyState } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const emptyStatePage = defineComponentPage({
  components: { EmptyState },
  purpose: 'Stands in for a list or view without content.',
  examples: {
    default: () => (
      <EmptyState
        title="No lessons yet"
        hint="Lessons group the words that learners practise."
        action={<Button variant="primary">New lesson</Button>}
      />
    ),
    'title only': () => <EmptyState title="Nothing here" />,
    'long text': () => <EmptyState title={longText} hint={longText} />,
    'Khmer text': () => <EmptyState title={khmerText} hint={khmerText} />,
  },
  keyboard: {},
  dos: ['Offer the action that ends the emptiness.'],
  donts: ['Do not use it for failures: use ErrorPanel.'],
});
