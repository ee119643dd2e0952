import { MatchLine } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';

export const matchLinePage = defineComponentPage({
  components: { MatchLine },
  purpose: 'The line of its contents by which a search finds an item, with what it finds marked.',
  examples: {
    default: () => (
      <MatchLine match={{ id: 1, text: 'fruit market : ផ្សារផ្លែឈើ', places: [{ start: 6, end: 12 }] }} />
    ),
    several: () => (
      <MatchLine
        match={{
          id: 2,
          text: '…the market by the river, open in the morning…',
          places: [
            { start: 5, end: 11 },
            { start: 19, end: 24 },
          ],
        }}
      />
    ),
  },
  keyboard: {},
  dos: ['Show it in place of the description of a row that a search finds by its contents.'],
  donts: ['Do not show it for what the title already shows.'],
});
