import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  pointerWithin,
  rectIntersection,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  CommentMark,
  DragHandle,
  DuplicateButton,
  focusOrderAfterMove,
  focusRowAction,
  MoveButtons,
  type RecordingTarget,
  useDragList,
  useFormContext,
  useOfferUndo,
  useRecordingTarget,
  useRecordingUploadsContext,
  useSetFormValues,
  useUndoableFieldArray,
} from '@khmer-learning/console-kit';
import {
  type Recording,
  recordingLimits,
  recordingSchema,
  richTextOperationSchema,
  type Section,
} from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Button,
  Callout,
  Card,
  ConfirmDialog,
  FormField,
  IconButton,
  Inline,
  PlusIcon,
  Stack,
  Tabs,
  Text,
  TextInput,
  TrashIcon,
  translateServerMessage,
  useFieldLabelId,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useController, useFieldArray, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { z } from 'zod';
import { useFindableTexts } from '../find/findable-texts.ts';
import { LazyPart } from '../lists/use-code.tsx';
import { useMessages } from '../messages/messages.ts';
import { BoothButton } from '../recording-booth/booth-button.tsx';
import { useDragSensors } from '../reorder/use-drag-sensors.ts';
import type { SectionText } from '../rich-text/section-text.ts';
import { usePendingUploads, useReportPendingUpload } from '../uploads/pending-uploads.tsx';
import { VocabularyEditor } from './vocabulary-editor.tsx';
import { parseRecordableRows } from './vocabulary-lines.ts';
import { SectionTitleContext } from './vocabulary-row.tsx';

export const sectionValuesSchema = z.object({
  title: z.string(),
  content: z.string(),
  html: z.string().nullish(),
  ops: z.array(richTextOperationSchema).nullish(),
  recordings: z.array(recordingSchema).optional(),
});
export type SectionValues = z.output<typeof sectionValuesSchema>;

interface LessonValues {
  sections: SectionValues[];
}

export const emptySection: Section = { title: '', content: '', html: null, ops: null, recordings: undefined };

/** Sections are tall, so the target is the one under the pointer, or that the dragged title covers most; else the closest. */
const detectCollision: CollisionDetection = (dragged) => {
  const under = dragged.pointerCoordinates ? pointerWithin(dragged) : rectIntersection(dragged);
  return under.length > 0 ? under : closestCenter(dragged);
};

/** The focus after the next render: the first enabled element of `actions` in the section with this id. */
interface PendingFocus {
  id: string;
  actions: readonly string[];
}

