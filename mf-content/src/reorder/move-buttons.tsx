import type { useSortable } from '@dnd-kit/sortable';
import { ArrowDownIcon, ArrowUpIcon, GripIcon, IconButton } from '@khmer-learning/ui-kit';

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
