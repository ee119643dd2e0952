import { color, radius, space } from '@khmer-learning/ui-kit';
import { type ReactNode, type Ref, useState } from 'react';
import styled from 'styled-components';

const Zone = styled.div<{ $over: boolean }>`
  padding: ${space(4)};
  border: 1px dashed ${({ $over }) => color($over ? 'accent' : 'borderControl')};
  border-radius: ${radius.medium};
  background: ${({ $over }) => color($over ? 'surfaceSelected' : 'surfaceSunken')};
`;

interface DropZoneProps {
  onFile: (file: File | undefined) => void;
  className?: string;
  children: ReactNode;
}

/** Takes a file that is dropped on it, and shows when one is about to be. */
export function DropZone({ onFile, className, children }: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return (
    <Zone
      $over={isDraggedOver}
      className={className}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDraggedOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </Zone>
  );
}

interface HiddenFileInputProps {
  /** As the browser's dialog for files takes it: `.json,.csv`. */
  accept: string;
  onFile: (file: File | undefined) => void;
  /** Its `click` opens the dialog. */
  ref: Ref<HTMLInputElement>;
}

/** The browser's own dialog for files, for a button to open. */
export function HiddenFileInput({ accept, onFile, ref }: HiddenFileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      onChange={(event) => {
        onFile(event.target.files?.[0]);
        // The same file again is a change again: it may have been corrected.
        event.target.value = '';
      }}
    />
  );
}