export function LessonSections() {
  const t = useMessages();
  const { control, getValues, formState } = useFormContext<LessonValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'sections' });
  useUndoableFieldArray('sections', { insert, remove, move });
  const offerUndo = useOfferUndo();
  const [announcement, setAnnouncement] = useState('');

  const root = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<PendingFocus | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const { id, actions } = pendingFocus.current;
    pendingFocus.current = null;
    focusRowAction(root.current?.querySelector(`[data-section="${id}"]`), actions);
  });

  const sensors = useDragSensors();
  const titleOf = (id: unknown) => {
    const index = fields.findIndex((field) => field.id === id);
    const title = getValues(`sections.${index}.title`);
    return title
      ? t('lessonSections.sectionWithTitle', { number: index + 1, title })
      : t('lessonSections.section', { number: index + 1 });
  };
  const ids = fields.map(({ id }) => id);
  const { dragged, context } = useDragList({
    ids,
    nameOf: titleOf,
    instructions: t('lessonSections.dragInstructions'),
    onMove: move,
  });

  const moveByButton = (id: string, from: number, to: number) => {
    pendingFocus.current = { id, actions: focusOrderAfterMove(from, to) };
    move(from, to);
    setAnnouncement(t('lessonSections.moved', { position: to + 1, count: fields.length }));
  };
  const removeAt = (index: number) => {
    const neighbour = fields[index + 1] ?? fields[index - 1];
    if (neighbour) pendingFocus.current = { id: neighbour.id, actions: ['remove', 'title'] };
    remove(index);
    offerUndo(t('lessonSections.removed', { number: index + 1 }));
  };
  const duplicate = (index: number) => {
    insert(index + 1, getValues(`sections.${index}`), { focusName: `sections.${index + 1}.title` });
    setAnnouncement(t('lessonSections.duplicated', { number: index + 1 }));
  };
  const uploads = useRecordingUploadsContext();
  const { sections: errors } = formState.errors;
  // An empty list has its error on the field itself instead of on `root`.
  const sectionsError = errors?.root?.message ?? errors?.message;

  return (
    <DndContext {...context} sensors={sensors} collisionDetection={detectCollision}>
      <Stack gap={5} ref={root}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
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
        {sectionsError === undefined ? null : (
          <Text role="alert">{translateServerMessage(sectionsError)}</Text>
        )}
        <Inline gap={2}>
          <Button
            icon={<PlusIcon aria-hidden="true" />}
            onClick={() => append(emptySection, { focusName: `sections.${fields.length}.title` })}
          >
            {t('lessonSections.add')}
          </Button>
          <BoothButton label={t('lessonSections.recordWords')} getTargets={uploads.getTargets} />
        </Inline>
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

function SectionEditor({ id, index, count, onMove, onDuplicate, onRemove }: SectionEditorProps) {
  const t = useMessages();
  const number = index + 1;
  const name = t('lessonSections.sectionName', { number });
  const { control, register, getValues, setValue, formState } = useFormContext<LessonValues>();
  const [title, html, ops, recordings] = useWatch({
    control,
    name: [
      `sections.${index}.title`,
      `sections.${index}.html`,
      `sections.${index}.ops`,
      `sections.${index}.recordings`,
    ],
  });
  const setFormValues = useSetFormValues();
  const target = useRecordingTarget({
    label: t('lessonSections.section', { number }),
    index,
    getRows: () => parseRecordableRows(getValues(`sections.${index}.content`)),
    getRecordings: () => getValues(`sections.${index}.recordings`),
    // A step of its own in the undo history, whatever is being typed when an upload is complete.
    setRecordings: (next) =>
      setFormValues({
        ...getValues(),
        sections: getValues('sections').map((section, other) =>
          other === index ? { ...section, recordings: toFieldValue(next) } : section,
        ),
      }),
    max: recordingLimits.perSection,
  });
  // Registered in visual order, so that the first invalid field on the screen gets the focus.
  const titleField = register(`sections.${index}.title`);
  const { field, fieldState } = useController({ control, name: `sections.${index}.content` });
  const errors = formState.errors.sections?.[index];
  const sortable = useSortable({ id });
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);

  const changeText = (text: SectionText, left?: readonly Recording[]) => {
    if (left) setValue(`sections.${index}.recordings`, toFieldValue(left), { shouldDirty: true });
    if (text.html !== html) setValue(`sections.${index}.html`, text.html, { shouldDirty: true });
    if (text.ops !== ops) setValue(`sections.${index}.ops`, text.ops, { shouldDirty: true });
    field.onChange(text.content);
  };

  return (
    <SortableSection
      ref={sortable.setNodeRef}
      data-form-place=""
      data-section={id}
      data-dragging={sortable.isDragging}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      data-comment-place=""
    >
      <Card
        title={t('lessonSections.section', { number })}
        actions={
          <Inline gap={1} wrap={false}>
            {count > 1 ? (
              <>
                <DragHandle name={name} sortable={sortable} />
                <MoveButtons name={name} index={index} count={count} onMove={onMove} />
              </>
            ) : null}
            {isBlank(title) ? null : <CommentMark place={{ section: title }} label={title} />}
            <DuplicateButton name={name} onClick={onDuplicate} />
            {count > 1 ? (
              <IconButton
                size="small"
                dangerous
                data-action="remove"
                label={t('sectionEditor.remove', { number })}
                tooltip={t('action.removeSection')}
                icon={<TrashIcon aria-hidden="true" />}
                onClick={() => (isBlank(title + field.value) ? onRemove() : setIsConfirmingRemoval(true))}
              />
            ) : null}
          </Inline>
        }
      >
        <Stack gap={4}>
          <FormField label={t('sectionEditor.title')} required error={errors?.title?.message}>
            <TextInput {...titleField} data-action="title" />
          </FormField>
          <FormField
            group
            label={t('sectionEditor.content')}
            required
            error={fieldState.error?.message ?? errors?.message}
            hint={t('sectionEditor.contentHint')}
            aside={
              <Text as="span" size="small" muted>
                {t('sectionEditor.khmerSupported')}
              </Text>
            }
          >
            <SectionTitleContext value={title}>
              <SectionContentTabs
                index={index}
                title={title}
                value={{ content: field.value, html: html ?? null, ops: ops ?? null }}
                recorder={{ target, recordings: recordings ?? noRecordings }}
                onChange={changeText}
                onBlur={field.onBlur}
                ref={field.ref}
              />
            </SectionTitleContext>
          </FormField>
        </Stack>
        <ConfirmDialog
          open={isConfirmingRemoval}
          onOpenChange={setIsConfirmingRemoval}
          title={t('sectionEditor.removeQuestion', { number })}
          description={t('sectionEditor.removeConsequence')}
          confirmLabel={t('action.removeSection')}
          dangerous
          onConfirm={onRemove}
        />
      </Card>
    </SortableSection>
  );
}

const noRecordings: readonly Recording[] = [];

/** The field is absent when a section has no recordings. */
const toFieldValue = (recordings: readonly Recording[]) =>
  recordings.length === 0 ? undefined : [...recordings];

type ContentTab = 'vocabulary' | 'free-text';

/** The initial tab, chosen by the section's title. Formatted text always opens in Free Text. */
function initialTab(title: string, value: SectionText): ContentTab {
  return /vocabulary|word|key/i.test(title) && !hasSectionFormatting(value) ? 'vocabulary' : 'free-text';
}

