import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  pointerWithin,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Card, PlusIcon, Stack, Text, VisuallyHidden } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useOwnEscape } from '../keyboard/use-own-escape.ts';
import { upAndDown, useDragSensors } from '../order/drag-setup.ts';
import { actionsAfterMove, focusAction } from '../order/focus-action.ts';
import { dragInstructions, useDragNews } from '../order/use-drag-news.ts';
import { type LessonValues, newSection } from './lesson-form.schema.ts';
import { SectionEditor } from './section-editor.tsx';

/** Sections are tall: what is under the pointer counts, and only without one whose middle is nearest. */
const findTarget: CollisionDetection = (dragged) => {
  const under = pointerWithin(dragged);
  return under.length > 0 ? under : closestCenter(dragged);
};

const instructions = dragInstructions('section');

/** What has the focus after the next render, in the section with this id: the first of them that can. */
interface NextFocus {
  id: string;
  actions: readonly string[];
}

/** The sections of a lesson: added, duplicated, moved and removed. */
export function SectionList() {
  const { control, getValues, formState } = useFormContext<LessonValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'sections' });
  const [dragged, setDragged] = useState<string | null>(null);
  const [news, setNews] = useState('');
  useOwnEscape(dragged !== null);

  const root = useRef<HTMLDivElement>(null);
  const nextFocus = useRef<NextFocus | null>(null);
  useEffect(() => {
    if (nextFocus.current === null) return;
    const { id, actions } = nextFocus.current;
    nextFocus.current = null;
    focusAction(root.current?.querySelector(`[data-section="${id}"]`), actions);
  });

  const sensors = useDragSensors();
  const placeOf = (id: unknown) => fields.findIndex((field) => field.id === id);
  const titleOf = (id: unknown) => {
    const index = placeOf(id);
    const title = getValues(`sections.${index}.title`);
    return title ? `Section ${index + 1}, ${title}` : `Section ${index + 1}`;
  };
  const placeText = (id: unknown) => `place ${placeOf(id) + 1} of ${fields.length}`;
  const announcements = useDragNews({ nameOf: titleOf, placeText });

  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over && over.id !== active.id) move(placeOf(active.id), placeOf(over.id));
  };
  const moveByButton = (id: string, from: number, to: number) => {
    nextFocus.current = { id, actions: actionsAfterMove(from, to) };
    move(from, to);
    setNews(`The section is now ${to + 1} of ${fields.length}.`);
  };
  const removeAt = (index: number) => {
    const neighbour = fields[index + 1] ?? fields[index - 1];
    if (neighbour) nextFocus.current = { id: neighbour.id, actions: ['title'] };
    remove(index);
    setNews(`Section ${index + 1} was removed.`);
  };
  const duplicate = (index: number) => {
    insert(index + 1, getValues(`sections.${index}`), { focusName: `sections.${index + 1}.title` });
    setNews(`Section ${index + 1} was duplicated.`);
  };
  const { sections: errors } = formState.errors;
  // Without any section there is no list to have a root.
  const listError = errors?.root?.message ?? errors?.message;

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <Stack gap={5} ref={root}>
        <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          {fields.map(({ id }, index) => (
            <SectionEditor
              key={id}
              id={id}
              index={index}
              count={fields.length}
              onMove={(to) => moveByButton(id, index, to)}
              onDuplicate={() => duplicate(index)}
              onRemove={() => removeAt(index)}
            />
          ))}
        </SortableContext>
        {listError === undefined ? null : <Text role="alert">{listError}</Text>}
        <div>
          <Button
            icon={<PlusIcon aria-hidden="true" />}
            onClick={() => append(newSection, { focusName: `sections.${fields.length}.title` })}
          >
            Add Section
          </Button>
        </div>
      </Stack>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <DragOverlay>
        {dragged === null ? null : (
          <Card>
            <Text strong lines={1}>
              {titleOf(dragged)}
            </Text>
          </Card>
        )}
      </DragOverlay>
    </DndContext>
  );
}
