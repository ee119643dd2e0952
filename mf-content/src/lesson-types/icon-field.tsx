import { uploadUrl } from '@khmer-learning/contracts';
import { FormField, Tabs, TextInput } from '@khmer-learning/ui-kit';
import type { UseControllerReturn } from 'react-hook-form';
import { UploadZone } from '../uploads/upload-zone.tsx';
import type { Upload } from '../uploads/use-upload.ts';
import type { LessonTypeFormValues } from './lesson-type-form.schema.ts';
import { LessonTypeIcon } from './lesson-type-icon.tsx';

type IconMode = LessonTypeFormValues['iconMode'];

interface IconFieldProps {
  mode: IconMode;
  onModeChange: (mode: IconMode) => void;
  /** The field for the text or emoji. It also carries the validation error of an image icon. */
  icon: UseControllerReturn<LessonTypeFormValues, 'icon'>;
  /** Name of the uploaded file; empty if there is none. */
  file: string;
  upload: Upload;
}

/** The icon: text or emoji, or an uploaded image. Switching between the modes keeps both values. */
export function IconField({ mode, onModeChange, icon, file, upload }: IconFieldProps) {
  const error = icon.fieldState.error?.message;
  const { ref, onBlur } = icon.field;
  return (
    <Tabs
      label="Text or file"
      value={mode}
      onValueChange={onModeChange}
      tabs={[
        {
          value: 'raw',
          label: 'Raw',
          content: (
            <FormField label="Icon" required error={error}>
              <TextInput placeholder="Enter an emoji or text" {...icon.field} />
            </FormField>
          ),
        },
        {
          value: 'file',
          label: 'File',
          content: (
            <FormField group label="Icon" required error={upload.errorMessage ?? error}>
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
