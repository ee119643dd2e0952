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
  /** The field of the text or emoji, which shows what is wrong with either icon. */
  icon: UseControllerReturn<LessonTypeFormValues, 'icon'>;
  /** Name of the uploaded file; empty while there is none. */
  file: string;
  upload: Upload;
}

/** The icon: text or an emoji, or an uploaded picture. Both are kept while the author changes between them. */
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
