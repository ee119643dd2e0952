import { Button, formatNumber, Inline, Text, UploadIcon, useFieldControl } from '@khmer-learning/ui-kit';
import type { RefObject } from 'react';
import { message as contentMessage } from '../messages/messages.ts';
import { DropZone, HiddenFileInput } from '../uploads/drop-zone.tsx';
import { message, useMessages } from './messages/messages.ts';

/** `lessons.json (12 KB)` */
function describeFile({ name, size }: File) {
  const [amount, unit] = size < 100_000 ? [Math.ceil(size / 1024), 'KB'] : [size / 1024 / 1024, 'MB'];
  return message('importFile.size', { name, unit, size: formatNumber(amount, { maximumFractionDigits: 1 }) });
}

interface ImportFileInputProps {
  file: File | null;
  disabled: boolean;
  onFile: (file: File | undefined) => void;
  ref: RefObject<HTMLInputElement | null>;
}

/** Selects the file of an import by dialog or by drop. Must be inside a `FormField`. */
export function ImportFileInput({ file, disabled, onFile, ref }: ImportFileInputProps) {
  const { 'aria-describedby': describedBy } = useFieldControl();
  const t = useMessages();
  return (
    <DropZone onFile={onFile}>
      <Inline gap={3}>
        <Button
          icon={<UploadIcon aria-hidden="true" />}
          aria-describedby={describedBy}
          disabled={disabled}
          onClick={() => ref.current?.click()}
        >
          {file === null ? contentMessage('uploadZone.choose') : t('importStatus.chooseAnother')}
        </Button>
        <Text size="small" muted={file === null} role="status">
          {file === null ? t('importFile.orDrop') : describeFile(file)}
        </Text>
      </Inline>
      <HiddenFileInput ref={ref} accept=".xlsx,.csv,.tsv,.txt,.json" onFile={onFile} />
    </DropZone>
  );
}
