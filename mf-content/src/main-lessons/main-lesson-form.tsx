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
import { type MainLesson, messages } from '@khmer-learning/contracts';
import { FormField, SegmentedToggle, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { contentQueryKeys } from '../content-query-keys.ts';
import { useUpload } from '../uploads/use-upload.ts';
import { compareMainLessons } from './compare-main-lessons.ts';
import { CoverField } from './cover-field.tsx';
import {
  type MainLessonFormOutput,
  type MainLessonFormValues,
  mainLessonDefaultValues,
  mainLessonFormSchema,
  mainLessonValuesSchema,
} from './main-lesson-form.schema.ts';
import { mainLessonMutations, useFetchMainLesson } from './main-lessons.api.ts';

const pricing = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
] as const;

/** The form of a main lesson (spec 2.15). */
export function MainLessonForm({ item: lesson, onClose, onReload }: ItemFormProps<MainLesson>) {
  const form = useForm<MainLessonFormValues, unknown, MainLessonFormOutput>({
    resolver: zodResolver(mainLessonFormSchema),
    defaultValues: mainLessonDefaultValues(lesson),
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
  const fetchMainLesson = useFetchMainLesson();
  const publishing = usePublishing({
    form,
    schema: mainLessonValuesSchema,
    name: 'main-lesson',
    item: lesson,
    calls: mainLessonMutations(useApi()),
    messages: messages.mainLesson,
    invalidates: contentQueryKeys,
    itemType: 'main lesson',
    statuses: { published: 'published', draft: 'draft' },
    consequence: 'learners will not see it or its lessons until it is published again.',
    compare: async (id, body) => compareMainLessons(await fetchMainLesson(id), body),
    onClose,
    onReload,
  });
  const { autoSave } = publishing;

  return (
    <EditDialog
      title={lesson === null ? 'Create New Main Lesson' : 'Edit Main Lesson'}
      size="large"
      dirty={isDirty || isUploading}
      saving={publishing.isSaving}
      onClose={onClose}
      headerEnd={<AutoSaveStatus autoSave={autoSave} />}
      footer={<PublishButtons publishing={publishing} label="Publish" disabled={isUploading} />}
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} onBlur={autoSave.save}>
        <Stack gap={4}>
          <RestoreDraftPrompt autoSave={autoSave} />
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
                // Otherwise scrolling over the field would change the price.
                onWheel={(event) => event.currentTarget.blur()}
                {...register('price')}
              />
            </FormField>
          )}
        </Stack>
      </form>
      {lesson === null ? null : <ItemAuditLog entity="main-lesson" entityId={lesson.id} />}
      {publishing.dialogs}
    </EditDialog>
  );
}
