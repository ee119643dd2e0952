import { Button, Inline, Text, UploadIcon, useFieldControl } from '@khmer-learning/ui-kit';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { DropZone, HiddenFileInput } from '../uploads/drop-zone.tsx';

const sizeFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const formatFileSize = ({ size }: File) =>
  size < 100_000 ? `${Math.ceil(size / 1024)} KB` : `${sizeFormat.format(size / 1024 / 1024)} MB`;

export interface ImportFileInputHandle {
  /** Opens the browser's file dialog. */
  openFileDialog: () => void;
}

interface ImportFileInputProps {
  /** The selected file. */
  file: File | null;
  disabled: boolean;
  onFile: (file: File | undefined) => void;
  ref: Ref<ImportFileInputHandle>;
}

/** Selects the file of an import by dialog or by drop. Must be inside a `FormField`. */
export function ImportFileInput({ file, disabled, onFile, ref }: ImportFileInputProps) {
  const { 'aria-describedby': describedBy } = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ openFileDialog: () => input.current?.click() }));

  return (
    <DropZone onFile={onFile}>
      <Inline gap={3}>
        <Button
          icon={<UploadIcon aria-hidden="true" />}
          aria-describedby={describedBy}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {file === null ? 'Choose file' : 'Choose another file'}
        </Button>
        <Text size="small" muted={file === null} role="status">
          {file === null ? 'or drop a file here' : `${file.name} (${formatFileSize(file)})`}
        </Text>
      </Inline>
      <HiddenFileInput ref={input} accept=".json,.csv,application/json,text/csv" onFile={onFile} />
    </DropZone>
  );
}
