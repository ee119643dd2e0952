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
import type { EntryLine } from './vocabulary-lines.ts';
import { RowPlace, ScrolledRows } from './vocabulary-style.ts';

/** Pixels, until a row has been measured. */
const usualHeight = 64;

export interface RowsInSightHandle {
  /** Scrolls to a row, which is drawn soon after; -1 for none. */
  show: (index: number) => void;
}

interface RowsInSightProps {
  entries: readonly EntryLine[];
  drawRow: (entry: EntryLine, index: number) => ReactNode;
  /** Rows have come into sight. */
  onDraw: () => void;
  ref: Ref<RowsInSightHandle>;
}

/** Any number of rows, of which those in sight are drawn, and the one with the focus. */
export function RowsInSight({ entries, drawRow, onDraw, ref }: RowsInSightProps) {
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = focused === null ? -1 : entries.findIndex(({ key }) => key === focused);

  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => entries[index]?.key ?? index,
    estimateSize: () => usualHeight,
    overscan: 6,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (focusedIndex < 0 || shown.includes(focusedIndex)) return shown;
      return [...shown, focusedIndex].sort((one, other) => one - other);
    },
  });
  useImperativeHandle(ref, () => ({ show: (index) => index >= 0 && virtualizer.scrollToIndex(index) }));
  useLayoutEffect(onDraw);

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
              style={{ transform: `translateY(${start}px)` }}
            >
              {drawRow(entry, index)}
            </RowPlace>
          );
        })}
      </div>
    </ScrolledRows>
  );
}
