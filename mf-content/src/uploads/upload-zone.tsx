import {
  Button,
  color,
  Inline,
  ProgressBar,
  radius,
  Stack,
  space,
  Text,
  UploadIcon,
  useFieldControl,
} from '@khmer-learning/ui-kit';
import { type DragEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { acceptedTypes, typeNames } from './file-check.ts';
import type { Upload } from './use-upload.ts';

const Zone = styled.div<{ $over: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px dashed ${({ $over }) => color($over ? 'accent' : 'borderControl')};
  border-radius: ${radius.medium};
  background: ${({ $over }) => color($over ? 'surfaceSelected' : 'surfaceSunken')};
`;

const Controls = styled(Stack)`flex: 1 1 12rem; min-width: 0;`;
const Note = styled(Text)`flex: 1 1 10.5rem; min-width: 0;`;

interface UploadZoneProps {
  upload: Upload;
  /** There is a file already: the button replaces it. */
  hasFile: boolean;
  /** The file there is, as a picture. */
  children?: ReactNode;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Takes a file by choice, by drop or by paste, and shows how far its upload has come. Stands in a `FormField`. */
export function UploadZone({ upload, hasFile, children, onBlur, ref }: UploadZoneProps) {
  const { kind, running, start, cancel } = upload;
  const { 'aria-describedby': describedBy } = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = hasFile ? 'Replace file' : 'Choose file';

  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) start(file);
    return file !== undefined;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // Copied text may bring its picture along: then the text is what is meant.
    if (event.defaultPrevented || event.clipboardData?.getData('text/plain')) return;
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);

  return (
    <Zone
      $over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
      <Controls gap={2}>
        <Inline gap={3}>
          {/* One button for both, so that it keeps the focus. */}
          <Button
            ref={ref}
            icon={running === null ? <UploadIcon aria-hidden="true" /> : undefined}
            aria-describedby={describedBy}
            onClick={() => (running === null ? input.current?.click() : cancel())}
            onBlur={onBlur}
          >
            {running === null ? choose : 'Cancel upload'}
          </Button>
          <Note size="small" muted lines={1} role="status">
            {running === null ? 'or drop or paste it here' : `Uploading ${running.name}`}
          </Note>
        </Inline>
        {running === null ? null : (
          <ProgressBar label={`Upload of ${running.name}`} value={running.share * 100} />
        )}
        <Text size="small" muted>{`${typeNames(kind)}, at most 10 MB`}</Text>
      </Controls>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes(kind)}
        onChange={(event) => {
          take(event.target.files);
          // The same file again is a change again.
          event.target.value = '';
        }}
      />
    </Zone>
  );
}
