import { DeleteItemDialog, ItemList, ItemTable, useFetchOpenedItem } from '@khmer-learning/console-kit';
import { useListState } from '@khmer-learning/console-sdk';
import { Button, MenuItem } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';
import { WordForm } from './item-form.page.tsx';
import { type Word, word, wordKind } from './word-kind.ts';

function Words({ rows }: { rows: readonly Word[] }) {
  const list = useListState();
  return (
    <ItemList
      kind={wordKind}
      itemType="Word"
      itemsLabel="words"
      caption="Words"
      list={list}
      rows={rows}
      query={{ isFetching: false, error: null, refetch: () => {} }}
      loadForm={async () => WordForm}
      fetchItem={useFetchOpenedItem(wordKind)}
      searchLabel="Search words"
    >
      {(items) => (
        <ItemTable
          items={items}
          columns={[{ id: 'title', header: 'Title', main: true, cell: ({ title }) => title }]}
          emptyTitle="No words found"
          createLabel="Create Word"
          menu={() => <MenuItem onSelect={() => {}}>Duplicate</MenuItem>}
        />
      )}
    </ItemList>
  );
}

function Deleting() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      {isOpen ? <DeleteItemDialog kind={wordKind} item={word} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export const itemListPage = defineComponentPage({
  components: { ItemList, ItemTable, DeleteItemDialog },
  purpose:
    'The list of a kind of item: opens its form, deletes and restores, with the parts of other remotes.',
  examples: {
    default: () => <Words rows={[word, { ...word, id: 2, title: 'Stream' }]} />,
    'without rows': () => <Words rows={[]} />,
    deletion: () => <Deleting />,
    'long text': () => <Words rows={[{ ...word, title: longText }]} />,
    'Khmer text': () => <Words rows={[{ ...word, title: khmerText }]} />,
  },
  keyboard: { 'Enter, Space': 'Opens a row, its menu or a dialog.', Esc: 'Keeps the item, in the question.' },
  dos: ['Use it also when the rows are cards: actionsOf has their buttons.'],
  donts: ['Do not name the consequences of a deletion before they are known.'],
});
