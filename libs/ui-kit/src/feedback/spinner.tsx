import styled, { keyframes } from 'styled-components';
import { radius } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { VisuallyHidden } from '../text/visually-hidden.ts';

const spin = keyframes`to { transform: rotate(360deg); }`;

/* With reduced motion the ring does not turn; the gap in it still indicates waiting. */
const Ring = styled.span<{ $size: number }>`
  display: inline-block;
  flex: none;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: ${radius.full};
  animation: ${spin} 700ms linear infinite;
`;

/** The ring alone, hidden from screen readers, for places that also show a text. */
export function SpinnerRing({ size = 16 }: { size?: number }) {
  return <Ring $size={size} aria-hidden="true" />;
}

const Status = styled.span`display: inline-flex;`;

/** A loading indicator. `label` is for screen readers. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  const t = useMessages();
  return (
    <Status role="status">
      <SpinnerRing size={size} />
      <VisuallyHidden>{label ?? t('loading.status')}</VisuallyHidden>
    </Status>
  );
}
