import { Pagination } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';

function Pages(props: Partial<ComponentProps<typeof Pagination>>) {
  const [offset, setOffset] = useState(props.offset ?? 15);
  const [limit, setLimit] = useState(15);
  return (
    <Pagination
      limit={limit}
      total={42}
      itemsLabel="lessons"
      {...props}
      offset={offset}
      onOffsetChange={setOffset}
      {...(props.pageSizes ? { onLimitChange: setLimit } : {})}
    />
  );
}

export const paginationPage = defineComponentPage({
  components: { Pagination },
  purpose: 'Goes through the pages of a list.',
  examples: {
    default: () => <Pages />,
    'page sizes': () => <Pages offset={0} pageSizes={[15, 25, 50, 100]} />,
    'first page': () => <Pages offset={0} />,
    'one page': () => <Pages offset={0} total={3} />,
    empty: () => <Pages offset={0} total={0} />,
    estimate: () => <Pages total={12_300} totalIsEstimate />,
    'unreachable rows': () => <Pages offset={30} total={12_300} maxOffset={30} />,
  },
  keyboard: {
    'Enter, Space': 'Goes to the previous or next page. On the last page, focus moves to the other button.',
  },
  dos: ['Name the items in the plural.'],
  donts: ['Do not show it above a list that is still loading.'],
});
