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
import { formatCount, roundedPercent } from './number-format.ts';

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

/** Lessons per lesson type, as a share of all lessons. Types without lessons are omitted (spec 9). */
export function ContentDistribution({ lessonsByType }: { lessonsByType: DashboardStats['lessonsByType'] }) {
  const types = lessonsByType.filter(({ count }) => count > 0);
  const total = types.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    return (
      <EmptyState
        title="No lessons created yet"
        hint="Create your first lesson to see distribution"
        icon={<ChartColumnIcon aria-hidden="true" />}
      />
    );
  }
  return (
    <Stack gap={4}>
      {types.map(({ lessonTypeId, title, count }, index) => {
        const percent = roundedPercent(count, total);
        return (
          <div key={lessonTypeId}>
            <Line>
              <Name {...langProps(title)}>{title}</Name>
              <Share>
                {formatCount(count)} {count === 1 ? 'lesson' : 'lessons'} · {percent}%
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
