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
  accept: string;
  onFile: (file: File | undefined) => void;
  ref: Ref<HTMLInputElement>;
}

export function HiddenFileInput({ accept, onFile, ref }: HiddenFileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      onChange={(event) => {
        onFile(event.target.files?.[0]);
        // Reset, so that choosing the same (possibly corrected) file again fires another change event.
        event.target.value = '';
      }}
    />
  );
}
