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
import { type ContentStatus, type MainLesson, messages } from '@khmer-learning/contracts';
import { Button, FormField, SegmentedToggle, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { contentKeys } from '../content-keys.ts';
import { useUpload } from '../uploads/use-upload.ts';
import { CoverField } from './cover-field.tsx';
import { compareMainLessons } from './main-lesson-comparison.ts';
import {
  type MainLessonOutput,
  type MainLessonValues,
  mainLessonForm,
  mainLessonValues,
  mainLessonValuesOf,
} from './main-lesson-form.schema.ts';
import { type MainLessonChanges, mainLessonCalls, useFetchMainLesson } from './main-lessons.api.ts';

const pricing = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
] as const;

/** The form of a main lesson (spec 2.15). */
export function MainLessonForm({ item: lesson, onClose, onReload }: EditorFormProps<MainLesson>) {
  const form = useForm<MainLessonValues, unknown, MainLessonOutput>({
    resolver: zodResolver(mainLessonForm),
    defaultValues: mainLessonValuesOf(lesson),
  });
  const { control, register } = form;
  const { isDirty, errors } = form.formState;
  const isFree = useWatch({ control, name: 'free' });
  const upload = useUpload({
    kind: 'cover',
    onUploaded: ({ filename }) => {
      form.setValue('imageCover', filename, { shouldDirty: true });
      form.clearErrors('imageCover');
    },
  });
  const isUploading = upload.running !== null;
  const autoSave = useAutoSave({
    form,
    dirty: isDirty,
    schema: mainLessonValues,
    name: 'main-lesson',
    item: lesson,
  });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: mainLessonCalls(useApi()),
    says: messages.mainLesson,
    invalidates: contentKeys,
    onSaved: () => {
      autoSave.clear();
      onClose();
    },
  });
  const fetchMainLesson = useFetchMainLesson();
  const [unpublishing, setUnpublishing] = useState<MainLessonChanges | null>(null);

  const send = (body: MainLessonChanges) =>
    save({ id: lesson?.id ?? null, body, version: autoSave.baseVersion });
  const submit = (status: ContentStatus) =>
    form.handleSubmit((values) => {
      const body = { ...values, status };
      if (status === 'draft' && lesson?.status === 'published') setUnpublishing(body);
      else send(body);
    })();

  return (
    <EditDialog
      title={lesson === null ? 'Create New Main Lesson' : 'Edit Main Lesson'}
      size="large"
      dirty={isDirty || isUploading}
      onClose={onClose}
      onDiscard={autoSave.clear}
      headerEnd={<AutoSaved autoSave={autoSave} />}
      footer={
        <>
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
            Publish
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
        <Stack gap={4}>
          <RestoreOffer autoSave={autoSave} />
          <Controller
            control={control}
            name="free"
            render={({ field }) => (
              <FormField group label="Pricing">
                <SegmentedToggle
                  options={pricing}
                  value={field.value ? 'free' : 'paid'}
                  onValueChange={(value) => field.onChange(value === 'free')}
                />
              </FormField>
            )}
          />
          <FormField label="Title" required error={errors.title?.message}>
            <TextInput {...register('title')} />
          </FormField>
          <FormField label="Description" required error={errors.description?.message}>
            <TextArea {...register('description')} />
          </FormField>
          <Controller
            control={control}
            name="imageCover"
            render={({ field, fieldState }) => (
              <CoverField
                ref={field.ref}
                upload={upload}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
          {isFree ? null : (
            <FormField label="Price (USD)" required error={errors.price?.message}>
              <TextInput
                type="number"
                step="0.01"
                min="0"
                inputMode="decimal"
                placeholder="0.00"
                // Otherwise scrolling the form would change the price under the pointer.
                onWheel={(event) => event.currentTarget.blur()}
                {...register('price')}
              />
            </FormField>
          )}
        </Stack>
      </form>
      {lesson === null ? null : <Activity entity="main-lesson" entityId={lesson.id} />}
      <UnpublishDialog
        open={unpublishing !== null}
        thing="main lesson"
        consequence="learners no longer see it and its lessons until it is published again."
        onCancel={() => setUnpublishing(null)}
        onConfirm={() => unpublishing !== null && send(unpublishing)}
      />
      {stale === null ? null : (
        <StaleVersionDialog
          thing="main lesson"
          whatReloadDoes="What you have here is kept in this browser, and you can restore it."
          compare={async () => compareMainLessons(await fetchMainLesson(stale.id), stale.body)}
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
