import type { UseQueryResult } from '@tanstack/react-query';
import { useClampToLastPage } from './use-clamp-to-last-page.ts';
import type { ListState } from './use-list-state.ts';

/**
 * The rows of a list's page as it is fetched; a list that stands past the end of what there is goes to the last page.
 *
 * @param page that of the list's offset. Those of the page before may stand in for it while it is on its way
 * @param rowsOf where the rows are in an answer
 * @returns undefined while there are none to show
 */
export function usePageRows<Answer extends { readonly total: number }, Row>(
  list: Pick<ListState, 'offset' | 'replaceOffset'>,
  page: Pick<UseQueryResult<Answer>, 'data' | 'isPlaceholderData'>,
  rowsOf: (answer: Answer) => readonly Row[],
): readonly Row[] | undefined {
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  const isPastTheEnd = useClampToLastPage(list.offset, total, list.replaceOffset);
  return isPastTheEnd || page.data === undefined ? undefined : rowsOf(page.data);
}
