import type { ListState } from '@khmer-learning/console-sdk';
import { defaultPageSize, type ListTotal, maxOffset, maxPageSize } from '@khmer-learning/contracts';
import { Pagination } from '@khmer-learning/ui-kit';

const pageSizes = [defaultPageSize, 25, 50, maxPageSize];

export interface ListPaginationProps {
  list: Pick<ListState, 'offset' | 'setOffset' | 'limit' | 'setLimit'>;
  /** The result of `usePageRows`. */
  rows: readonly unknown[] | undefined;
  /** Number of rows on all pages, or the response of the list, which has it; undefined until known. */
  total: number | ListTotal | undefined;
  /** The plural name of the items: `lessons`. */
  itemsLabel: string;
}

/** The pagination of a list. Renders nothing while the list has no rows. */
export function ListPagination({ list, rows, total, itemsLabel }: ListPaginationProps) {
  if (rows === undefined || rows.length === 0 || total === undefined) return null;
  const counted: ListTotal = typeof total === 'number' ? { total } : total;
  return (
    <Pagination
      offset={list.offset}
      limit={list.limit}
      pageSizes={pageSizes}
      onLimitChange={list.setLimit}
      maxOffset={maxOffset}
      total={counted.total}
      totalIsEstimate={counted.totalIsEstimate}
      itemsLabel={itemsLabel}
      onOffsetChange={list.setOffset}
    />
  );
}
