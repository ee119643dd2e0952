import type { useSortable } from '@dnd-kit/sortable';
import { ArrowDownIcon, ArrowUpIcon, GripIcon, IconButton } from '@khmer-learning/ui-kit';

interface DragHandleProps {
  /** `First Words` */
  name: string;
  /** What `useSortable` gave for the row. */
  sortable: Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;
  disabled?: boolean;
}

/** What something is dragged by. */
export function DragHandle({ name, sortable, disabled = false }: DragHandleProps) {
  return (
    <IconButton
      size="small"
      label={`Drag ${name}`}
      tooltip="Drag to another place"
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
  /** It goes to another place, counted from 0. */
  onMove: (to: number) => void;
}

/** Moves something by one place. */
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
