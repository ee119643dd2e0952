import { Tabs, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Sections({ labels }: { labels: readonly string[] }) {
  const [value, setValue] = useState('0');
  return (
    <Tabs
      label="Sections"
      value={value}
      onValueChange={setValue}
      tabs={labels.map((label, index) => ({
        value: String(index),
        label,
        content: <Text>{label}</Text>,
        disabled: label === 'Disabled',
      }))}
    />
  );
}

export const tabsPage = defineComponentPage({
  components: { Tabs },
  purpose: 'Parts of one page, one visible at a time.',
  examples: {
    default: () => <Sections labels={['Words', 'Texts', 'Preview']} />,
    disabled: () => <Sections labels={['Words', 'Disabled']} />,
    'long text': () => <Sections labels={[longText, 'Words', 'Texts']} />,
    'Khmer text': () => <Sections labels={[khmerText, 'សួស្តី']} />,
  },
  keyboard: {
    'Arrow Left, Arrow Right': 'Show the previous or next tab.',
    'Home, End': 'Show the first or last tab.',
    Tab: 'Goes from the tabs into the panel.',
  },
  dos: ['Use keepMounted for panels with unsaved input.'],
  donts: ['Do not hide an error in a tab that is not visible.'],
});
