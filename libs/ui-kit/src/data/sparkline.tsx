import styled from 'styled-components';
import { color, space } from '../foundation/tokens.ts';

const width = 100;
const height = 24;
/* Room for the line's own width at the top and the bottom. */
const margin = 2;

const Curve = styled.svg`
  display: block;
  width: 100%;
  height: 1.75rem;
  margin-top: auto;
  padding-top: ${space(1)};
  overflow: visible;
`;
const Line = styled.polyline`
  fill: none;
  stroke: ${color('accentSolid')};
  stroke-width: 1.5px;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

export interface SparklineProps {
  /** The earliest first. */
  values: readonly number[];
  /** What the curve says, in words: a screen reader reads nothing else. */
  label: string;
}

/** A small curve without axes, from the lowest of its values to the highest. Equal values are a line in the middle. */
export function Sparkline({ values, label }: SparklineProps) {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    const share = range === 0 ? 0.5 : (value - lowest) / range;
    return `${x.toFixed(1)},${(height - margin - share * (height - 2 * margin)).toFixed(1)}`;
  });
  return (
    <Curve role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <Line points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </Curve>
  );
}
