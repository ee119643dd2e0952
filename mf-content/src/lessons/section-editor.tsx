import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { DuplicateButton } from '@khmer-learning/console-sdk';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Card,
  ConfirmDialog,
  FormField,
  IconButton,
  Inline,
  Stack,
  Text,
  TextInput,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { DragHandle, MoveButtons } from '../reorder/move-buttons.tsx';
import type { SectionText } from '../rich-text/section-text.ts';
import type { LessonFormValues } from './lesson-form.schema.ts';
import { SectionContentTabs } from './section-content-tabs.tsx';

const SortableSection = styled.div`
  &[data-dragging='true'] { opacity: 0.4; }
`;

interface SectionEditorProps {
  /** Identifies the section, also after it is moved. */
  id: string;
  index: number;
  count: number;
  /** Moves the section to the 0-based position `to`. */
  onMove: (to: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** One section of the lesson form: title, content, and the buttons to move, duplicate and remove it. */
export function SectionEditor({ id, index, count, onMove, onDuplicate, onRemove }: SectionEditorProps) {
  const name = `section ${index + 1}`;
  const { control, register, setValue, formState } = useFormContext<LessonFormValues>();
  const [title, html, ops] = useWatch({
    control,
    name: [`sections.${index}.title`, `sections.${index}.html`, `sections.${index}.ops`],
  });
  // Registered in visual order, so that the first invalid field on the screen gets the focus.
  const titleField = register(`sections.${index}.title`);
  const { field, fieldState } = useController({ control, name: `sections.${index}.content` });
  const errors = formState.errors.sections?.[index];
  const sortable = useSortable({ id });
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);

  const changeText = (text: SectionText) => {
    if (text.html !== html) setValue(`sections.${index}.html`, text.html, { shouldDirty: true });
    if (text.ops !== ops) setValue(`sections.${index}.ops`, text.ops, { shouldDirty: true });
    field.onChange(text.content);
  };

  return (
    <SortableSection
      ref={sortable.setNodeRef}
      data-section={id}
      data-dragging={sortable.isDragging}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <Card
        title={`Section ${index + 1}`}
        actions={
          <Inline gap={1} wrap={false}>
            {count > 1 ? (
              <>
                <DragHandle name={name} sortable={sortable} />
                <MoveButtons name={name} index={index} count={count} onMove={onMove} />
              </>
            ) : null}
            <DuplicateButton name={name} onClick={onDuplicate} />
            {count > 1 ? (
              <IconButton
                size="small"
                dangerous
                label={`Remove ${name}`}
                tooltip="Remove section"
                icon={<TrashIcon aria-hidden="true" />}
                onClick={() => (isBlank(title + field.value) ? onRemove() : setIsConfirmingRemoval(true))}
              />
            ) : null}
          </Inline>
        }
      >
        <Stack gap={4}>
          <FormField label="Section Title" required error={errors?.title?.message}>
            <TextInput {...titleField} data-action="title" />
          </FormField>
          <FormField
            group
            label="Section Content"
            required
            error={fieldState.error?.message ?? errors?.message}
            hint="You can include Khmer script, pronunciation guides and formatting."
            aside={
              <Text as="span" size="small" muted>
                Khmer is supported
              </Text>
            }
          >
            <SectionContentTabs
              name={name}
              title={title}
              value={{ content: field.value, html: html ?? null, ops: ops ?? null }}
              onChange={changeText}
              onBlur={field.onBlur}
              ref={field.ref}
            />
          </FormField>
        </Stack>
        <ConfirmDialog
          open={isConfirmingRemoval}
          onOpenChange={setIsConfirmingRemoval}
          title={`Remove ${name}?`}
          description="The content of this section will be removed too."
          confirmLabel="Remove section"
          dangerous
          onConfirm={onRemove}
        />
      </Card>
    </SortableSection>
  );
}
