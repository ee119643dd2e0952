import { defaultPageSize } from '@khmer-learning/contracts';
import { Pagination } from '@khmer-learning/ui-kit';
import type { ListState } from './use-list-state.ts';

export interface ListPaginationProps {
  list: Pick<ListState, 'offset' | 'setOffset'>;
  /** What `usePageRows` gave. */
  rows: readonly unknown[] | undefined;
  /** Rows there are on all pages; undefined until known. */
  total: number | undefined;
  /** What is counted, in the plural: `lessons`. */
  itemsLabel: string;
}

/** The way to a list's other pages; nothing while no row is shown. */
export function ListPagination({ list, rows, total, itemsLabel }: ListPaginationProps) {
  if (rows === undefined || rows.length === 0 || total === undefined) return null;
  return (
    <Pagination
      offset={list.offset}
      limit={defaultPageSize}
      total={total}
      itemsLabel={itemsLabel}
      onOffsetChange={list.setOffset}
    />
  );
}
