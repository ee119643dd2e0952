import { zodResolver } from '@hookform/resolvers/zod';
import {
  EditDialog,
  FormPanels,
  HistoryButton,
  ItemAuditLog,
  type ItemFormProps,
  ItemHead,
  prepareMerge,
  SaveButton,
  StaleVersionDialog,
  useSave,
} from '@khmer-learning/console-kit';
import { ApiError, useApi } from '@khmer-learning/console-sdk';
import { type LessonType, lessonTypeMessages, messages } from '@khmer-learning/contracts';
import { FormField, Stack, Text, TextInput } from '@khmer-learning/ui-kit';
import { useId, useRef, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { useUpload } from '../uploads/use-upload.ts';
import {
  compareLessonTypes,
  type LessonTypeParts,
  lessonTypeParts,
  lessonTypeShape,
} from './compare-lesson-types.ts';
import { IconField } from './icon-field.tsx';
import {
  type LessonTypeFormOutput,
  type LessonTypeFormValues,
  lessonTypeDefaultValues,
  lessonTypeFormSchema,
} from './lesson-type-form.schema.ts';
import { lessonTypeMutations, lessonTypeVersions, useFetchLessonType } from './lesson-types.api.ts';

/** The form of a lesson type. */
export function LessonTypeForm({ item, onClose, onReload }: ItemFormProps<LessonType>) {
  const t = useMessages();
  // What the values are based on: merging bases them on the newer version.
  const [type, setType] = useState(item);
  /** The newer version that the user has seen. */
  const seen = useRef<LessonType | null>(null);
  const formId = useId();
  const form = useForm<LessonTypeFormValues, unknown, LessonTypeFormOutput>({
    resolver: zodResolver(lessonTypeFormSchema),
    defaultValues: lessonTypeDefaultValues(type),
  });
  const { control, setValue, clearErrors } = form;
  const { isDirty, errors } = form.formState;
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: lessonTypeMutations(useApi()),
    messages: messages.lessonType,
    changes: ['lesson-type'],
    onSaved: onClose,
    onSaveError: (error) => {
      if (!(error instanceof ApiError) || error.userMessage !== lessonTypeMessages.titleTaken) return;
      form.setError('title', { message: error.userMessage }, { shouldFocus: true });
    },
  });
  const fetchLessonType = useFetchLessonType();
  // Registered in visual order, so that the first invalid field on the screen gets the focus.
  const icon = useController({ control, name: 'icon' });
  const title = form.register('title');
  const [iconMode, iconFile] = useWatch({ control, name: ['iconMode', 'iconFile'] });
  const upload = useUpload({
    kind: 'icon',
    onUploaded: ({ filename }) => {
      setValue('iconFile', filename, { shouldDirty: true });
      clearErrors('icon');
    },
  });
  const isUploading = upload.running !== null;
  const submit = form.handleSubmit((body) => save({ id: type?.id ?? null, body, version: type?.version }));

  return (
    <EditDialog
      title={t(type === null ? 'lessonTypeForm.create' : 'lessonTypeForm.edit')}
      {...(type === null ? {} : { description: <ItemHead title={type.title} savedAt={type.updatedAt} /> })}
      size="small"
      dirty={isDirty || isUploading}
      saving={isSaving}
      onClose={onClose}
      headerEnd={
        type === null ? null : (
          <HistoryButton
            itemType={t('itemType.lessonType')}
            id={type.id}
            endpoints={lessonTypeVersions}
            fetchItem={fetchLessonType}
            compare={compareLessonTypes}
            unsavedHint={isDirty ? t('lessonTypeForm.unsavedLost') : null}
            changes={['lesson-type']}
            onRestored={onReload}
            disabled={isSaving}
          />
        )
      }
      footer={
        <>
          {isUploading && iconMode === 'raw' ? (
            <Text size="small" muted role="status">
              {t('lessonTypeForm.uploading')}
            </Text>
          ) : null}
          <SaveButton form={formId} loading={isSaving} disabled={isUploading}>
            {t(type === null ? 'lessonTypeForm.submitNew' : 'lessonTypeForm.submit')}
          </SaveButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <IconField
            mode={iconMode}
            onModeChange={(mode) => {
              setValue('iconMode', mode, { shouldDirty: true });
              clearErrors('icon');
            }}
            icon={icon}
            file={iconFile}
            upload={upload}
          />
          <FormField label={t('field.title')} required error={errors.title?.message}>
            <TextInput {...title} />
          </FormField>
        </Stack>
      </form>
      {type === null ? null : <FormPanels entity="lesson-type" item={{ id: type.id, name: type.title }} />}
      {type === null ? null : <ItemAuditLog entity="lesson-type" entityId={type.id} />}
      {stale === null ? null : (
        <StaleVersionDialog
          itemType={t('itemType.lessonType')}
          reloadHint={t('lessonTypeForm.reloadHint')}
          compare={async () => {
            const theirs = await fetchLessonType(stale.id);
            if (theirs === null || type === null) return null;
            const mine = { ...stale.body, iconMode: stale.body.iconMode ?? 'raw' };
            const merging = await prepareMerge(lessonTypeShape(), {
              base: lessonTypeParts(type),
              mine: lessonTypeParts(mine),
              theirs: lessonTypeParts(theirs),
            });
            seen.current = theirs;
            return { version: theirs.version, fields: compareLessonTypes(theirs, mine), merging };
          }}
          onMerge={(merged) => {
            const { title, icon } = merged as LessonTypeParts;
            keepEditing();
            setType(seen.current);
            setValue('title', title, { shouldDirty: true });
            setValue('iconMode', icon.iconMode, { shouldDirty: true });
            setValue(icon.iconMode === 'file' ? 'iconFile' : 'icon', icon.icon, { shouldDirty: true });
          }}
          onKeepEditing={keepEditing}
          onReload={() => {
            keepEditing();
            onReload();
          }}
          onOverwrite={overwrite}
        />
      )}
    </EditDialog>
  );
}
