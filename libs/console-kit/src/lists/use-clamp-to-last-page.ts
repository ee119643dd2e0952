import type { ListState } from '@khmer-learning/console-sdk';
import { useEffect, useEffectEvent } from 'react';

/**
 * Moves a list from a page past the end to the last page, for example after the only row of the
 * last page was deleted.
 * @param total number of rows; undefined until known
 * @returns whether the current page does not exist
 */
export function useClampToLastPage(
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
