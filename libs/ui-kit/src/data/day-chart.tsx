import styled from 'styled-components';
import { color } from '../foundation/tokens.ts';
import { formatSchoolDay } from '../text/school-time.ts';
import { Text } from '../text/text.tsx';

/** The bar of one day. */
export interface DayBar {
  /** `2026-05-04` */
  readonly day: string;
  /** What the browser shows when the pointer is over the bar. */
  readonly title: string;
  /** The parts from the bottom up. `fill` is a color of the theme. */
  readonly parts: readonly { readonly name: string; readonly fill: string; readonly value: number }[];
}

const Chart = styled.svg`display: block; width: 100%; height: 10rem; border-bottom: 1px solid ${color('border')};`;
const Bar = styled.rect<{ $fill: string }>`fill: ${({ $fill }) => $fill};`;
const Axis = styled.div`display: flex; justify-content: space-between;`;

const barWidth = 8;
const dayWidth = 10;
const chartHeight = 100;

const heightOf = ({ parts }: DayBar) => parts.reduce((sum, { value }) => sum + value, 0);

/** A bar per day, the earliest first; `top` is the highest value. A screen reader has only `label`: offer a table, too. */
export function DayChart({ bars, label, top }: { bars: readonly DayBar[]; label: string; top: string }) {
  const scale = chartHeight / Math.max(1, ...bars.map(heightOf));
  return (
    <div>
      <Text size="small" muted>
        {top}
      </Text>
      <Chart
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length * dayWidth} ${chartHeight}`}
        preserveAspectRatio="none"
      >
        {bars.map((bar, index) => (
          <DayColumn key={bar.day} bar={bar} x={index * dayWidth} scale={scale} />
        ))}
      </Chart>
      <Axis aria-hidden="true">
        {[bars[0], bars.at(-1)].map((bar, index) => (
          <Text as="span" size="small" muted key={index === 0 ? 'first' : 'last'}>
            {formatSchoolDay(bar?.day ?? '')}
          </Text>
        ))}
      </Axis>
    </div>
  );
}

function DayColumn({ bar, x, scale }: { bar: DayBar; x: number; scale: number }) {
  let y = chartHeight;
  const segments = bar.parts.map(({ name, fill, value }) => {
    const height = value * scale;
    y -= height;
    return { name, fill, height, y };
  });
  return (
    <g>
      <title>{bar.title}</title>
      {segments.map(({ name, fill, height, y: top }) => (
        <Bar key={name} $fill={fill} x={x} y={top} width={barWidth} height={height} />
      ))}
    </g>
  );
}
