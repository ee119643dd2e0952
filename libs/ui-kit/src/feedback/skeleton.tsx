import styled, { keyframes } from 'styled-components';
import { color, radius } from '../foundation/tokens.ts';

const pulse = keyframes`50% { opacity: 0.45; }`;

const Bar = styled.span<{ $width: string; $height: string }>`
  display: inline-block;
  width: ${({ $width }) => $width};
  max-width: 100%;
  height: ${({ $height }) => $height};
  vertical-align: middle;
  border-radius: ${radius.small};
  background: ${color('greySoft')};
  animation: ${pulse} 1.6s ease-in-out infinite;
`;

/** A grey placeholder for text, hidden from screen readers. Announce the loading once, with text or `aria-busy`. */
export function Skeleton({ width = '100%', height = '0.875rem' }: { width?: string; height?: string }) {
  return <Bar $width={width} $height={height} aria-hidden="true" />;
}
