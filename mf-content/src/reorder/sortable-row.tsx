import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { DragHandle, MoveButtons } from '@khmer-learning/console-kit';
import { color, Inline, narrowBreakpoint, radius, space, Text } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Row = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(1.5)} ${space(2)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  &[data-dragging='true'] { z-index: 1; border-color: ${color('accent')}; background: ${color('surfaceRaised')}; }

  @media (max-width: ${narrowBreakpoint}) {
    grid-template-columns: auto auto minmax(0, 1fr);
    & > :last-child { grid-column: 1 / -1; justify-self: end; }
  }
`;

const Position = styled(Text)`min-width: 1.25rem; text-align: right; font-variant-numeric: tabular-nums;`;

interface SortableRowProps {
  id: number;
  name: string;
  index: number;
  count: number;
  children: ReactNode;
  /** Buttons other than the move buttons. */
  actions?: ReactNode;
  /** Moves the item to the 0-based position `to`. */
  onMove: (to: number) => void;
}

export function SortableRow({ id, name, index, count, children, actions, onMove }: SortableRowProps) {
  const sortable = useSortable({ id });
  return (
    <Row
      ref={sortable.setNodeRef}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={count}
      data-item={id}
      data-dragging={sortable.isDragging}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <DragHandle name={name} sortable={sortable} disabled={count < 2} />
      <Position size="small" muted>
        {index + 1}
      </Position>
      {children}
      <Inline gap={0} wrap={false}>
        <MoveButtons name={name} index={index} count={count} onMove={onMove} />
        {actions}
      </Inline>
    </Row>
  );
}
