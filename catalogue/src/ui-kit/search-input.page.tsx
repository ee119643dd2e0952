import { SearchInput, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Search({ text = '', shortcut = false }: { text?: string; shortcut?: boolean }) {
  const [value, setValue] = useState(text);
  return (
    <Stack gap={2}>
      <SearchInput label="Search lessons" value={value} onChange={setValue} shortcut={shortcut} />
      <Text muted>{value === '' ? 'No search' : `Searches for ${value}`}</Text>
    </Stack>
  );
}

export const searchInputPage = defineComponentPage({
  components: { SearchInput },
  purpose: 'Searches a list. It reports the text 300 ms after the last change.',
  examples: {
    default: () => <Search shortcut />,
    'with text': () => <Search text="market" />,
    'long text': () => <Search text={longText} />,
    'Khmer text': () => <Search text={khmerText} />,
  },
  keyboard: {
    '/': 'Focuses it from anywhere on the page.',
    Enter: 'Searches at once.',
    Esc: 'Clears the text.',
  },
  dos: ['Name what is searched: Search lessons.'],
  donts: ['Do not have two inputs with the shortcut on one page.'],
});
