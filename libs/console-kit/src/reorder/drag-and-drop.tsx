// Only types: this package is loaded with every view, the drag-and-drop code with the first list that needs it.
import type { Announcements, DragEndEvent, DragStartEvent, Modifier, UniqueIdentifier } from '@dnd-kit/core';
import type { useSortable } from '@dnd-kit/sortable';
import { ArrowDownIcon, ArrowUpIcon, GripIcon, IconButton } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { usePreventEscapeClose } from './use-prevent-escape-close.ts';

const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

export interface DragHandleProps {
  name: string;
  /** The result of `useSortable` for the row. */
  sortable: Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;
  disabled?: boolean;
}

/** The handle to drag a row by. It is in sight after a drop, also when rows are higher than the window. */
export function DragHandle({ name, sortable, disabled = false }: DragHandleProps) {
  const t = useMessages();
  const handle = useRef<HTMLButtonElement | null>(null);
  const isDragging = sortable.attributes['aria-pressed'] === true;
  useEffect(() => {
    if (!isDragging) return undefined;
    return () => {
      // React gives the focus back to a row that it has moved, without scrolling to it.
      if (document.activeElement === handle.current) handle.current?.scrollIntoView({ block: 'nearest' });
    };
  }, [isDragging]);
  return (
    <IconButton
      size="small"
      label={t('dragHandle.label', { name })}
      tooltip={t('dragHandle.tooltip')}
      icon={<GripIcon aria-hidden="true" />}
      disabled={disabled}
      {...sortable.attributes}
      {...sortable.listeners}
      ref={(element) => {
        handle.current = element;
        sortable.setActivatorNodeRef(element);
      }}
      style={{ touchAction: 'none', cursor: 'grab' }}
    />
  );
}

export interface MoveButtonsProps {
  name: string;
  index: number;
  count: number;
  /** Moves the item to the 0-based position `to`. */
  onMove: (to: number) => void;
}

/** Buttons that move an item up or down by one position. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const t = useMessages();
  return (
    <>
      <IconButton
        size="small"
        data-action="up"
        label={t('moveButtons.up', { name })}
        tooltip={t('moveButtons.upTooltip')}
        icon={<ArrowUpIcon aria-hidden="true" />}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        size="small"
        data-action="down"
        label={t('moveButtons.down', { name })}
        tooltip={t('moveButtons.downTooltip')}
        icon={<ArrowDownIcon aria-hidden="true" />}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
    </>
  );
}

/** The `data-action` values to focus after a move: the pressed button, or the opposite one if that is disabled. */
export function focusOrderAfterMove(from: number, to: number): readonly string[] {
  return to < from ? ['up', 'down'] : ['down', 'up'];
}

/** Focuses the first enabled element in the row whose `data-action` is in `actions`. */
export function focusRowAction(row: Element | null | undefined, actions: readonly string[]): void {
  const targets = actions.map((action) =>
    row?.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`),
  );
  targets.find((target) => target)?.focus();
}

/** Returns what says to screen readers that an item was moved by other means than a drag; `position` counts from 1. */
export function useMoveAnnouncement() {
  const t = useMessages();
  return (values: { readonly name: string; readonly position: number; readonly count: number }): string =>
    t('dragAnnouncement.moved', values);
}

export interface DragListOptions {
  /** The ids of the rows, as `useSortable` has them, in their order. */
  ids: readonly UniqueIdentifier[];
  nameOf: (id: UniqueIdentifier) => string;
  /** How a row is moved by keyboard, for screen readers. */
  instructions: string;
  /** Moves a row from one 0-based position to another. */
  onMove: (from: number, to: number) => void;
}

/** A list that is ordered by dragging. @returns the id of the dragged row, null for none; and the props of its `DndContext` */
export function useDragList({ ids, nameOf, instructions, onMove }: DragListOptions) {
  const [dragged, setDragged] = useState<UniqueIdentifier | null>(null);
  usePreventEscapeClose(dragged !== null);
  const announcements = useDragAnnouncements(ids, nameOf);
  return {
    dragged,
    context: {
      modifiers: [restrictToVerticalAxis],
      accessibility: { announcements, screenReaderInstructions: { draggable: instructions } },
      onDragStart: ({ active }: DragStartEvent) => setDragged(active.id),
      onDragEnd: ({ active, over }: DragEndEvent) => {
        setDragged(null);
        if (over && over.id !== active.id) onMove(ids.indexOf(active.id), ids.indexOf(over.id));
      },
      onDragCancel: () => setDragged(null),
    },
  };
}

/** Announcements of a drag. They use the row's name at its start. */
function useDragAnnouncements(ids: DragListOptions['ids'], nameOf: DragListOptions['nameOf']): Announcements {
  const t = useMessages();
  const count = ids.length;
  const positionOf = (id: UniqueIdentifier) => ids.indexOf(id) + 1;
  const lastAnnounced = useRef<{ name: string; over: UniqueIdentifier | null }>({ name: '', over: null });
  return {
    onDragStart: ({ active }) => {
      lastAnnounced.current = { name: nameOf(active.id), over: active.id };
      return t('dragAnnouncement.pickedUp', { name: lastAnnounced.current.name });
    },
    onDragOver: ({ over }) => {
      // A drag starts over the item's own position, which is not announced.
      if (!over || over.id === lastAnnounced.current.over) return undefined;
      lastAnnounced.current.over = over.id;
      return t('dragAnnouncement.over', {
        name: lastAnnounced.current.name,
        position: positionOf(over.id),
        count,
      });
    },
    onDragEnd: ({ over }) =>
      over
        ? t('dragAnnouncement.moved', {
            name: lastAnnounced.current.name,
            position: positionOf(over.id),
            count,
          })
        : t('dragAnnouncement.notMoved', { name: lastAnnounced.current.name }),
    onDragCancel: () => t('dragAnnouncement.cancelled', { name: lastAnnounced.current.name }),
  };
}
