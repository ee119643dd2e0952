import type { ListState } from '@khmer-learning/console-sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/**
 * The rows of a list's current page. A list whose offset is past the end moves to the last page.
 *
 * @param page the query of the page at the list's offset; it may hold the previous page as placeholder data
 * @param rowsOf gets the rows from a response
 * @returns undefined while there are no rows to show
 */
export function usePageRows<Answer extends { readonly total: number }, Row>(
  list: Pick<ListState, 'offset' | 'limit' | 'replaceOffset'>,
  page: Pick<UseQueryResult<Answer>, 'data' | 'isPlaceholderData'>,
  rowsOf: (answer: Answer) => readonly Row[],
): readonly Row[] | undefined {
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  const isPastTheEnd = useClampToLastPage(list, total);
  return isPastTheEnd || page.data === undefined ? undefined : rowsOf(page.data);
}

/**
 * Moves a list from a page past the end to the last page, for example after the only row of the
 * last page was deleted.
 * @param total number of rows; undefined until known
 * @returns whether the current page does not exist
 */
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
