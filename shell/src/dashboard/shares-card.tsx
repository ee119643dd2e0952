import type { DashboardShares } from '@khmer-learning/console-sdk';
import type { DashboardStats } from '@khmer-learning/contracts';
import {
  ChartColumnIcon,
  chartColors,
  color,
  EmptyState,
  fontSize,
  fontWeight,
  langProps,
  ProgressBar,
  Stack,
  space,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { z } from 'zod';
import { formatCount, formatPercent, roundedPercent } from './number-format.ts';
import { readRows } from './stats-field.ts';

const rowSchema = z.object({ title: z.string(), count: z.number() });

const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: ${space(1.5)};
`;
const Name = styled.span`min-width: 0; font-weight: ${fontWeight.medium}; overflow-wrap: anywhere;`;
const Share = styled.span`
  flex: none;
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  font-variant-numeric: tabular-nums;
`;

/** Parts of a whole, as bars. Parts of nothing are omitted. */
export function SharesCard({ stats, shares }: { stats: DashboardStats; shares: DashboardShares }) {
  const { items, unit, empty } = shares;
  const parts = readRows(stats, items, rowSchema).filter(({ count }) => count > 0);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    return <EmptyState title={empty.title} hint={empty.hint} icon={<ChartColumnIcon aria-hidden="true" />} />;
  }
  return (
    <Stack gap={4}>
      {parts.map(({ title, count }, index) => {
        const percent = roundedPercent(count, total);
        return (
          <div key={title}>
            <Line>
              <Name {...langProps(title)}>{title}</Name>
              <Share>
                {formatCount(count)} {count === 1 ? unit.one : unit.other} · {formatPercent(percent)}
              </Share>
            </Line>
            <ProgressBar
              label={title}
              value={percent}
              fill={chartColors[index % chartColors.length] ?? chartColors[0]}
            />
          </div>
        );
      })}
    </Stack>
  );
}
