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
import { usePreventEscapeClose } from '../keyboard/use-prevent-escape-close.ts';
import {
  dragInstructions,
  focusOrderAfterMove,
  focusRowAction,
  restrictToVerticalAxis,
  useDragAnnouncements,
  useDragSensors,
} from '../reorder/drag-and-drop.tsx';
import { emptySection, type LessonFormValues } from './lesson-form.schema.ts';
import { SectionEditor } from './section-editor.tsx';

/** Sections are tall, so the section under the pointer is the target; if there is none, the closest centre is. */
const detectCollision: CollisionDetection = (dragged) => {
  const under = pointerWithin(dragged);
  return under.length > 0 ? under : closestCenter(dragged);
};

const instructions = dragInstructions('section');

/** The focus after the next render: the first enabled element of `actions` in the section with this id. */
interface PendingFocus {
  id: string;
  actions: readonly string[];
}

/** The sections of a lesson, which can be added, duplicated, moved and removed. */
export function SectionList() {
  const { control, getValues, formState } = useFormContext<LessonFormValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'sections' });
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  usePreventEscapeClose(dragged !== null);

  const root = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<PendingFocus | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const { id, actions } = pendingFocus.current;
    pendingFocus.current = null;
    focusRowAction(root.current?.querySelector(`[data-section="${id}"]`), actions);
  });

  const sensors = useDragSensors();
  const indexOfSection = (id: unknown) => fields.findIndex((field) => field.id === id);
  const titleOf = (id: unknown) => {
    const index = indexOfSection(id);
    const title = getValues(`sections.${index}.title`);
    return title ? `Section ${index + 1}, ${title}` : `Section ${index + 1}`;
  };
  const positionText = (id: unknown) => `position ${indexOfSection(id) + 1} of ${fields.length}`;
  const announcements = useDragAnnouncements({ nameOf: titleOf, positionText });

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over && over.id !== active.id) move(indexOfSection(active.id), indexOfSection(over.id));
  };
  const moveByButton = (id: string, from: number, to: number) => {
    pendingFocus.current = { id, actions: focusOrderAfterMove(from, to) };
    move(from, to);
    setAnnouncement(`Section moved to position ${to + 1} of ${fields.length}.`);
  };
  const removeAt = (index: number) => {
    const neighbour = fields[index + 1] ?? fields[index - 1];
    if (neighbour) pendingFocus.current = { id: neighbour.id, actions: ['title'] };
    remove(index);
    setAnnouncement(`Section ${index + 1} was removed.`);
  };
  const duplicate = (index: number) => {
    insert(index + 1, getValues(`sections.${index}`), { focusName: `sections.${index + 1}.title` });
    setAnnouncement(`Section ${index + 1} was duplicated.`);
  };
  const { sections: errors } = formState.errors;
  // An empty list has its error on the field itself instead of on `root`.
  const sectionsError = errors?.root?.message ?? errors?.message;

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detectCollision}
      modifiers={[restrictToVerticalAxis]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragEnd={onDragEnd}
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
        {sectionsError === undefined ? null : <Text role="alert">{sectionsError}</Text>}
        <div>
          <Button
            icon={<PlusIcon aria-hidden="true" />}
            onClick={() => append(emptySection, { focusName: `sections.${fields.length}.title` })}
          >
            Add Section
          </Button>
        </div>
      </Stack>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
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
