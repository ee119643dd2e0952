import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import {
  focusOrderAfterMove,
  focusRowAction,
  useDragList,
  useMoveAnnouncement,
} from '@khmer-learning/console-kit';
import { Stack, VisuallyHidden } from '@khmer-learning/ui-kit';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { VirtualList, type VirtualListHandle } from '../lists/virtual-list.tsx';
import { SortableRow } from './sortable-row.tsx';
import { useDragSensors } from './use-drag-sensors.ts';

/** Lists with more rows than this are virtualized, in a scroll container. */
const virtualizationThreshold = 100;

/* Not a `ul`: the rows of a virtualized list are nested in other elements. */
const Rows = styled.div`min-width: 0;`;

export interface SortableRowsProps<Item> {
  /** Accessible name of the list: `Lessons of First Words`. */
  label: string;
  /** Screen reader instructions for reordering with the keyboard. */
  instructions: string;
  items: readonly Item[];
  /** `afterId` is null for the first position. */
  onMove: (id: number, afterId: number | null) => void;
  /** @param moveBy moves the item up (-1) or down; then `data-action="title"` in it has the focus */
  renderItem: (item: Item, moveBy: (step: 1 | -1) => void) => ReactNode;
  /** Buttons other than the move buttons. */
  actions?: (item: Item) => ReactNode;
}

export function SortableRows<Item extends { readonly id: number; readonly title: string }>({
  label,
  instructions,
  items,
  onMove,
  renderItem,
  actions,
}: SortableRowsProps<Item>) {
  const announceMove = useMoveAnnouncement();
  const [announcement, setAnnouncement] = useState('');

  const indexOfItem = (id: unknown) => items.findIndex((item) => item.id === id);
  const sensors = useDragSensors();

  const moveTo = (id: number, to: number) => {
    const others = items.filter((item) => item.id !== id);
    onMove(id, others[to - 1]?.id ?? null);
  };
  const ids = items.map(({ id }) => id);
  const { dragged, context } = useDragList({
    ids,
    nameOf: (id) => items[indexOfItem(id)]?.title ?? '',
    instructions,
    onMove: (from, to) => moveTo(ids[from] ?? 0, to),
  });

  /** The button to focus after the next render, when its row has moved. */
  const pendingFocus = useRef<{ id: number; actions: readonly string[] } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const virtualList = useRef<VirtualListHandle>(null);
  const focusPendingAction = () => {
    if (pendingFocus.current === null) return;
    const { id, actions: focusOrder } = pendingFocus.current;
    const row = root.current?.querySelector(`[data-item="${id}"]`);
    if (!row) {
      virtualList.current?.scrollToIndex(indexOfItem(id));
      return;
    }
    pendingFocus.current = null;
    focusRowAction(row, focusOrder);
  };
  useLayoutEffect(focusPendingAction);

  const moveByKey = (item: Item, to: number, focusOrder: readonly string[]) => {
    if (to < 0 || to >= items.length) return;
    pendingFocus.current = { id: item.id, actions: focusOrder };
    moveTo(item.id, to);
    setAnnouncement(announceMove({ name: item.title, position: to + 1, count: items.length }));
  };
  const renderRow = ({ item }: { item: Item }, index: number) => (
    <SortableRow
      key={item.id}
      id={item.id}
      name={item.title}
      index={index}
      count={items.length}
      actions={actions?.(item)}
      onMove={(to) => moveByKey(item, to, focusOrderAfterMove(index, to))}
    >
      {renderItem(item, (step) => moveByKey(item, index + step, ['title']))}
    </SortableRow>
  );
  const entries = items.map((item) => ({ key: String(item.id), item }));

  return (
    <DndContext {...context} sensors={sensors} collisionDetection={closestCenter}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Rows ref={root} role="list" aria-label={label}>
          {entries.length > virtualizationThreshold ? (
            <VirtualList
              ref={virtualList}
              entries={entries}
              renderRow={renderRow}
              onRender={focusPendingAction}
              pinnedKey={dragged === null ? null : String(dragged)}
            />
          ) : (
            <Stack gap={2}>{entries.map(renderRow)}</Stack>
          )}
        </Rows>
      </SortableContext>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </DndContext>
  );
}
