import { uploadUrl } from '@khmer-learning/contracts';
import { FormField, Stack } from '@khmer-learning/ui-kit';
import type { Ref } from 'react';
import { UploadZone } from '../uploads/upload-zone.tsx';
import type { Upload } from '../uploads/use-upload.ts';
import { FullCoverImage } from './cover-image.tsx';
import { CoverPicker } from './cover-picker.tsx';

interface CoverFieldProps {
  upload: Upload;
  /** File name of the cover; empty if there is none. */
  value: string;
  onChange: (fileName: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** The cover: a new image, or the cover of another main lesson. */
export function CoverField({ upload, value, onChange, onBlur, error, ref }: CoverFieldProps) {
  const selectCover = (fileName: string) => {
    upload.cancel();
    upload.clearError();
    onChange(fileName);
  };
  return (
    <Stack gap={3}>
      <FormField group label="Cover Image" required error={upload.errorMessage ?? error}>
        <UploadZone upload={upload} hasFile={value !== ''} onBlur={onBlur} ref={ref}>
          {value === '' ? null : <FullCoverImage url={uploadUrl(value)} />}
        </UploadZone>
      </FormField>
      <CoverPicker value={value} onChange={selectCover} />
    </Stack>
  );
}
