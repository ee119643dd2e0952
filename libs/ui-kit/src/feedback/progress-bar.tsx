import styled from 'styled-components';
import { color, duration, radius } from '../foundation/tokens.ts';

const Track = styled.div`
  height: 0.5rem;
  border-radius: ${radius.full};
  background: ${color('greySoft')};
  overflow: hidden;
`;

const Fill = styled.div`height: 100%; border-radius: inherit; transition: width ${duration.normal};`;

export interface ProgressBarProps {
  /** What is measured: `Greetings`. */
  label: string;
  /** Percent, 0 to 100; anything outside is cut. */
  value: number;
  /** Any CSS colour; see `distributionColors`. */
  fill?: string;
}

/** A share of a whole. */
export function ProgressBar({ label, value, fill = color('accentSolid') }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, value));
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <Fill style={{ width: `${percent}%`, background: fill }} />
    </Track>
  );
}
