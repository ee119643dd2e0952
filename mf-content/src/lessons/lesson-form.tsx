import { zodResolver } from '@hookform/resolvers/zod';
import {
  Activity,
  AutoSaved,
  EditDialog,
  type EditorFormProps,
  RestoreOffer,
  StaleVersionDialog,
  UnpublishDialog,
  useApi,
  useAutoSave,
  useSave,
} from '@khmer-learning/console-sdk';
import { type ContentStatus, type Lesson, messages } from '@khmer-learning/contracts';
import { Button, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
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
import { type LessonChanges, lessonCalls, useFetchLesson } from './lessons.api.ts';
import { SectionList } from './section-list.tsx';
import { ShowPreview } from './show-preview.tsx';

/** The full-screen form of a lesson (spec 2.9). */
export function LessonForm({ item: lesson, onClose, onReload }: EditorFormProps<Lesson>) {
  const form = useForm<LessonValues, unknown, LessonOutput>({
    resolver: zodResolver(lessonForm),
    defaultValues: lessonValuesOf(lesson),
  });
  const { isDirty } = form.formState;
  const autoSave = useAutoSave({ form, dirty: isDirty, schema: lessonValues, name: 'lesson', item: lesson });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: lessonCalls(useApi()),
    says: messages.lesson,
    invalidates: contentKeys,
    onSaved: () => {
      autoSave.clear();
      onClose();
    },
  });
  const fetchLesson = useFetchLesson();
  const mainLessons = useAllMainLessons().data?.mainLessons ?? [];
  const lessonTypes = useLessonTypes().data ?? [];
  const uploads = useUnfinishedUploads();
  const isUploading = uploads.count > 0;
  const [unpublishing, setUnpublishing] = useState<LessonChanges | null>(null);

  const send = (body: LessonChanges) => save({ id: lesson?.id ?? null, body, version: autoSave.baseVersion });
  const submit = (status: ContentStatus) =>
    form.handleSubmit((values) => {
      const body = { ...values, status };
      if (status === 'draft' && lesson?.status === 'published') setUnpublishing(body);
      else send(body);
    })();

  return (
    <EditDialog
      title={lesson === null ? 'Create New Lesson' : 'Edit Lesson'}
      size="full"
      dirty={isDirty || isUploading}
      onClose={onClose}
      onDiscard={autoSave.clear}
      headerEnd={<AutoSaved autoSave={autoSave} />}
      footer={
        <>
          {isUploading ? (
            <Text size="small" muted role="status">
              A picture is still uploading: the lesson can be saved once it is there.
            </Text>
          ) : null}
          <ShowPreview form={form} />
          <Button disabled={isSaving || isUploading} onClick={() => submit('draft')}>
            Save as Draft
          </Button>
          <Button
            variant="primary"
            loading={isSaving}
            loadingLabel="Publishing..."
            disabled={isUploading}
            onClick={() => submit('published')}
          >
            Publish Lesson
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
          <Stack gap={5}>
            <RestoreOffer autoSave={autoSave} />
            <LessonFields />
            {uploads.around(<SectionList />)}
          </Stack>
        </form>
      </FormProvider>
      {lesson === null ? null : <Activity entity="lesson" entityId={lesson.id} />}
      <UnpublishDialog
        open={unpublishing !== null}
        thing="lesson"
        consequence="learners no longer see it until it is published again."
        onCancel={() => setUnpublishing(null)}
        onConfirm={() => unpublishing !== null && send(unpublishing)}
      />
      {stale === null ? null : (
        <StaleVersionDialog
          thing="lesson"
          whatReloadDoes="What you have here is kept in this browser, and you can restore it."
          compare={async () =>
            compareLessons(await fetchLesson(stale.id), stale.body, { mainLessons, lessonTypes })
          }
          onKeepEditing={keepEditing}
          onReload={() => {
            keepEditing();
            autoSave.save();
            onReload();
          }}
          onOverwrite={overwrite}
        />
      )}
    </EditDialog>
  );
}
