import type { DashboardDays } from '@khmer-learning/console-sdk';
import type { DashboardStats } from '@khmer-learning/contracts';
import {
  Button,
  ChartColumnIcon,
  type Column,
  color,
  DataTable,
  DayChart,
  EmptyState,
  formatNumber,
  formatSchoolDay,
  Inline,
  Select,
  Stack,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { z } from 'zod';
import { useMessages } from '../console/messages/messages.ts';
import { readRows } from './stats-field.ts';

const daySchema = z.looseObject({ day: z.string() });
type Day = z.infer<typeof daySchema>;
type Figure = DashboardDays['figures'][number];

function figureOf(day: Day, { value }: Figure): number {
  return z.number().catch(0).parse(day[value]);
}

/* A select is as wide as its container. */
const FigureField = styled.div`
  width: 12rem;
`;

export function DaysCard({ stats, days: card }: { stats: DashboardStats; days: DashboardDays }) {
  const t = useMessages();
  const { title, figures, empty } = card;
  const [chosen, setChosen] = useState<string>();
  const [isTable, setIsTable] = useState(false);
  const days = readRows(stats, card.items, daySchema);
  const [first] = figures;
  const figure = figures.find(({ value }) => value === chosen) ?? first;
  if (first === undefined || figure === undefined || days.every((day) => figureOf(day, first) === 0))
    return <EmptyState title={empty.title} hint={empty.hint} icon={<ChartColumnIcon aria-hidden="true" />} />;
  return (
    <Stack gap={3}>
      <Inline justify="between" gap={3}>
        {isTable ? (
          <span />
        ) : (
          <FigureField>
            <Select
              aria-label={t('daysCard.figure')}
              value={figure.value}
              options={figures.map(({ value, name }) => ({ value, label: name }))}
              onValueChange={setChosen}
            />
          </FigureField>
        )}
        <Button size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? t('daysCard.showChart') : t('daysCard.showTable')}
        </Button>
      </Inline>
      {isTable ? (
        <DayTable
          title={title}
          figures={figures}
          days={days.filter((day) => figureOf(day, first) > 0).reverse()}
        />
      ) : (
        <FigureChart days={days} figure={figure} />
      )}
    </Stack>
  );
}

function FigureChart({ days, figure }: { days: readonly Day[]; figure: Figure }) {
  const t = useMessages();
  const { name } = figure;
  const highest = formatNumber(Math.max(...days.map((day) => figureOf(day, figure))));
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <DayChart
      label={t('daysCard.chart', {
        figure: name,
        first: formatSchoolDay(first),
        last: formatSchoolDay(last),
        highest,
      })}
      top={highest}
      bars={days.map((day) => ({
        day: day.day,
        title: t('daysCard.bar', {
          day: formatSchoolDay(day.day),
          value: formatNumber(figureOf(day, figure)),
        }),
        parts: [{ name, fill: color('accentSolid'), value: figureOf(day, figure) }],
      }))}
    />
  );
}

interface DayTableProps {
  title: string;
  figures: readonly Figure[];
  days: readonly Day[];
}

function DayTable({ title, figures, days }: DayTableProps) {
  const t = useMessages();
  const columns: readonly Column<Day>[] = [
    {
      id: 'day',
      header: t('daysCard.day'),
      main: true,
      nowrap: true,
      cell: ({ day }) => formatSchoolDay(day),
    },
    ...figures.map(
      (figure): Column<Day> => ({
        id: figure.value,
        header: figure.name,
        align: 'end',
        cell: (day) => formatNumber(figureOf(day, figure)),
      }),
    ),
  ];
  return (
    <DataTable
      caption={title}
      columns={columns}
      rows={days}
      rowKey={({ day }) => day}
      rowName={({ day }) => formatSchoolDay(day)}
      empty={null}
    />
  );
}
