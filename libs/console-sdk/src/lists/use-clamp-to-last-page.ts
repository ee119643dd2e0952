import { defaultPageSize } from '@khmer-learning/contracts';
import { useEffect, useEffectEvent } from 'react';

/**
 * Shows the last page instead of one past the end (decisions, Console), such as after its only row was deleted.
 * @param total rows there are; undefined until known
 * @param replaceOffset puts the list on another page
 * @returns whether the page in hand does not exist
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
