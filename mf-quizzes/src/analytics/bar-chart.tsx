import {
  Button,
  type Column,
  color,
  DataTable,
  fontSize,
  Inline,
  Stack,
  Text,
  useScreen,
} from '@khmer-learning/ui-kit';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { type KeyboardEvent, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

export interface ChartBar {
  readonly key: string;
  /** Below the axis: `May 4`. */
  readonly label: string;
  readonly values: readonly number[];
  readonly href?: string | undefined;
  /** Shows what the bar counts in this view. */
  readonly onOpen?: (() => void) | undefined;
}

const fills = ['accentSolid', 'greenText'] as const;

const Drawing = styled.svg`
  display: block;
  width: 100%;
  overflow: visible;
  font-size: ${fontSize.small};

  & text { fill: ${color('textMuted')}; font-family: inherit; }
  & line, & path.visx-axis-line { stroke: ${color('border')}; }
  & [role='button'] { cursor: pointer; }
  & :is(a, [role='button']):focus-visible rect { outline: 2px solid ${color('focus')}; outline-offset: 1px; }
  & :is(a, [role='button']):hover rect { opacity: 0.8; }
`;
const Part = styled(Bar)<{ $fill: (typeof fills)[number] }>`fill: ${({ $fill }) => color($fill)};`;
const Swatch = styled.span<{ $fill: (typeof fills)[number] }>`
  display: inline-block;
  width: 0.75rem;
  height: 0.75rem;
  margin-inline-end: 0.375rem;
  border-radius: 2px;
  background: ${({ $fill }) => color($fill)};
`;

const margin = { top: 8, right: 4, bottom: 28, left: 44 };
const height = 220;
/** Room for one label below the axis. */
const labelWidth = 84;

export interface BarChartProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly labelHeader: string;
  readonly bars: readonly ChartBar[];
  readonly format: (value: number) => string;
}

/** Bars with a scale. The same numbers are a table for who cannot see or point at them, which is also printed. */
export function BarChart({ title, names, labelHeader, bars, format }: BarChartProps) {
  const t = useMessages();
  const [isTable, setIsTable] = useState(false);
  const isEmpty = bars.every(({ values }) => values.every((value) => value === 0));
  if (isEmpty) return <Text muted>{t('analytics.nothing')}</Text>;
  return (
    <Stack gap={2}>
      <Inline justify="between" gap={3}>
        <Inline gap={4}>
          {names.length === 1
            ? null
            : names.map((name, place) => (
                <Text as="span" size="small" muted key={name}>
                  <Swatch $fill={fills[place] ?? 'accentSolid'} aria-hidden="true" />
                  {name}
                </Text>
              ))}
        </Inline>
        <Button size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'analytics.showChart' : 'analytics.showTable')}
        </Button>
      </Inline>
      {isTable ? (
        <DataTable
          caption={title}
          columns={columnsOf({ labelHeader, names, format })}
          rows={bars}
          rowKey={({ key }) => key}
          rowName={({ label }) => label}
          empty={null}
        />
      ) : (
        <Bars title={title} names={names} bars={bars} format={format} />
      )}
    </Stack>
  );
}

function columnsOf({ labelHeader, names, format }: Pick<BarChartProps, 'labelHeader' | 'names' | 'format'>) {
  return [
    { id: 'label', header: labelHeader, main: true, nowrap: true, cell: ({ label }) => label },
    ...names.map(
      (name, place): Column<ChartBar> => ({
        id: name,
        header: name,
        align: 'end',
        cell: ({ values }) => format(values[place] ?? 0),
      }),
    ),
  ] satisfies Column<ChartBar>[];
}

function Bars({ title, names, bars, format }: Omit<BarChartProps, 'labelHeader'>) {
  const isNarrow = useScreen('(max-width: 40rem)');
  const width = isNarrow ? 340 : 760;
  const highest = Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const x = scaleBand<string>({
    domain: bars.map(({ key }) => key),
    range: [margin.left, width - margin.right],
    padding: 0.2,
  });
  const y = scaleLinear<number>({
    domain: [0, highest],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  });
  const labelOf = new Map(bars.map(({ key, label }) => [key, label]));
  const every = Math.ceil(bars.length / Math.floor((width - margin.left) / labelWidth));
  const ticks = bars.filter((_, place) => place % every === 0).map(({ key }) => key);
  return (
    <Drawing viewBox={`0 0 ${width} ${height}`} role="group" aria-label={title}>
      <AxisLeft
        scale={y}
        left={margin.left}
        numTicks={4}
        hideAxisLine
        tickFormat={(value) => (Number.isInteger(Number(value)) ? format(Number(value)) : '')}
      />
      {bars.map((bar) => {
        let top = 0;
        const words = names.map((name, place) => `${name}: ${format(bar.values[place] ?? 0)}`).join(', ');
        const text = `${bar.label}. ${words}`;
        const parts = bar.values.map((value, place) => {
          const from = top;
          top += value;
          return (
            <Part
              key={names[place]}
              $fill={fills[place] ?? 'accentSolid'}
              x={x(bar.key) ?? 0}
              width={x.bandwidth()}
              y={y(top)}
              height={y(from) - y(top)}
            />
          );
        });
        if (bar.href)
          return (
            <a key={bar.key} href={bar.href} aria-label={text}>
              <title>{text}</title>
              {parts}
            </a>
          );
        return (
          <g key={bar.key} {...buttonProps(text, bar.onOpen)}>
            <title>{text}</title>
            {parts}
          </g>
        );
      })}
      <AxisBottom
        scale={x}
        top={height - margin.bottom}
        tickValues={ticks}
        tickFormat={(key) => labelOf.get(key) ?? ''}
        hideTicks
      />
    </Drawing>
  );
}

/** SVG has no buttons. */
function buttonProps(label: string, onOpen: (() => void) | undefined) {
  if (!onOpen) return {};
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  return { role: 'button', tabIndex: 0, 'aria-label': label, onClick: onOpen, onKeyDown };
}
