import { closestCenter, DndContext } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  DragHandle,
  focusOrderAfterMove,
  focusRowAction,
  MoveButtons,
  useDragList,
  useMoveAnnouncement,
} from '@khmer-learning/console-kit';
import { color, Inline, narrowBreakpoint, radius, space, Text, VisuallyHidden } from '@khmer-learning/ui-kit';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';
import { useDragSensors } from '../reorder/use-drag-sensors.ts';

const List = styled.ol`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled.li<{ $hasLeft: boolean }>`
  display: grid;
  grid-template-columns: ${({ $hasLeft }) => ($hasLeft ? 'minmax(0, 2fr) minmax(0, 3fr)' : 'minmax(0, 1fr)')};
  align-items: center;
  gap: ${space(1)} ${space(3)};
  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); }
`;

const Item = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(1)} ${space(2)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  &[data-dragging='true'] { z-index: 1; border-color: ${color('accent')}; background: ${color('surfaceRaised')}; }
`;

export interface SortableText {
  readonly id: number;
  readonly text: string;
}

interface SortableTextsProps {
  /** Accessible name of the list. */
  label: string;
  /** A text before each place, which does not move. */
  lefts?: readonly string[];
  items: readonly SortableText[];
  onChange: (items: readonly SortableText[]) => void;
}

/** A short list of texts that is put into order by drag, keyboard or buttons. */
export function SortableTexts({ label, lefts, items, onChange }: SortableTextsProps) {
  const t = useMessages();
  const announceMove = useMoveAnnouncement();
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => onChange(arrayMove([...items], from, to));
  const { context } = useDragList({
    ids: items.map(({ id }) => id),
    nameOf: (id) => items.find((item) => item.id === id)?.text ?? '',
    instructions: t('sortableTexts.dragInstructions'),
    onMove: move,
  });
  const sensors = useDragSensors();
  const moveByButton = ({ id, text }: SortableText, from: number, to: number) => {
    // Moving the row in the DOM loses its focus, so restore it.
    flushSync(() => move(from, to));
    focusRowAction(root.current?.querySelector(`[data-item="${id}"]`), focusOrderAfterMove(from, to));
    setAnnouncement(announceMove({ name: text, position: to + 1, count: items.length }));
  };

  return (
    <DndContext {...context} sensors={sensors} collisionDetection={closestCenter}>
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <List ref={root} aria-label={label}>
          {items.map((item, place) => (
            <Row key={item.id} $hasLeft={lefts !== undefined}>
              {lefts === undefined ? null : (
                <Text>
                  <MixedLanguageText>{lefts[place] ?? ''}</MixedLanguageText>
                </Text>
              )}
              <SortableItem
                item={item}
                place={place}
                count={items.length}
                onMove={(to) => moveByButton(item, place, to)}
              />
            </Row>
          ))}
        </List>
      </SortableContext>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </DndContext>
  );
}

interface SortableItemProps {
  item: SortableText;
  place: number;
  count: number;
  /** Moves the item to the 0-based place `to`. */
  onMove: (to: number) => void;
}

function SortableItem({ item: { id, text }, place, count, onMove }: SortableItemProps) {
  const sortable = useSortable({ id });
  return (
    <Item
      ref={sortable.setNodeRef}
      data-item={id}
      data-dragging={sortable.isDragging}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <DragHandle name={text} sortable={sortable} />
      <Text>
        <MixedLanguageText>{text}</MixedLanguageText>
      </Text>
      <Inline gap={0} wrap={false}>
        <MoveButtons name={text} index={place} count={count} onMove={onMove} />
      </Inline>
    </Item>
  );
}
