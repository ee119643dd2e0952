import { zodResolver } from '@hookform/resolvers/zod';
import {
  AutoSaveStatus,
  EditDialog,
  FormPanels,
  HistoryButton,
  ItemAuditLog,
  type ItemFormProps,
  ItemHead,
  ItemPresence,
  type OpenedItem,
  PublishButtons,
  PublishingBar,
  PublishingQuestions,
  RecordingUploadStatus,
  RestoreDraftPrompt,
  useAutoSave,
  usePublishing,
  useRecordingUploads,
  useUndoHistory,
} from '@khmer-learning/console-kit';
import { type Lesson, lessonBody, lessonLevels, lessonMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Button,
  Card,
  EyeIcon,
  FieldGrid,
  FormField,
  Inline,
  Select,
  Stack,
  Text,
  TextArea,
  TextInput,
  toast,
} from '@khmer-learning/ui-kit';
import { FormProvider, type UseFormReturn, useController, useForm, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { useFindInLesson } from '../find/find-in-lesson.tsx';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { lessonLevelOptions } from '../lists/content-status-options.ts';
import { useAllMainLessons } from '../main-lessons/main-lessons.api.ts';
import { message, useMessages } from '../messages/messages.ts';
import { unknownLessonType } from '../preview/previewed-lesson.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { PronunciationMemoryProvider } from '../pronunciations/pronunciation-memory.tsx';
import { usePendingUploads } from '../uploads/pending-uploads.tsx';
import { type ComparedLesson, compareLessons } from './compare-lessons.ts';
import { emptySection, LessonSections, sectionValuesSchema } from './lesson-sections.tsx';
import { lessonKind, useFetchLesson, useFetchLessonVersion } from './lessons.api.ts';
import { lessonMerging } from './merge-lessons.ts';
import { useWideLayout } from './wide-layout.tsx';

/** The form's values. 0 and '' mean that nothing is selected yet. */
const lessonValuesSchema = z.object({
  mainLessonId: z.number(),
  lessonTypeId: z.number(),
  title: z.string(),
  description: z.string(),
  level: z.enum([...lessonLevels, '']),
  image: z.string().optional(),
  sections: z.array(sectionValuesSchema),
});
type LessonFormValues = z.output<typeof lessonValuesSchema>;

/** Validates with the contract's schema. */
const lessonFormSchema = lessonValuesSchema.pipe(lessonBody.omit({ status: true }));
type LessonFormOutput = z.output<typeof lessonFormSchema>;

/** The full-screen form of a lesson. */
export function LessonForm({ item, onClose, onReload, onItemChange }: ItemFormProps<OpenedItem<Lesson>>) {
  const t = useMessages();
  const lesson = item?.edited ?? null;
  const form = useForm<LessonFormValues, unknown, LessonFormOutput>({
    resolver: zodResolver(lessonFormSchema),
    defaultValues: lessonDefaultValues(lesson),
  });
  const { isDirty } = form.formState;
  const hasUnpublishedChanges =
    item?.stored.status === 'published' && (isDirty || item.workingCopyVersion > 0);
  const undoHistory = useUndoHistory(form);
  const fetchLesson = useFetchLesson();
  const mainLessons = useAllMainLessons().data?.mainLessons ?? [];
  const lessonTypes = useLessonTypes().data ?? [];
  const compare = (theirs: ComparedLesson, yours: ComparedLesson) =>
    compareLessons(theirs, yours, { mainLessons, lessonTypes });
  const merging = lessonMerging(lessonDefaultValues, useFetchLessonVersion(), { mainLessons, lessonTypes });
  const uploads = usePendingUploads();
  const recordings = useRecordingUploads();
  const isUploading = uploads.count > 0 || recordings.clips.length > 0;
  const autoSave = useAutoSave({
    form,
    dirty: isDirty,
    schema: lessonValuesSchema,
    name: 'lesson',
    item,
  });
  const find = useFindInLesson(form.getValues);
  const layout = useWideLayout();
  const publishing = usePublishing({
    kind: lessonKind,
    item,
    form,
    autoSave,
    onSaved: onClose,
    onItemChange,
  });

  return (
    <EditDialog
      title={t(lesson === null ? 'lessonForm.create' : 'lessonForm.edit')}
      {...(item === null ? {} : { description: headOf(item) })}
      size="full"
      dirty={isDirty || isUploading}
      keepsChanges={!autoSave.hasFailed && !isUploading}
      saving={publishing.isSaving}
      onClose={onClose}
      onSave={publishing.saveAndContinue}
      undoHistory={undoHistory}
      headerEnd={
        <>
          {lesson === null ? null : <ItemPresence entity="lesson" id={lesson.id} />}
          <AutoSaveStatus autoSave={autoSave} />
          {layout.toggle}
          {find.button}
          {lesson === null ? null : (
            <HistoryButton
              itemType={t('itemType.lesson')}
              id={lesson.id}
              endpoints={lessonKind.versions}
              fetchItem={fetchLesson}
              compare={compare}
              unsavedHint={isDirty ? t('lessonForm.unsavedKept') : null}
              changes={['lesson']}
              onRestored={() => {
                autoSave.save();
                onReload();
              }}
              disabled={publishing.isSaving}
            />
          )}
        </>
      }
      footer={
        <>
          <RecordingUploadStatus uploads={recordings.uploads} />
          {uploads.count > 0 ? (
            <Text size="small" muted role="status">
              {t('lessonForm.uploading')}
            </Text>
          ) : null}
          <FormPreviewButton form={form} published={hasUnpublishedChanges ? item?.stored : undefined} />
          <PublishButtons publishing={publishing} label={t('lessonForm.publish')} disabled={isUploading} />
        </>
      }
    >
      <FormProvider {...form}>
        {layout.wrap(
          find.wrap(
            <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
              <Stack gap={5}>
                <PublishingBar
                  publishing={publishing}
                  compare={compare}
                  onReload={onReload}
                  disabled={isUploading}
                />
                <RestoreDraftPrompt autoSave={autoSave} />
                <LessonFields />
                <PronunciationMemoryProvider lessonId={lesson?.id ?? null}>
                  {uploads.wrapWithProvider(recordings.wrapWithProvider(<LessonSections />))}
                </PronunciationMemoryProvider>
              </Stack>
            </form>,
          ),
        )}
      </FormProvider>
      {lesson === null ? null : <FormPanels entity="lesson" item={{ id: lesson.id, name: lesson.title }} />}
      {lesson === null ? null : <ItemAuditLog entity="lesson" entityId={lesson.id} />}
      <PublishingQuestions publishing={publishing} compare={compare} merging={merging} onReload={onReload} />
    </EditDialog>
  );
}

const headOf = ({ stored, edited }: OpenedItem<Lesson>) => (
  <ItemHead title={edited.title} savedAt={stored.updatedAt} status={stored} />
);

/** The form's initial values for a lesson; null for a new one. */
function lessonDefaultValues(lesson: Lesson | null): LessonFormValues {
  return {
    mainLessonId: lesson?.mainLessonId ?? 0,
    lessonTypeId: lesson?.lessonTypeId ?? 0,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    level: lesson?.level ?? '',
    image: lesson?.image ?? '',
    sections:
      lesson === null || lesson.sections.length === 0
        ? [emptySection]
        : // The field is always there, so that the form is unchanged again once the first recording is undone.
          lesson.sections.map((section) => ({ ...section, recordings: section.recordings })),
  };
}

/** Placeholder id for the form's unsaved lesson. */
const unsavedLessonId = 0;

interface FormPreviewButtonProps {
  form: UseFormReturn<LessonFormValues, unknown, LessonFormOutput>;
  /** What learners see, if the form differs from it. */
  published: Lesson | undefined;
}

/** Previews the form's lesson as learners will see it. Requires a title and at least one section. */
function FormPreviewButton({ form, published }: FormPreviewButtonProps) {
  const t = useMessages();
  const types = useLessonTypes();
  const preview = useLessonPreview();

  const openPreview = () => {
    const { lessonTypeId, ...lesson } = form.getValues();
    if (isBlank(lesson.title)) {
      void form.trigger('title', { shouldFocus: true });
      return;
    }
    if (lesson.sections.length === 0) {
      toast.error(lessonMessages.sections);
      return;
    }
    const lessonType = types.data?.find(({ id }) => id === lessonTypeId) ?? unknownLessonType;
    // Empty sections are not previewed.
    const sections = lesson.sections.filter(({ title, content }) => !isBlank(title + content));
    preview.open(unsavedLessonId, () => ({ lesson: { ...lesson, lessonType, sections }, published }));
  };

  return (
    <>
      <Button
        icon={<EyeIcon aria-hidden="true" />}
        loading={preview.isOpening(unsavedLessonId)}
        onClick={openPreview}
      >
        {t('lessonForm.preview')}
      </Button>
      {preview.dialog}
    </>
  );
}

/** The lesson form's fields above the sections. */
function LessonFields() {
  const t = useMessages();
  const { control, register, setValue, formState } = useFormContext<LessonFormValues>();
  const mainLessons = useAllMainLessons();
  const types = useLessonTypes();

  // Registered in visual order, so that the first invalid field on the screen gets the focus.
  const mainLesson = useController({ control, name: 'mainLessonId' });
  const title = register('title');
  const type = useController({ control, name: 'lessonTypeId' });
  const level = useController({ control, name: 'level' });
  const description = register('description');

  const selectType = (id: number) => {
    type.field.onChange(id);
    const selectedType = types.data?.find((candidate) => candidate.id === id);
    setValue('image', selectedType?.title.toLowerCase() ?? '', { shouldDirty: true });
  };

  return (
    <div data-general="">
      <Card>
        <Stack gap={4}>
          <FormField
            label={t('field.mainLesson')}
            required
            error={mainLesson.fieldState.error?.message}
            {...loadErrorHint(t('itemType.mainLessonsCapital'), mainLessons)}
          >
            <Select
              ref={mainLesson.field.ref}
              placeholder={t('lessonForm.selectMainLesson')}
              options={(mainLessons.data?.mainLessons ?? []).map(({ id, title: label, status }) => ({
                value: String(id),
                label: status === 'draft' ? t('lessonForm.draftMainLesson', { title: label }) : label,
              }))}
              value={toSelectValue(mainLesson.field.value)}
              onValueChange={(value) => value !== '' && mainLesson.field.onChange(Number(value))}
              onBlur={mainLesson.field.onBlur}
            />
          </FormField>
          <FormField label={t('field.title')} required error={formState.errors.title?.message}>
            <TextInput {...title} />
          </FormField>
          <FieldGrid>
            <FormField
              label={t('field.lessonType')}
              required
              error={type.fieldState.error?.message}
              {...loadErrorHint(t('itemType.lessonTypesCapital'), types)}
            >
              <Select
                ref={type.field.ref}
                placeholder={t('lessonForm.selectLessonType')}
                options={toSelectOptions(types.data)}
                value={toSelectValue(type.field.value)}
                onValueChange={(value) => value !== '' && selectType(Number(value))}
                onBlur={type.field.onBlur}
              />
            </FormField>
            <FormField label={t('field.level')} required error={level.fieldState.error?.message}>
              <Select
                ref={level.field.ref}
                placeholder={t('lessonForm.selectLevel')}
                options={lessonLevelOptions()}
                value={level.field.value}
                onValueChange={(value) => value !== '' && level.field.onChange(value)}
                onBlur={level.field.onBlur}
              />
            </FormField>
          </FieldGrid>
          <FormField label={t('field.description')} error={formState.errors.description?.message}>
            <TextArea {...description} />
          </FormField>
        </Stack>
      </Card>
    </div>
  );
}

function toSelectOptions(items: readonly { id: number; title: string }[] = []) {
  return items.map(({ id, title }) => ({ value: String(id), label: title }));
}

/** 0 means that nothing is selected yet. */
function toSelectValue(id: number): string {
  return id === 0 ? '' : String(id);
}

/** A field hint with a retry button if the options could not be loaded. */
function loadErrorHint(
  items: string,
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown },
) {
  if (!query.isError) return {};
  return {
    hint: (
      <Inline>
        {message('lessonForm.optionsNotLoaded', { items })}
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {message('lessonForm.retry')}
        </Button>
      </Inline>
    ),
  };
}
