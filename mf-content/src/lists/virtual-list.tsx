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

export const virtualizationThreshold = 200;

/** In pixels; used until a row has been measured. */
const estimatedRowHeight = 64;

/* The padding keeps focus rings at the edges from being clipped. */
const ScrollContainer = styled.div`
  height: 70vh;
  margin: 0 -${space(1)};
  padding: ${space(1)};
  overflow-y: auto;
  overscroll-behavior: contain;
  overflow-anchor: none;
`;

const VirtualRow = styled.div`
  position: absolute;
  inset: 0 0 auto;
  padding-bottom: ${space(2)};
`;

export interface VirtualListHandle {
  /** Scrolls to a row, which is rendered shortly afterwards. Does nothing for -1. */
  scrollToIndex: (index: number) => void;
}

interface VirtualListProps<Entry> {
  entries: readonly Entry[];
  renderRow: (entry: Entry, index: number) => ReactNode;
  /** Called after each render, when new rows may have been mounted. */
  onRender?: () => void;
  /** Key of a row that stays mounted when it is scrolled out of view, such as a dragged row. */
  pinnedKey?: string | null;
  ref?: Ref<VirtualListHandle>;
}

/** A virtualized list. Mounts the visible rows, the focused row and the pinned row. */
export function VirtualList<Entry extends { readonly key: string }>({
  entries,
  renderRow,
  onRender,
  pinnedKey = null,
  ref,
}: VirtualListProps<Entry>) {
  const scrollContainer = useRef<HTMLDivElement>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const indexOfKey = (searchedKey: string | null) =>
    searchedKey === null ? -1 : entries.findIndex(({ key }) => key === searchedKey);
  const pinnedIndexes = [indexOfKey(focusedKey), indexOfKey(pinnedKey)].filter((index) => index >= 0);

  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scrollContainer.current,
    getItemKey: (index) => entries[index]?.key ?? index,
    estimateSize: () => estimatedRowHeight,
    overscan: 6,
    rangeExtractor: (range: Range) => {
      const rendered = new Set([...defaultRangeExtractor(range), ...pinnedIndexes]);
      return [...rendered].sort((one, other) => one - other);
    },
  });
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => index >= 0 && virtualizer.scrollToIndex(index),
  }));
  useLayoutEffect(() => onRender?.());

  const trackFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
    setFocusedKey(index === undefined ? null : (entries[Number(index)]?.key ?? null));
  };

  return (
    <ScrollContainer ref={scrollContainer} onFocus={trackFocus}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <VirtualRow
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              // The transform makes each row a stacking context; the pinned row is above the others.
              style={{ transform: `translateY(${start}px)`, zIndex: entry.key === pinnedKey ? 1 : undefined }}
            >
              {renderRow(entry, index)}
            </VirtualRow>
          );
        })}
      </div>
    </ScrollContainer>
  );
}
