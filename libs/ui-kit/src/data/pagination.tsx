import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/button.tsx';
import { Select } from '../forms/select.tsx';
import { color, fontSize, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { formatTotal, type PaginationState, pageRange } from './page-range.ts';

const Bar = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  font-variant-numeric: tabular-nums;
`;

const Size = styled.div`flex: 0 0 auto; margin-left: auto;`;

const Steps = styled.div`display: flex; align-items: center; gap: ${space(3)};`;

export interface PaginationProps extends PaginationState {
  /** The plural name of the items: `lessons`. */
  itemsLabel?: string;
  onOffsetChange: (offset: number) => void;
  /** The numbers of rows per page to choose from, in ascending order. Shown when there are more rows than the first one. */
  pageSizes?: readonly number[];
  onLimitChange?: (limit: number) => void;
}

/** On the first and the last page, the focused button becomes disabled: focus moves to the other button. */
function useMoveFocusAtEdges() {
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === previous.current && previous.current?.disabled) next.current?.focus();
    else if (activeElement === next.current && next.current?.disabled) previous.current?.focus();
  });
  return { previous, next };
}

/** `Showing 16 to 30 of 42 lessons`, or `of about 12,300 lessons`, with the size of a page and, for several, the buttons to page. */
export function Pagination({
  itemsLabel,
  onOffsetChange,
  pageSizes = [],
  onLimitChange,
  ...paging
}: PaginationProps) {
  const t = useMessages();
  const { from, to, page, pages, previousOffset, nextOffset, hasUnreachableRows } = pageRange(paging);
  const { previous, next } = useMoveFocusAtEdges();
  const shown = { from, to, total: formatTotal(paging) };
  const range =
    itemsLabel === undefined
      ? t('pagination.range', shown)
      : t('pagination.rangeOfItems', { ...shown, items: itemsLabel });
  const changeOffset = (offset: number | null) => {
    if (offset !== null) onOffsetChange(offset);
  };
  return (
    <Bar aria-label={t('pagination.label')}>
      <span role="status">{hasUnreachableRows ? t('pagination.unreachable', { range }) : range}</span>
      {onLimitChange && paging.total > Math.min(...pageSizes) ? (
        <Size>
          <Select
            aria-label={t('pagination.rowsPerPage')}
            // One of an address may be another one.
            options={[...new Set([...pageSizes, paging.limit])]
              .sort((a, b) => a - b)
              .map((size) => ({ value: String(size), label: t('pagination.pageSize', { size }) }))}
            value={String(paging.limit)}
            onValueChange={(size) => onLimitChange(Number(size))}
          />
        </Size>
      ) : null}
      {pages > 1 ? (
        <Steps>
          <Button
            ref={previous}
            size="small"
            icon={<ChevronLeft aria-hidden="true" />}
            disabled={previousOffset === null}
            onClick={() => changeOffset(previousOffset)}
          >
            {t('pagination.previous')}
          </Button>
          <span>
            {paging.totalIsEstimate
              ? t('pagination.page', { page })
              : t('pagination.pageOf', { page, pages })}
          </span>
          <Button
            ref={next}
            size="small"
            disabled={nextOffset === null}
            onClick={() => changeOffset(nextOffset)}
          >
            {t('pagination.next')}
            <ChevronRight aria-hidden="true" />
          </Button>
        </Steps>
      ) : null}
    </Bar>
  );
}
