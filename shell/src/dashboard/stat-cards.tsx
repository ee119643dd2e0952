import { type DashboardFigure, ManifestIcon } from '@khmer-learning/console-sdk';
import type { DashboardStats } from '@khmer-learning/contracts';
import { CardGrid, StatCard, StatCardSkeleton, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../console/messages/messages.ts';
import type { ViewAddressOf } from './links.ts';
import { formatCompactUsd, formatCount, formatPercent, formatUsd, roundedPercent } from './number-format.ts';
import { readNumber, readNumbers } from './stats-field.ts';

/** Four cards per row beside the sidebar, two on a phone. */
const cardWidth = 'min(13.5rem, 42vw)';

/* The last row is filled, too: teachers have seven cards. */
const Cards = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(4)};
  & > * { flex: 1 1 ${cardWidth}; }
`;

const formats = { count: formatCount, usd: formatCompactUsd } as const;

function detailText(stats: DashboardStats, { value, detail }: DashboardFigure): string | undefined {
  if (detail === undefined) return undefined;
  const [shown, whole] = [
    readNumber(stats, detail.format === 'usd' ? detail.value : value),
    detail.format === 'usd' ? undefined : readNumber(stats, detail.of),
  ];
  if (shown === undefined || (detail.format === 'percent' && whole === undefined)) return undefined;
  const text = whole === undefined ? formatUsd(shown) : formatPercent(roundedPercent(shown, whole));
  return detail.text.replace('{value}', () => text);
}

/** The last 30 days of a figure, in words and numbers. */
function curveOf(
  stats: DashboardStats,
  { curve, format }: DashboardFigure,
  t: ReturnType<typeof useMessages>,
) {
  const values = curve === undefined ? undefined : readNumbers(stats, curve);
  if (values === undefined) return undefined;
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  return {
    values,
    scale: { lowest: formats[format](Math.min(...values)), highest: formats[format](Math.max(...values)) },
    label: t('statCards.curve', {
      days: values.length,
      first: formats[format](first),
      last: formats[format](last),
    }),
  };
}

interface FigureCardProps {
  stats: DashboardStats;
  figure: DashboardFigure;
  addressOf: ViewAddressOf;
}

function FigureCard({ stats, figure, addressOf }: FigureCardProps) {
  const t = useMessages();
  const { label, icon, value, format, growth, link } = figure;
  const number = readNumber(stats, value);
  const detail = detailText(stats, figure);
  const curve = curveOf(stats, figure, t);
  const percent = growth && readNumber(stats, growth.value);
  // It is 0, too, when last month had none, so it would contradict a curve that rises.
  const isUnknown = percent === 0 && curve !== undefined && curve.values[0] !== curve.values.at(-1);
  return (
    <StatCard
      label={label}
      icon={<ManifestIcon name={icon} />}
      value={number === undefined ? '-' : formats[format](number)}
      href={link && addressOf(link)}
      curve={curve}
      growth={isUnknown ? undefined : percent}
      {...(growth?.decimals === undefined ? {} : { growthDecimals: growth.decimals })}
      {...(detail === undefined ? {} : { detail })}
    />
  );
}

export interface StatCardsProps {
  stats: DashboardStats;
  figures: readonly DashboardFigure[];
  addressOf: ViewAddressOf;
}

export function StatCards({ stats, figures, addressOf }: StatCardsProps) {
  return (
    <Cards>
      {figures.map((figure) => (
        <FigureCard
          key={`${figure.id} ${figure.label}`}
          stats={stats}
          figure={figure}
          addressOf={addressOf}
        />
      ))}
    </Cards>
  );
}

export function StatCardSkeletons() {
  return (
    <CardGrid minColumnWidth={cardWidth}>
      <StatCardSkeleton />
      <StatCardSkeleton />
      <StatCardSkeleton />
      <StatCardSkeleton />
    </CardGrid>
  );
}
