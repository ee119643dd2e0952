import { zodResolver } from '@hookform/resolvers/zod';
import {
  FieldRow,
  type ItemFormProps,
  type OpenedItem,
  PublishableForm,
  RecordingUploadStatus,
  useFormContext,
  useRecordingUploads,
  useRights,
} from '@khmer-learning/console-kit';
import { type Lesson, type LessonContents, type LessonType, lessonMessages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Button,
  Card,
  EyeIcon,
  FieldGrid,
  FormField,
  Inline,
  Stack,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { type UseFormReturn, useController, useForm } from 'react-hook-form';
import { useFindInLesson } from '../find/find-in-lesson.tsx';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../main-lessons/use-all-main-lessons.ts';
import { message, useMessages } from '../messages/messages.ts';
import { unknownLessonType } from '../preview/previewed-lesson.tsx';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { PronunciationMemoryProvider } from '../pronunciations/pronunciation-memory.tsx';
import { usePendingUploads } from '../uploads/pending-uploads.tsx';
import {
  type LessonFormValues,
  lessonFields,
  lessonFormSchema,
  lessonMapping,
  lessonPresetSchema,
  lessonValuesSchema,
  ReferenceSelect,
} from './lesson.fields.tsx';
import { LessonSections } from './lesson-sections.tsx';
import { lessonKind } from './lessons.api.ts';
import { useWideLayout } from './wide-layout.tsx';

type LessonFormState = UseFormReturn<LessonFormValues, unknown, LessonContents>;

export function LessonForm({ preset: presetOfView, ...props }: ItemFormProps<OpenedItem<Lesson>>) {
  const t = useMessages();
  const { item } = props;
  const values = lessonMapping.toValues(item?.edited ?? null);
  const preset = lessonPresetSchema.safeParse(presetOfView).data;
  const form: LessonFormState = useForm<LessonFormValues, unknown, LessonContents>({
    resolver: zodResolver(lessonFormSchema),
    defaultValues: item === null ? { ...values, ...preset } : values,
  });
  const mainLessons = useAllMainLessons();
  const lessonTypes = useLessonTypes();
  const types = lessonTypes.data ?? [];
  const { mayChange } = useRights();
  const fields = lessonFields({
    mainLessons: mainLessons.data?.mainLessons ?? [],
    lessonTypes: types,
    mayChange,
  });
  const uploads = usePendingUploads();
  const recordings = useRecordingUploads();
  const find = useFindInLesson(form.getValues);
  const layout = useWideLayout(item?.id);
  const hasUnpublishedChanges =
    item?.stored.status === 'published' && (form.formState.isDirty || item.workingCopyVersion > 0);

  return (
    <PublishableForm
      {...props}
      kind={lessonKind}
      form={form}
      schema={lessonValuesSchema}
      contentsSchema={lessonFormSchema}
      fields={fields}
      mapping={lessonMapping}
      title={t(item === null ? 'lessonForm.create' : 'lessonForm.edit')}
      publishLabel={t('lessonForm.publish')}
      size="full"
      commentedSections={({ sections }) =>
        sections.map(({ title, content }) => ({ text: title, rows: content.split('\n') }))
      }
      busy={uploads.count > 0 || recordings.clips.length > 0}
      header={
        <>
          {layout.toggle}
          {find.button}
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
          <FormPreviewButton
            form={form}
            published={hasUnpublishedChanges ? item?.stored : undefined}
            savedId={item?.id}
          />
        </>
      }
      wrap={(wrapped) => layout.wrap(find.wrap(wrapped))}
    >
      <div data-form-place="">
        <Card>
          <Stack gap={4}>
            <FieldRow
              fields={fields}
              name="mainLessonId"
              hint={loadErrorHint(t('itemType.mainLessonsCapital'), mainLessons)}
            />
            <FieldRow fields={fields} name="title" />
            <FieldGrid>
              <LessonTypeRow
                label={fields.type.label}
                types={types}
                hint={loadErrorHint(t('itemType.lessonTypesCapital'), lessonTypes)}
              />
              <FieldRow fields={fields} name="level" />
            </FieldGrid>
            <FieldRow fields={fields} name="description" />
          </Stack>
        </Card>
      </div>
      <PronunciationMemoryProvider lessonId={item?.id ?? null}>
        {uploads.wrapWithProvider(recordings.wrapWithProvider(<LessonSections />))}
      </PronunciationMemoryProvider>
    </PublishableForm>
  );
}

interface LessonTypeRowProps {
  label: string;
  types: readonly LessonType[];
  hint: ReactNode;
}

function LessonTypeRow({ label, types, hint }: LessonTypeRowProps) {
  const t = useMessages();
  const { control, setValue } = useFormContext<LessonFormValues>();
  const { field, fieldState } = useController({ control, name: 'lessonTypeId' });
  return (
    <FormField label={label} required error={fieldState.error?.message} hint={hint}>
      <ReferenceSelect
        {...field}
        placeholder={t('lessonForm.selectLessonType')}
        options={types.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(id) => {
          field.onChange(id);
          const type = types.find((candidate) => candidate.id === id);
          setValue('image', type?.title.toLowerCase() ?? '', { shouldDirty: true });
        }}
      />
    </FormField>
  );
}

interface FormPreviewButtonProps {
  form: LessonFormState;
  /** What learners see, if the form differs from it. */
  published: Lesson | undefined;
  savedId: number | undefined;
}

function FormPreviewButton({ form, published, savedId }: FormPreviewButtonProps) {
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
    preview.openUnsaved({ lesson: { ...lesson, lessonType, sections }, published, savedId });
  };

  return (
    <>
      <Button icon={<EyeIcon aria-hidden="true" />} loading={preview.isOpening()} onClick={openPreview}>
        {t('lessonForm.preview')}
      </Button>
      {preview.dialog}
    </>
  );
}

function loadErrorHint(
  items: string,
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown },
) {
  if (!query.isError) return undefined;
  return (
    <Inline>
      {message('lessonForm.optionsNotLoaded', { items })}
      <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
        {message('action.tryAgain')}
      </Button>
    </Inline>
  );
}
