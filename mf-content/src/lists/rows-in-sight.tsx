import { space } from '@khmer-learning/ui-kit';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styled from 'styled-components';

/** With more rows than this, only those in sight are worth drawing. */
export const mostDrawn = 200;

/** Pixels, until a row has been measured. */
const usualHeight = 64;

/* Where the rows of a long list scroll. The focus rings at its edges are not cut. */
const ScrolledRows = styled.div`
  height: 70vh;
  margin: 0 -${space(1)};
  padding: ${space(1)};
  overflow-y: auto;
  overscroll-behavior: contain;
  overflow-anchor: none;
`;

const RowPlace = styled.div`
  position: absolute;
  inset: 0 0 auto;
  padding-bottom: ${space(2)};
`;

export interface RowsInSightHandle {
  /** Scrolls to a row, which is drawn soon after; -1 for none. */
  show: (index: number) => void;
}

interface RowsInSightProps<Entry> {
  entries: readonly Entry[];
  drawRow: (entry: Entry, index: number) => ReactNode;
  /** Rows have come into sight. */
  onDraw?: () => void;
  /** A row that stays drawn, in sight or not, such as one that is being dragged. */
  keptKey?: string | null;
  ref?: Ref<RowsInSightHandle>;
}

/** Any number of rows, of which those in sight are drawn, and the one with the focus. */
export function RowsInSight<Entry extends { readonly key: string }>({
  entries,
  drawRow,
  onDraw,
  keptKey = null,
  ref,
}: RowsInSightProps<Entry>) {
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const placeOf = (wanted: string | null) =>
    wanted === null ? -1 : entries.findIndex(({ key }) => key === wanted);
  const kept = [placeOf(focused), placeOf(keptKey)].filter((index) => index >= 0);

  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => entries[index]?.key ?? index,
    estimateSize: () => usualHeight,
    overscan: 6,
    rangeExtractor: (range: Range) => {
      const drawn = new Set([...defaultRangeExtractor(range), ...kept]);
      return [...drawn].sort((one, other) => one - other);
    },
  });
  useImperativeHandle(ref, () => ({ show: (index) => index >= 0 && virtualizer.scrollToIndex(index) }));
  useLayoutEffect(() => onDraw?.());

  const followFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    setFocused(index === undefined ? null : (entries[Number(index)]?.key ?? null));
  };

  return (
    <ScrolledRows ref={box} onFocus={followFocus}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <RowPlace
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              // Each place is a layer of its own: the kept one goes over the others.
              style={{ transform: `translateY(${start}px)`, zIndex: entry.key === keptKey ? 1 : undefined }}
            >
              {drawRow(entry, index)}
            </RowPlace>
          );
        })}
      </div>
    </ScrolledRows>
  );
}
