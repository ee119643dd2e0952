import { ListPagination } from '@khmer-learning/console-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';

function Pages({ rows, total }: { rows: readonly string[] | undefined; total: number }) {
  const [offset, setOffset] = useState(0);
  const [limit, setLimit] = useState(15);
  return (
    <ListPagination
      list={{ offset, setOffset, limit, setLimit }}
      rows={rows}
      total={total}
      itemsLabel="lessons"
    />
  );
}

export const listPaginationPage = defineComponentPage({
  components: { ListPagination },
  purpose: 'The pagination of a list of the API. Nothing while the list has no rows.',
  examples: {
    default: () => <Pages rows={['Greetings']} total={42} />,
    loading: () => <Pages rows={undefined} total={42} />,
    empty: () => <Pages rows={[]} total={0} />,
  },
  keyboard: { 'Enter, Space': 'Goes to the previous or next page.' },
  dos: ['Pass the response of the list as total: it knows if it is an estimate.'],
  donts: ['Do not use it outside useListState: use Pagination.'],
});
