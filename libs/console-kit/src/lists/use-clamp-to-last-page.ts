import { defaultPageSize } from '@khmer-learning/contracts';
import { useEffect, useEffectEvent } from 'react';

/**
 * Moves a list from a page past the end to the last page (decisions, Console), for example after the only row of the
 * last page was deleted.
 * @param total number of rows; undefined until known
 * @param replaceOffset sets the list's offset
 * @returns whether the current page does not exist
 */
export function useClampToLastPage(
  offset: number,
  total: number | undefined,
  replaceOffset: (offset: number) => void,
): boolean {
  const lastOffset =
    total === undefined ? offset : Math.max(0, Math.ceil(total / defaultPageSize) - 1) * defaultPageSize;
  const isPastTheEnd = offset > lastOffset;
  const clampOffset = useEffectEvent(() => replaceOffset(lastOffset));
  useEffect(() => {
    if (isPastTheEnd) clampOffset();
  }, [isPastTheEnd]);
  return isPastTheEnd;
}
