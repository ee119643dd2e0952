import { SortSelect } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Sorting({ initial, label = 'Title' }: { initial: string | null; label?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <SortSelect
      value={value}
      onChange={setValue}
      options={[
        { sort: 'title', label },
        { sort: 'updatedAt', label: 'Updated' },
      ]}
    />
  );
}

export const sortSelectPage = defineComponentPage({
  components: { SortSelect },
  purpose: 'Sorts a list whose columns have no headers, such as one of cards.',
  examples: {
    default: () => <Sorting initial={null} />,
    sorted: () => <Sorting initial="-updatedAt" />,
    'Khmer text': () => <Sorting initial="title" label={khmerText} />,
    'long text': () => <Sorting initial="title" label={longText} />,
  },
  keyboard: { 'Enter, Space, ↑ ↓': 'Opens the options and goes through them.' },
  dos: ['Put it after the filters of the toolbar.'],
  donts: ['Do not use it beside a DataTable: that has its own.'],
});
