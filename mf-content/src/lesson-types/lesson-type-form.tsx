import { zodResolver } from '@hookform/resolvers/zod';
import { FieldRow, type ItemFormProps, PlainForm } from '@khmer-learning/console-kit';
import { ApiError } from '@khmer-learning/console-sdk';
import { type LessonType, lessonTypeMessages } from '@khmer-learning/contracts';
import { Text } from '@khmer-learning/ui-kit';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { useUpload } from '../uploads/use-upload.ts';
import { IconField } from './icon-field.tsx';
import {
  type LessonTypeFormOutput,
  type LessonTypeFormValues,
  lessonTypeFields,
  lessonTypeFormSchema,
  lessonTypeMapping,
} from './lesson-type.fields.tsx';
import { lessonTypeKind } from './lesson-types.api.ts';

export function LessonTypeForm(props: ItemFormProps<LessonType>) {
  const t = useMessages();
  const form = useForm<LessonTypeFormValues, unknown, LessonTypeFormOutput>({
    resolver: zodResolver(lessonTypeFormSchema),
    defaultValues: lessonTypeMapping.toValues(props.item),
  });
  const { control, setValue, clearErrors } = form;
  const fields = lessonTypeFields();
  const isNew = props.item === null;
  // Registered before the rows, so that the first invalid field on the screen gets the focus.
  const icon = useController({ control, name: 'icon' });
  const [iconMode, iconFile] = useWatch({ control, name: ['iconMode', 'iconFile'] });
  const upload = useUpload('icon', ({ filename }) => {
    setValue('iconFile', filename, { shouldDirty: true });
    clearErrors('icon');
  });
  const isUploading = upload.running !== null;

  return (
    <PlainForm
      {...props}
      kind={lessonTypeKind}
      form={form}
      fields={fields}
      mapping={lessonTypeMapping}
      title={t(isNew ? 'lessonTypeForm.create' : 'lessonTypeForm.edit')}
      {...(isNew ? { saveLabel: t('action.createLessonType') } : {})}
      busy={isUploading}
      onSaveError={(error) => {
        if (!(error instanceof ApiError) || error.userMessage !== lessonTypeMessages.titleTaken) return;
        form.setError('title', { message: error.userMessage }, { shouldFocus: true });
      }}
      footer={
        isUploading && iconMode === 'raw' ? (
          <Text size="small" muted role="status">
            {t('lessonTypeForm.uploading')}
          </Text>
        ) : null
      }
    >
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
      <FieldRow fields={fields} name="title" />
    </PlainForm>
  );
}
