import { listErrorProps } from '@khmer-learning/console-kit';
import type { ApiKey, ApiKeyDay } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  ChartColumnIcon,
  type Column,
  color,
  DataTable,
  DayChart,
  EmptyState,
  ErrorPanel,
  formatSchoolDay,
  Inline,
  Select,
  Skeleton,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { useApiKeyUsage } from './api-keys.api.ts';

const number = new Intl.NumberFormat('en');

/** The parts of a bar from the bottom up: calls that succeeded, errors and refused calls. */
const parts = [
  {
    name: 'Successful',
    fill: color('accentSolid'),
    countOf: (day: ApiKeyDay) => day.calls - day.errors - day.refused,
  },
  { name: 'Errors', fill: color('redSolid'), countOf: (day: ApiKeyDay) => day.errors },
  { name: 'Refused', fill: color('yellowSolid'), countOf: (day: ApiKeyDay) => day.refused },
] as const;

const totalOf = (days: readonly ApiKeyDay[], countOf: (day: ApiKeyDay) => number) =>
  days.reduce((sum, day) => sum + countOf(day), 0);

/** Use of one key per day: a chart, and the same numbers as a table. */
export function ApiKeyUsageCard({ keys }: { keys: readonly ApiKey[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const apiKey = keys.find(({ id }) => id === chosen) ?? keys[0];
  if (apiKey === undefined) return null;
  return (
    <Card
      title="Use per Day"
      actions={
        <Select
          aria-label="API key"
          value={String(apiKey.id)}
          options={keys.map(({ id, name, prefix, userName }) => ({
            value: String(id),
            label: name ?? `${prefix}… of ${userName}`,
          }))}
          onValueChange={(id) => setChosen(Number(id))}
        />
      }
    >
      <UsageOfKey id={apiKey.id} />
    </Card>
  );
}

function UsageOfKey({ id }: { id: number }) {
  const { data, error, refetch } = useApiKeyUsage(id);
  const [isTable, setIsTable] = useState(false);
  const failure = listErrorProps('Use of this key', error, refetch);
  if (failure) return <ErrorPanel {...failure} />;
  if (data === undefined) return <Skeleton height="10rem" />;
  if (data.every(({ calls }) => calls === 0))
    return (
      <EmptyState
        title={`No calls in the last ${data.length} days`}
        hint="Calls are shown within about ten seconds."
        icon={<ChartColumnIcon aria-hidden="true" />}
      />
    );
  return (
    <Stack gap={3}>
      <Inline justify="between" gap={3}>
        <Legend days={data} />
        <Button size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as Chart' : 'Show as Table'}
        </Button>
      </Inline>
      {isTable ? <UsageTable days={data} /> : <UsageChart days={data} />}
    </Stack>
  );
}

const Swatch = styled.span<{ $fill: string }>`
  display: inline-block;
  width: ${space(2.5)};
  height: ${space(2.5)};
  margin-inline-end: ${space(1.5)};
  border-radius: 2px;
  background: ${({ $fill }) => $fill};

  @media (forced-colors: active) { forced-color-adjust: none; }
`;

function Legend({ days }: { days: readonly ApiKeyDay[] }) {
  return (
    <Inline gap={4}>
      {parts.map(({ name, fill, countOf }) => (
        <Text as="span" size="small" key={name}>
          <Swatch $fill={fill} aria-hidden="true" />
          {`${name}: ${number.format(totalOf(days, countOf))}`}
        </Text>
      ))}
    </Inline>
  );
}

/** A bar per day, scaled to the busiest one. */
function UsageChart({ days }: { days: readonly ApiKeyDay[] }) {
  const busiest = number.format(Math.max(...days.map(({ calls }) => calls)));
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <DayChart
      label={`Calls per day from ${formatSchoolDay(first)} to ${formatSchoolDay(last)}, at most ${busiest} a day`}
      top={`${busiest} calls`}
      bars={days.map((day) => ({
        day: day.day,
        title: `${formatSchoolDay(day.day)}: ${number.format(day.calls)} calls, ${number.format(day.errors)} errors, ${number.format(day.refused)} refused`,
        parts: parts.map(({ name, fill, countOf }) => ({ name, fill, value: countOf(day) })),
      }))}
    />
  );
}

const columns: readonly Column<ApiKeyDay>[] = [
  { id: 'day', header: 'Day', main: true, cell: ({ day }) => formatSchoolDay(day), nowrap: true },
  { id: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => number.format(calls) },
  { id: 'errors', header: 'Errors', align: 'end', cell: ({ errors }) => number.format(errors) },
  { id: 'refused', header: 'Refused', align: 'end', cell: ({ refused }) => number.format(refused) },
];

/** The days with calls, the latest first. */
function UsageTable({ days }: { days: readonly ApiKeyDay[] }) {
  return (
    <DataTable
      caption="Use per day"
      columns={columns}
      rows={days.filter(({ calls }) => calls > 0).reverse()}
      rowKey={({ day }) => day}
      rowName={({ day }) => formatSchoolDay(day)}
      empty={null}
    />
  );
}
