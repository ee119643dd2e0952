import { Button, SearchInput, Select, Toolbar } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const level = (
  <Select
    aria-label="Level"
    value="all"
    options={[
      { value: 'all', label: 'All levels' },
      { value: 'beginner', label: 'Beginner' },
    ]}
    onValueChange={() => {}}
  />
);
const search = <SearchInput label="Search lessons" value="" onChange={() => {}} shortcut={false} />;

export const toolbarPage = defineComponentPage({
  components: { Toolbar },
  purpose: 'Search, filters and buttons above a list.',
  examples: {
    default: () => <Toolbar search={search} filters={level} actions={<Button>Refresh</Button>} />,
    'search only': () => <Toolbar search={search} />,
  },
  keyboard: { Tab: 'Goes from search to filters to buttons.' },
  dos: ['Keep the order: search, filters, buttons.'],
  donts: ['Do not put the action that creates an item here: it is in the header.'],
});
