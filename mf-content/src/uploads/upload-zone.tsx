import {
  Button,
  Inline,
  ProgressBar,
  Stack,
  space,
  Text,
  UploadIcon,
  useFieldControl,
} from '@khmer-learning/ui-kit';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { DropZone, HiddenFileInput } from './drop-zone.tsx';
import { acceptedTypes, formatAcceptedTypes } from './file-validation.ts';
import type { Upload } from './use-upload.ts';

const Zone = styled(DropZone)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(4)};
`;

const Controls = styled(Stack)`flex: 1 1 12rem; min-width: 0;`;
const Note = styled(Text)`flex: 1 1 10.5rem; min-width: 0;`;

interface UploadZoneProps {
  upload: Upload;
  /** Whether a file exists that the new one replaces. */
  hasFile: boolean;
  children?: ReactNode;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function UploadZone({ upload, hasFile, children, onBlur, ref }: UploadZoneProps) {
  const t = useMessages();
  const { kind, running, start, cancel } = upload;
  const { 'aria-describedby': describedBy } = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const buttonLabel = t(hasFile ? 'uploadZone.replace' : 'uploadZone.choose');

  const startUpload = (file: File | undefined) => {
    if (file !== undefined) start(file);
    return file !== undefined;
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    // Copied text may include a rendered image of itself. In that case the text is pasted.
    if (event.defaultPrevented || event.clipboardData?.getData('text/plain')) return;
    if (startUpload(event.clipboardData?.files[0])) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);

  return (
    <Zone onFile={startUpload}>
      {children}
      <Controls gap={2}>
        <Inline gap={3}>
          {/* The same button starts and cancels the upload, so that it keeps the focus. */}
          <Button
            ref={ref}
            icon={running === null ? <UploadIcon aria-hidden="true" /> : undefined}
            aria-describedby={describedBy}
            onClick={() => (running === null ? input.current?.click() : cancel())}
            onBlur={onBlur}
          >
            {running === null ? buttonLabel : t('uploadZone.cancel')}
          </Button>
          <Note size="small" muted lines={1} role="status">
            {running === null ? t('uploadZone.orDrop') : t('action.uploading', { name: running.name })}
          </Note>
        </Inline>
        {running === null ? null : (
          <ProgressBar label={t('action.uploading', { name: running.name })} value={running.progress * 100} />
        )}
        <Text size="small" muted>
          {t('acceptedTypes.withLimit', { types: formatAcceptedTypes(kind) })}
        </Text>
      </Controls>
      <HiddenFileInput ref={input} accept={acceptedTypes(kind)} onFile={startUpload} />
    </Zone>
  );
}
