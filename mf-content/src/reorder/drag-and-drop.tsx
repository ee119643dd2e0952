import {
  type Announcements,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates, type useSortable } from '@dnd-kit/sortable';
import { ArrowDownIcon, ArrowUpIcon, GripIcon, IconButton } from '@khmer-learning/ui-kit';
import { useRef } from 'react';

/** In pixels. A press that moves less is a click. */
const dragActivationDistance = 4;

/** Restricts a drag to vertical movement. */
export const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Sensors for dragging by mouse, touch and keyboard. */
export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragActivationDistance } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}

interface DragHandleProps {
  /** `First Words` */
  name: string;
  /** The result of `useSortable` for the row. */
  sortable: Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;
  disabled?: boolean;
}

/** The handle to drag a row by. */
export function DragHandle({ name, sortable, disabled = false }: DragHandleProps) {
  return (
    <IconButton
      size="small"
      label={`Drag ${name}`}
      tooltip="Drag to reorder"
      icon={<GripIcon aria-hidden="true" />}
      disabled={disabled}
      {...sortable.attributes}
      {...sortable.listeners}
      ref={sortable.setActivatorNodeRef}
      style={{ touchAction: 'none', cursor: 'grab' }}
    />
  );
}

interface MoveButtonsProps {
  /** `First Words` */
  name: string;
  index: number;
  count: number;
  /** Moves the item to the 0-based position `to`. */
  onMove: (to: number) => void;
}

/** Buttons that move an item up or down by one position. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        size="small"
        data-action="up"
        label={`Move ${name} up`}
        tooltip="Move up"
        icon={<ArrowUpIcon aria-hidden="true" />}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        size="small"
        data-action="down"
        label={`Move ${name} down`}
        tooltip="Move down"
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

/** Screen reader instructions for reordering with the keyboard. `itemType` is singular, lower case: `section`. */
export function dragInstructions(itemType: string): string {
  return `To move a ${itemType}, press Space, use the arrow keys to choose a position, and press Space again. Press Escape to cancel.`;
}

interface DragAnnouncementOptions {
  nameOf: (id: UniqueIdentifier) => string;
  /** `position 2 of 5` */
  positionText: (id: UniqueIdentifier) => string;
}

/** Screen reader announcements for a drag. They use the item's name at the start of the drag. */
export function useDragAnnouncements({ nameOf, positionText }: DragAnnouncementOptions): Announcements {
  const lastAnnounced = useRef<{ name: string; over: UniqueIdentifier | null }>({ name: '', over: null });
  return {
    onDragStart: ({ active }) => {
      lastAnnounced.current = { name: nameOf(active.id), over: active.id };
      return `Picked up ${lastAnnounced.current.name}.`;
    },
    onDragOver: ({ over }) => {
      // A drag starts over the item's own position, which is not announced.
      if (!over || over.id === lastAnnounced.current.over) return undefined;
      lastAnnounced.current.over = over.id;
      return `${lastAnnounced.current.name} is over ${positionText(over.id)}.`;
    },
    onDragEnd: ({ over }) =>
      over
        ? `${lastAnnounced.current.name} moved to ${positionText(over.id)}.`
        : `${lastAnnounced.current.name} was not moved.`,
    onDragCancel: () => `Move cancelled. ${lastAnnounced.current.name} was not moved.`,
  };
}
