import styled, { keyframes } from 'styled-components';
import { color, duration, radius } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';

const Track = styled.div`
  height: 0.5rem;
  border-radius: ${radius.full};
  background: ${color('greySoft')};
  overflow: hidden;
`;

const Fill = styled.div`height: 100%; border-radius: inherit; transition: width ${duration.normal};`;

const slide = keyframes`from { transform: translateX(-100%); } to { transform: translateX(300%); }`;

/* The moving bar of an indeterminate progress. */
const IndeterminateFill = styled(Fill)`
  width: 35%;
  animation: ${slide} 1.4s ease-in-out infinite;
  @media (prefers-reduced-motion: reduce) { width: 100%; opacity: 0.5; animation: none; }
`;

export interface ProgressBarProps {
  /** The accessible name: `Greetings`. */
  label: string;
  /** Percent, clamped to 0 to 100. Null for an indeterminate progress. */
  value: number | null;
  /** Any CSS colour; see `chartColors`. */
  fill?: string;
}

/** A progress bar or a percentage bar. */
export function ProgressBar({ label, value, fill = color('accentSolid') }: ProgressBarProps) {
  if (value === null) {
    return (
      <Track role="progressbar" aria-label={label} {...langProps(label)}>
        <IndeterminateFill style={{ background: fill }} />
      </Track>
    );
  }
  const percent = Math.min(100, Math.max(0, value));
  return (
    <Track
      role="progressbar"
      aria-label={label}
      {...langProps(label)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <Fill style={{ width: `${percent}%`, background: fill }} />
    </Track>
  );
}
