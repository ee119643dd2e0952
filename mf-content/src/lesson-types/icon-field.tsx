import { uploadUrl } from '@khmer-learning/contracts';
import { FormField, Tabs, TextInput } from '@khmer-learning/ui-kit';
import type { UseControllerReturn } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';
import { UploadZone } from '../uploads/upload-zone.tsx';
import type { Upload } from '../uploads/use-upload.ts';
import type { LessonTypeFormValues } from './lesson-type.fields.tsx';
import { LessonTypeIcon } from './lesson-type-icon.tsx';

type IconMode = LessonTypeFormValues['iconMode'];

interface IconFieldProps {
  mode: IconMode;
  onModeChange: (mode: IconMode) => void;
  /** The field for the text or emoji. It also carries the validation error of an image icon. */
  icon: UseControllerReturn<LessonTypeFormValues, 'icon'>;
  file: string;
  upload: Upload;
}

export function IconField({ mode, onModeChange, icon, file, upload }: IconFieldProps) {
  const t = useMessages();
  const error = icon.fieldState.error?.message;
  const { ref, onBlur } = icon.field;
  return (
    <Tabs
      label={t('iconField.modes')}
      value={mode}
      onValueChange={onModeChange}
      tabs={[
        {
          value: 'raw',
          label: t('iconField.raw'),
          content: (
            <FormField label={t('field.icon')} required error={error}>
              <TextInput placeholder={t('iconField.placeholder')} {...icon.field} />
            </FormField>
          ),
        },
        {
          value: 'file',
          label: t('iconField.file'),
          content: (
            <FormField group label={t('field.icon')} required error={upload.errorMessage ?? error}>
              <UploadZone upload={upload} hasFile={file !== ''} ref={ref} onBlur={onBlur}>
                {file === '' ? null : (
                  <LessonTypeIcon
                    size="large"
                    type={{ icon: file, iconMode: 'file', iconUrl: uploadUrl(file) }}
                  />
                )}
              </UploadZone>
            </FormField>
          ),
        },
      ]}
    />
  );
}
