import { ClearFiltersButton, ListFilter } from '@khmer-learning/console-kit';
import { noFilter } from '@khmer-learning/console-sdk';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Filter({ label, value: initial = noFilter }: { label: string; value?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <ListFilter
      list={{ filterValue: () => value, setFilter: (_name, next) => setValue(next) }}
      name="type"
      label="Lesson type"
      allLabel="All lesson types"
      options={[{ value: 'first', label }]}
    />
  );
}

export const listFilterPage = defineComponentPage({
  components: { ListFilter, ClearFiltersButton },
  purpose: 'Filters a list by one value, and clears all filters.',
  examples: {
    default: () => <Filter label="Vocabulary" />,
    'with a value': () => <Filter label="Vocabulary" value="first" />,
    'the button that clears filters': () => (
      <ClearFiltersButton list={{ hasFilters: true, clearFilters: () => {} }} rows={undefined} />
    ),
    'long text': () => <Filter label={longText} value="first" />,
    'Khmer text': () => <Filter label={khmerText} value="first" />,
  },
  keyboard: { 'Enter, Space, Arrow Down': 'Opens the options.', Esc: 'Closes them.' },
  dos: ['Name the option without a filter: All lesson types.'],
  donts: ['Do not keep its value in your own state: use useListState.'],
});
