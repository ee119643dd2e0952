import { Button } from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';

interface OpenedProps {
  label?: string;
  variant?: 'danger';
  /** Draws what is open. @param close closes it */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function Opened({ label = 'Open', children, ...look }: OpenedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}
