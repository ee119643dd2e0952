import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Stack, VisuallyHidden } from '@khmer-learning/ui-kit';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useOwnEscape } from '../keyboard/use-own-escape.ts';
import { RowsInSight, type RowsInSightHandle } from '../lists/rows-in-sight.tsx';
import { upAndDown, useDragSensors } from './drag-setup.ts';
import { actionsAfterMove, focusAction } from './focus-action.ts';
import { SortableRow } from './sortable-row.tsx';
import { dragInstructions, useDragNews } from './use-drag-news.ts';

/** With more rows only those in sight are drawn, in a box that scrolls. */
const mostDrawn = 100;

/* No list element: a row that is not in sight has no place in it. */
const Rows = styled.div`min-width: 0;`;

export interface SortableRowsProps<Item> {
  /** What they are, for screen readers: `Lessons of First Words`. */
  label: string;
  /** What one of them is, as it stands in a sentence: `lesson`. */
  thing: string;
  items: readonly Item[];
  /** `afterId` is null for the first place. */
  onMove: (id: number, afterId: number | null) => void;
  /** What is shown of an item. */
  draw: (item: Item) => ReactNode;
  /** Its buttons besides those that move it. */
  actions?: (item: Item) => ReactNode;
}

/** Things with an order that is changed by drag, by keyboard and by buttons. Any number of them. */
export function SortableRows<Item extends { readonly id: number; readonly title: string }>({
  label,
  thing,
  items,
  onMove,
  draw,
  actions,
}: SortableRowsProps<Item>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [news, setNews] = useState('');
  useOwnEscape(dragged !== null);

  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const announcements = useDragNews({
    nameOf: (id) => items[placeOf(id)]?.title ?? thing,
    placeText: (id) => `place ${placeOf(id) + 1} of ${items.length}`,
  });
  const sensors = useDragSensors();

  const moveTo = (id: number, to: number) => {
    const others = items.filter((item) => item.id !== id);
    onMove(id, others[to - 1]?.id ?? null);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over && over.id !== active.id) moveTo(Number(active.id), placeOf(over.id));
  };

  /** The button that has the focus after the next render, wherever its row has gone. */
  const nextFocus = useRef<{ id: number; actions: readonly string[] } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const rowsInSight = useRef<RowsInSightHandle>(null);
  const focusNext = () => {
    if (nextFocus.current === null) return;
    const { id, actions: wanted } = nextFocus.current;
    const row = root.current?.querySelector(`[data-item="${id}"]`);
    if (!row) {
      rowsInSight.current?.show(placeOf(id));
      return;
    }
    nextFocus.current = null;
    focusAction(row, wanted);
  };
  useLayoutEffect(focusNext);

  const moveByButton = (item: Item, from: number, to: number) => {
    nextFocus.current = { id: item.id, actions: actionsAfterMove(from, to) };
    moveTo(item.id, to);
    setNews(`${item.title} is now ${to + 1} of ${items.length}.`);
  };
  const drawRow = ({ item }: { item: Item }, index: number) => (
    <SortableRow
      key={item.id}
      id={item.id}
      name={item.title}
      index={index}
      count={items.length}
      actions={actions?.(item)}
      onMove={(to) => moveByButton(item, index, to)}
    >
      {draw(item)}
    </SortableRow>
  );
  const entries = items.map((item) => ({ key: String(item.id), item }));

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: dragInstructions(thing) },
      }}
      onDragStart={({ active }) => setDragged(Number(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <Rows ref={root} role="list" aria-label={label}>
          {entries.length > mostDrawn ? (
            <RowsInSight
              ref={rowsInSight}
              entries={entries}
              drawRow={drawRow}
              onDraw={focusNext}
              keptKey={dragged === null ? null : String(dragged)}
            />
          ) : (
            <Stack gap={2}>{entries.map(drawRow)}</Stack>
          )}
        </Rows>
      </SortableContext>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </DndContext>
  );
}
