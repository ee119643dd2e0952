import type { DashboardStats, LearningDay } from '@khmer-learning/contracts';
import {
  Button,
  ChartColumnIcon,
  type Column,
  color,
  DataTable,
  DayChart,
  EmptyState,
  formatSchoolDay,
  Inline,
  Select,
  Stack,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';

const number = new Intl.NumberFormat('en');

const figures = [
  { key: 'activeLearners', name: 'Active learners' },
  { key: 'lessonsFinished', name: 'Finished lessons' },
  { key: 'answers', name: 'Answers' },
] as const;
type Figure = (typeof figures)[number];

/* A select is as wide as its container. */
const FigureField = styled.div`
  width: 12rem;
`;

/** What learners did per day: a chart of one figure, and all figures as a table. */
export function LearningByDay({ learningByDay = [] }: Pick<DashboardStats, 'learningByDay'>) {
  const [figure, setFigure] = useState<Figure>(figures[0]);
  const [isTable, setIsTable] = useState(false);
  if (learningByDay.every(({ activeLearners }) => activeLearners === 0))
    return (
      <EmptyState
        title="No learner was active in the last 30 days"
        hint="Apps report what learners do with PUT /api/v1/progress."
        icon={<ChartColumnIcon aria-hidden="true" />}
      />
    );
  return (
    <Stack gap={3}>
      <Inline justify="between" gap={3}>
        {isTable ? (
          <span />
        ) : (
          <FigureField>
            <Select
              aria-label="Figure"
              value={figure.key}
              options={figures.map(({ key, name }) => ({ value: key, label: name }))}
              onValueChange={(key) => setFigure(figures.find((one) => one.key === key) ?? figures[0])}
            />
          </FigureField>
        )}
        <Button size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as Chart' : 'Show as Table'}
        </Button>
      </Inline>
      {isTable ? (
        <LearningTable days={learningByDay} />
      ) : (
        <LearningChart days={learningByDay} figure={figure} />
      )}
    </Stack>
  );
}

function LearningChart({ days, figure: { key, name } }: { days: readonly LearningDay[]; figure: Figure }) {
  const highest = number.format(Math.max(...days.map((day) => day[key])));
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <DayChart
      label={`${name} per day from ${formatSchoolDay(first)} to ${formatSchoolDay(last)}, at most ${highest} a day`}
      top={highest}
      bars={days.map((day) => ({
        day: day.day,
        title: `${formatSchoolDay(day.day)}: ${number.format(day[key])}`,
        parts: [{ name, fill: color('accentSolid'), value: day[key] }],
      }))}
    />
  );
}

const columns: readonly Column<LearningDay>[] = [
  { id: 'day', header: 'Day', main: true, nowrap: true, cell: ({ day }) => formatSchoolDay(day) },
  ...figures.map(
    ({ key, name }): Column<LearningDay> => ({
      id: key,
      header: name,
      align: 'end',
      cell: (day) => number.format(day[key]),
    }),
  ),
];

/** The days with active learners, the latest first. */
function LearningTable({ days }: { days: readonly LearningDay[] }) {
  return (
    <DataTable
      caption="Learning per day"
      columns={columns}
      rows={days.filter(({ activeLearners }) => activeLearners > 0).reverse()}
      rowKey={({ day }) => day}
      rowName={({ day }) => formatSchoolDay(day)}
      empty={null}
    />
  );
}
