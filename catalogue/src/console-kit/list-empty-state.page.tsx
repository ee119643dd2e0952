import { ListEmptyState } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

const ignore = () => {};

export const listEmptyStatePage = defineComponentPage({
  components: { ListEmptyState },
  purpose: 'A list without items, or without items that match.',
  examples: {
    default: () => (
      <ListEmptyState
        title="No lessons found"
        hint="Lessons group the words that learners practise."
        hasActiveFilters={false}
        onClear={ignore}
        createLabel="New lesson"
        onCreate={ignore}
      />
    ),
    'with filters': () => <ListEmptyState title="No lessons found" hasActiveFilters onClear={ignore} />,
    'long text': () => (
      <ListEmptyState title={longText} hint={longText} hasActiveFilters={false} onClear={ignore} />
    ),
    'Khmer text': () => (
      <ListEmptyState title={khmerText} hint={khmerText} hasActiveFilters={false} onClear={ignore} />
    ),
  },
  keyboard: { 'Enter, Space': 'Creates an item or clears the filters.' },
  dos: ['Pass hasActiveFilters from useListState.'],
  donts: ['Do not offer to create an item where the user may not.'],
});
