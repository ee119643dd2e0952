import { zodResolver } from '@hookform/resolvers/zod';
import {
  ItemAuditLog,
  AutoSaveStatus,
  EditDialog,
  type ItemFormProps,
  PublishButtons,
  RestoreDraftPrompt,
  useApi,
  usePublishing,
} from '@khmer-learning/console-sdk';
import { type Lesson, messages } from '@khmer-learning/contracts';
import { Stack, Text } from '@khmer-learning/ui-kit';
import { FormProvider, useForm } from 'react-hook-form';
import { contentKeys } from '../content-keys.ts';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useAllMainLessons } from '../main-lessons/main-lessons.api.ts';
import { useUnfinishedUploads } from '../uploads/unfinished-uploads.tsx';
import { compareLessons } from './lesson-comparison.ts';
import { LessonFields } from './lesson-fields.tsx';
import {
  type LessonOutput,
  type LessonValues,
  lessonForm,
  lessonValues,
  lessonValuesOf,
} from './lesson-form.schema.ts';
import { lessonCalls, useFetchLesson } from './lessons.api.ts';
import { SectionList } from './section-list.tsx';
import { ShowPreview } from './show-preview.tsx';

/** The full-screen form of a lesson (spec 2.9). */
export function LessonForm({ item: lesson, onClose, onReload }: ItemFormProps<Lesson>) {
  const form = useForm<LessonValues, unknown, LessonOutput>({
    resolver: zodResolver(lessonForm),
    defaultValues: lessonValuesOf(lesson),
  });
  const { isDirty } = form.formState;
  const fetchLesson = useFetchLesson();
  const mainLessons = useAllMainLessons().data?.mainLessons ?? [];
  const lessonTypes = useLessonTypes().data ?? [];
  const uploads = useUnfinishedUploads();
  const isUploading = uploads.count > 0;
  const publishing = usePublishing({
    form,
    schema: lessonValues,
    name: 'lesson',
    item: lesson,
    calls: lessonCalls(useApi()),
    messages: messages.lesson,
    invalidates: contentKeys,
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
              A picture is still uploading: the lesson can be saved once it is there.
            </Text>
          ) : null}
          <ShowPreview form={form} />
          <PublishButtons publishing={publishing} label="Publish Lesson" disabled={isUploading} />
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
          <Stack gap={5}>
            <RestoreDraftPrompt autoSave={autoSave} />
            <LessonFields />
            {uploads.around(<SectionList />)}
          </Stack>
        </form>
      </FormProvider>
      {lesson === null ? null : <ItemAuditLog entity="lesson" entityId={lesson.id} />}
      {publishing.dialogs}
    </EditDialog>
  );
}
