import { Button, formatNumber, Inline, Text, UploadIcon, useFieldControl } from '@khmer-learning/ui-kit';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { DropZone, HiddenFileInput } from '../uploads/drop-zone.tsx';
import { message, useMessages } from './messages/messages.ts';

/** `lessons.json (12 KB)` */
const describeFile = ({ name, size }: File) =>
  size < 100_000
    ? message('importFile.kilobytes', { name, size: Math.ceil(size / 1024) })
    : message('importFile.megabytes', {
        name,
        size: formatNumber(size / 1024 / 1024, { maximumFractionDigits: 1 }),
      });

export interface ImportFileInputHandle {
  openFileDialog: () => void;
}

interface ImportFileInputProps {
  file: File | null;
  disabled: boolean;
  onFile: (file: File | undefined) => void;
  ref: Ref<ImportFileInputHandle>;
}

/** Selects the file of an import by dialog or by drop. Must be inside a `FormField`. */
export function ImportFileInput({ file, disabled, onFile, ref }: ImportFileInputProps) {
  const { 'aria-describedby': describedBy } = useFieldControl();
  const t = useMessages();
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
          {t(file === null ? 'importFile.choose' : 'importStatus.chooseAnother')}
        </Button>
        <Text size="small" muted={file === null} role="status">
          {file === null ? t('importFile.orDrop') : describeFile(file)}
        </Text>
      </Inline>
      <HiddenFileInput ref={input} accept=".xlsx,.csv,.tsv,.txt,.json" onFile={onFile} />
    </DropZone>
  );
}
