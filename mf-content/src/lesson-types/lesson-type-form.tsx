import { zodResolver } from '@hookform/resolvers/zod';
import {
  ApiError,
  EditDialog,
  type EditorFormProps,
  StaleVersionDialog,
  useApi,
  useSave,
} from '@khmer-learning/console-sdk';
import { type LessonType, lessonTypeBody, lessonTypeMessages, messages } from '@khmer-learning/contracts';
import { Button, FormField, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { contentKeys } from '../content-keys.ts';
import { IconField } from './icon-field.tsx';
import { lessonTypeCalls } from './lesson-types.api.ts';

/** The form of a lesson type (spec 2.14). */
export function LessonTypeForm({ item: type, onClose, onReload }: EditorFormProps<LessonType>) {
  const formId = useId();
  const form = useForm<z.input<typeof lessonTypeBody>, unknown, z.output<typeof lessonTypeBody>>({
    resolver: zodResolver(lessonTypeBody),
    defaultValues: { icon: type?.icon ?? '', title: type?.title ?? '', iconMode: type?.iconMode ?? 'raw' },
  });
  const { isDirty, errors } = form.formState;
  const { save, isSaving, isStale, keepEditing, overwrite } = useSave({
    form,
    calls: lessonTypeCalls(useApi()),
    says: messages.lessonType,
    invalidates: contentKeys,
    onSaved: onClose,
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.userMessage !== lessonTypeMessages.titleTaken) return;
      form.setError('title', { message: error.userMessage }, { shouldFocus: true });
    },
  });
  // Registered in the order of the screen: the focus goes to the first field that is wrong.
  const icon = form.register('icon');
  const title = form.register('title');
  const submit = form.handleSubmit((body) => save({ id: type?.id ?? null, body, version: type?.version }));

  return (
    <EditDialog
      title={type === null ? 'Create New Lesson Type' : 'Edit Lesson Type'}
      size="small"
      dirty={isDirty}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} variant="primary" loading={isSaving} loadingLabel="Saving...">
          {type === null ? 'Create Lesson Type' : 'Save Changes'}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <IconField form={form} icon={icon} type={type} />
          <FormField label="Title" required error={errors.title?.message}>
            <TextInput {...title} />
          </FormField>
        </Stack>
      </form>
      <StaleVersionDialog
        open={isStale}
        thing="lesson type"
        whatReloadDoes="What you have changed here is lost."
        onKeepEditing={keepEditing}
        onReload={() => {
          keepEditing();
          onReload();
        }}
        onOverwrite={overwrite}
      />
    </EditDialog>
  );
}
