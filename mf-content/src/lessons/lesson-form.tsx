import { zodResolver } from '@hookform/resolvers/zod';
import {
  AutoSaveStatus,
  EditDialog,
  ItemAuditLog,
  type ItemFormProps,
  PublishButtons,
  RestoreDraftPrompt,
  useApi,
  usePublishing,
} from '@khmer-learning/console-sdk';
import { type Lesson, lessonMessages, messages } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { Button, EyeIcon, Stack, Text, toast } from '@khmer-learning/ui-kit';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { contentQueryKeys } from '../content-query-keys.ts';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../main-lessons/main-lessons.api.ts';
import { unknownLessonType } from '../preview/previewed-lesson.ts';
import { useLessonPreview } from '../preview/use-lesson-preview.tsx';
import { usePendingUploads } from '../uploads/pending-uploads.tsx';
import { compareLessons } from './compare-lessons.ts';
import { LessonFields } from './lesson-fields.tsx';
import {
  type LessonFormOutput,
  type LessonFormValues,
  lessonDefaultValues,
  lessonFormSchema,
  lessonValuesSchema,
} from './lesson-form.schema.ts';
import { lessonMutations, useFetchLesson } from './lessons.api.ts';
import { SectionList } from './section-list.tsx';

/** The full-screen form of a lesson (spec 2.9). */
export function LessonForm({ item: lesson, onClose, onReload }: ItemFormProps<Lesson>) {
  const form = useForm<LessonFormValues, unknown, LessonFormOutput>({
    resolver: zodResolver(lessonFormSchema),
    defaultValues: lessonDefaultValues(lesson),
  });
  const { isDirty } = form.formState;
  const fetchLesson = useFetchLesson();
  const mainLessons = useAllMainLessons().data?.mainLessons ?? [];
  const lessonTypes = useLessonTypes().data ?? [];
  const uploads = usePendingUploads();
  const isUploading = uploads.count > 0;
  const publishing = usePublishing({
    form,
    schema: lessonValuesSchema,
    name: 'lesson',
    item: lesson,
    calls: lessonMutations(useApi()),
    messages: messages.lesson,
    invalidates: contentQueryKeys,
    itemType: 'lesson',
    statuses: { published: 'published', draft: 'draft' },
    consequence: 'learners no longer see it until it is published again.',
    compare: async (id, body) => compareLessons(await fetchLesson(id), body, { mainLessons, lessonTypes }),
    onClose,
    onReload,
  });
  const { autoSave } = publishing;

  return (
    <EditDialog
      title={lesson === null ? 'Create New Lesson' : 'Edit Lesson'}
      size="full"
      dirty={isDirty || isUploading}
      saving={publishing.isSaving}
      onClose={onClose}
      headerEnd={<AutoSaveStatus autoSave={autoSave} />}
      footer={
        <>
          {isUploading ? (
            <Text size="small" muted role="status">
              A picture is still uploading. You can save the lesson when the upload is complete.
            </Text>
          ) : null}
          <FormPreviewButton form={form} />
          <PublishButtons publishing={publishing} label="Publish Lesson" disabled={isUploading} />
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
          <Stack gap={5}>
            <RestoreDraftPrompt autoSave={autoSave} />
            <LessonFields />
            {uploads.wrapWithProvider(<SectionList />)}
          </Stack>
        </form>
      </FormProvider>
      {lesson === null ? null : <ItemAuditLog entity="lesson" entityId={lesson.id} />}
      {publishing.dialogs}
    </EditDialog>
  );
}

/** Placeholder id for the form's unsaved lesson. */
const unsavedLessonId = 0;

/** Previews the form's lesson as learners will see it. Requires a title and at least one section (spec 4). */
function FormPreviewButton({ form }: { form: UseFormReturn<LessonFormValues, unknown, LessonFormOutput> }) {
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
    preview.open(unsavedLessonId, () => ({ ...lesson, lessonType, sections }));
  };

  return (
    <>
      <Button
        icon={<EyeIcon aria-hidden="true" />}
        loading={preview.isOpening(unsavedLessonId)}
        onClick={openPreview}
      >
        Show Preview
      </Button>
      {preview.dialog}
    </>
  );
}
