import styled from 'styled-components';
import { color, fontSize, space } from '../foundation/tokens.ts';

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

const Scaled = styled.div`display: flex; align-items: stretch; gap: ${space(2)}; margin-top: auto;`;
const Scale = styled.div`
  display: flex;
  flex: none;
  flex-direction: column;
  justify-content: space-between;
  color: ${color('textMuted')};
  font-size: ${fontSize.tiny};
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  text-align: end;
`;

export interface SparklineProps {
  /** The earliest first. */
  values: readonly number[];
  /** What the curve says, in words: a screen reader reads nothing else. */
  label: string;
  /** The texts of the lowest and the highest value: the scale. */
  scale?: { readonly lowest: string; readonly highest: string } | undefined;
}

/** A small curve without axes, from the lowest of its values to the highest. Equal values are a line in the middle. */
export function Sparkline({ values, label, scale }: SparklineProps) {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    const share = range === 0 ? 0.5 : (value - lowest) / range;
    return `${x.toFixed(1)},${(height - margin - share * (height - 2 * margin)).toFixed(1)}`;
  });
  const curve = (
    <Curve role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <Line points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </Curve>
  );
  if (scale === undefined) return curve;
  return (
    <Scaled>
      {curve}
      <Scale aria-hidden="true">
        <span>{scale.highest}</span>
        {range === 0 ? null : <span>{scale.lowest}</span>}
      </Scale>
    </Scaled>
  );
}
