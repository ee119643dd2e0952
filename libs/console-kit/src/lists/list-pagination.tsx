import type { ListState } from '@khmer-learning/console-sdk';
import { defaultPageSize, type ListTotal, maxOffset, maxPageSize } from '@khmer-learning/contracts';
import { Pagination } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

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

/** The rows of a list's page; undefined while there are none. A list whose offset is past the end moves to the last page. */
export function usePageRows<Answer extends { readonly total: number }, Row>(
  list: Pick<ListState, 'offset' | 'limit' | 'replaceOffset'>,
  page: Pick<UseQueryResult<Answer>, 'data' | 'isPlaceholderData'>,
  rowsOf: (answer: Answer) => readonly Row[],
): readonly Row[] | undefined {
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  const isPastTheEnd = useClampToLastPage(list, total);
  return isPastTheEnd || page.data === undefined ? undefined : rowsOf(page.data);
}

/** Moves a list from a page past the end, known by `total`, to the last one. @returns whether the page does not exist */
function useClampToLastPage(
  { offset, limit, replaceOffset }: Pick<ListState, 'offset' | 'limit' | 'replaceOffset'>,
  total: number | undefined,
): boolean {
  const lastOffset = total === undefined ? offset : Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const isPastTheEnd = offset > lastOffset;
  const clampOffset = useEffectEvent(() => replaceOffset(lastOffset));
  useEffect(() => {
    if (isPastTheEnd) clampOffset();
  }, [isPastTheEnd]);
  return isPastTheEnd;
}