interface SectionContentTabsProps {
  index: number;
  /** The section's title. It selects the tab while the section is empty. */
  title: string;
  value: SectionText;
  recorder: { readonly target: RecordingTarget; readonly recordings: readonly Recording[] };
  /** `recordings` are those of the section, if they have changed. */
  onChange: (text: SectionText, recordings?: readonly Recording[]) => void;
  onBlur: () => void;
  /** Its `focus` focuses the visible editor. */
  ref?: Ref<{ focus: () => void }>;
}

function SectionContentTabs({
  index,
  title,
  value,
  recorder,
  onChange,
  onBlur,
  ref,
}: SectionContentTabsProps) {
  const t = useMessages();
  const number = index + 1;
  // In a new section, the title selects the tab until the section has content.
  const [selectedTab, setSelectedTab] = useState(value.content === '' ? null : initialTab(title, value));
  const tab = selectedTab ?? initialTab(title, value);
  /** The hidden editor stays mounted and keeps its state until the text is changed in the visible one. */
  const [hidden, setHidden] = useState<ContentTab | null>(null);
  const uploads = usePendingUploads();
  const isUploading = uploads.count > 0;
  useReportPendingUpload(isUploading);
  const isMounted = (candidate: ContentTab) => candidate === tab || candidate === hidden;

  const freeText = useRef<HTMLDivElement>(null);
  useFindableTexts(tab === 'free-text' ? index : null, () => [
    {
      text: value.content,
      place: t('sectionContent.freeTextPlace', { number }),
      locate: () => freeText.current?.querySelector<HTMLElement>('[contenteditable="true"]') ?? null,
    },
  ]);

  const selectTab = (next: ContentTab) => {
    setHidden(tab);
    setSelectedTab(next);
  };
  const changeText = (text: SectionText, recordings?: readonly Recording[]) => {
    setSelectedTab(tab);
    setHidden(null);
    onChange(text, recordings);
  };
  const formatted = hasSectionFormatting(value);

  return (
    <Stack gap={3} role="group" aria-labelledby={useFieldLabelId()}>
      <Tabs
        label={t('sectionContent.label', { number })}
        value={tab}
        onValueChange={selectTab}
        keepMounted
        tabs={[
          {
            value: 'vocabulary',
            label: t('sectionContent.vocabulary'),
            content: isMounted('vocabulary') ? (
              <Stack gap={3}>
                {formatted ? (
                  <FormattedNotice
                    number={number}
                    onRemove={() => changeText({ content: value.content, html: null, ops: null })}
                  />
                ) : null}
                <VocabularyEditor
                  value={value.content}
                  onChange={(content, recordings) =>
                    changeText({ content, html: null, ops: null }, recordings)
                  }
                  recorder={recorder}
                  onBlur={onBlur}
                  disabled={formatted}
                  findableAs={tab === 'vocabulary' ? index : null}
                  {...(tab === 'vocabulary' ? { ref } : {})}
                />
              </Stack>
            ) : null,
          },
          {
            value: 'free-text',
            label: t('sectionContent.freeText'),
            // Stays mounted during uploads: the uploaded pictures are inserted into it even when it is hidden.
            content:
              isMounted('free-text') || isUploading ? (
                <Stack gap={2} ref={freeText}>
                  {uploads.wrapWithProvider(
                    <LazyPart
                      name="free-text-editor"
                      load={() =>
                        import(/* webpackChunkName: "free-text-editor" */ '../rich-text/free-text-editor.tsx')
                      }
                      failure={t('freeTextEditor.notLoaded')}
                      failureHint={t('freeTextEditor.textSafe')}
                    >
                      {({ FreeTextEditor }) => (
                        <FreeTextEditor
                          label={t('sectionContent.textOf', { number })}
                          value={value}
                          onChange={changeText}
                          onBlur={onBlur}
                          {...(tab === 'free-text' ? { ref } : {})}
                        />
                      )}
                    </LazyPart>,
                  )}
                  <Text size="small" muted>
                    {t('sectionContent.bothTabs')}
                  </Text>
                </Stack>
              ) : null,
          },
        ]}
      />
    </Stack>
  );
}

/** Rows cannot hold formatting, so the author must confirm its removal before editing them. */
function FormattedNotice({ number, onRemove }: { number: number; onRemove: () => void }) {
  const t = useMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Callout tone="info" title={t('formattedNotice.title')}>
      <Inline justify="between" gap={3}>
        <span>{t('formattedNotice.text')}</span>
        <Button size="small" onClick={() => setIsConfirming(true)}>
          {t('formattedNotice.edit')}
        </Button>
      </Inline>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('formattedNotice.question', { number })}
        description={t('formattedNotice.consequence')}
        confirmLabel={t('formattedNotice.confirm')}
        dangerous
        onConfirm={onRemove}
      />
    </Callout>
  );
}

const nonParagraphTag = /<(?!\/?(?:p|br)\b)/i;

/** Whether a section has formatting, links or pictures, which vocabulary lines cannot hold. */
function hasSectionFormatting({ html, ops }: Pick<SectionValues, 'html' | 'ops'>): boolean {
  if (html) return nonParagraphTag.test(html);
  return (ops ?? []).some(({ attributes }) => Object.values(attributes ?? {}).some(Boolean));
}
