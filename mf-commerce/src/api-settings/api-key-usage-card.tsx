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
  formatNumber,
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
import { message, useMessages } from '../messages/messages.ts';
import { useApiKeyUsage } from './api-keys.api.ts';

/** The parts of a bar from the bottom up: calls that succeeded, errors and refused calls. */
const parts = [
  {
    name: 'apiKeyUsageCard.successful',
    fill: color('accentSolid'),
    countOf: (day: ApiKeyDay) => day.calls - day.errors - day.refused,
  },
  { name: 'apiKeyUsageCard.errors', fill: color('redSolid'), countOf: (day: ApiKeyDay) => day.errors },
  { name: 'apiKeyUsageCard.refused', fill: color('yellowSolid'), countOf: (day: ApiKeyDay) => day.refused },
] as const;

const totalOf = (days: readonly ApiKeyDay[], countOf: (day: ApiKeyDay) => number) =>
  days.reduce((sum, day) => sum + countOf(day), 0);

/** Use of one key per day: a chart, and the same numbers as a table. */
export function ApiKeyUsageCard({ keys }: { keys: readonly ApiKey[] }) {
  const t = useMessages();
  const [chosen, setChosen] = useState<number | null>(null);
  const apiKey = keys.find(({ id }) => id === chosen) ?? keys[0];
  if (apiKey === undefined) return null;
  return (
    <Card
      title={t('apiKeyUsageCard.title')}
      actions={
        <Select
          aria-label={t('apiKeyUsageCard.key')}
          value={String(apiKey.id)}
          options={keys.map(({ id, name, prefix, userName }) => ({
            value: String(id),
            label: name ?? t('apiKeyUsageCard.unnamedKey', { prefix, owner: userName }),
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
  const t = useMessages();
  const { data, error, refetch } = useApiKeyUsage(id);
  const [isTable, setIsTable] = useState(false);
  const failure = listErrorProps(t('apiKeyUsageCard.use'), error, refetch);
  if (failure) return <ErrorPanel {...failure} />;
  if (data === undefined) return <Skeleton height="10rem" />;
  if (data.every(({ calls }) => calls === 0))
    return (
      <EmptyState
        title={t('apiKeyUsageCard.empty', { days: data.length })}
        hint={t('apiKeyUsageCard.emptyHint')}
        icon={<ChartColumnIcon aria-hidden="true" />}
      />
    );
  return (
    <Stack gap={3}>
      <Inline justify="between" gap={3}>
        <Legend days={data} />
        <Button size="small" onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'apiKeyUsageCard.showChart' : 'apiKeyUsageCard.showTable')}
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
  const t = useMessages();
  return (
    <Inline gap={4}>
      {parts.map(({ name, fill, countOf }) => (
        <Text as="span" size="small" key={name}>
          <Swatch $fill={fill} aria-hidden="true" />
          {t('apiKeyUsageCard.total', { name: t(name), count: formatNumber(totalOf(days, countOf)) })}
        </Text>
      ))}
    </Inline>
  );
}

/** A bar per day, scaled to the busiest one. */
function UsageChart({ days }: { days: readonly ApiKeyDay[] }) {
  const t = useMessages();
  const busiest = formatNumber(Math.max(...days.map(({ calls }) => calls)));
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  return (
    <DayChart
      label={t('apiKeyUsageCard.chart', {
        first: formatSchoolDay(first),
        last: formatSchoolDay(last),
        busiest,
      })}
      top={t('apiKeyUsageCard.busiest', { calls: busiest })}
      bars={days.map((day) => ({
        day: day.day,
        title: t('apiKeyUsageCard.day', {
          day: formatSchoolDay(day.day),
          calls: formatNumber(day.calls),
          errors: formatNumber(day.errors),
          refused: formatNumber(day.refused),
        }),
        parts: parts.map(({ name, fill, countOf }) => ({ name: t(name), fill, value: countOf(day) })),
      }))}
    />
  );
}

const columns = (): readonly Column<ApiKeyDay>[] => [
  {
    id: 'day',
    header: message('apiKeyUsageCard.dayColumn'),
    main: true,
    cell: ({ day }) => formatSchoolDay(day),
    nowrap: true,
  },
  {
    id: 'calls',
    header: message('apiKeyUsageCard.callsColumn'),
    align: 'end',
    cell: ({ calls }) => formatNumber(calls),
  },
  {
    id: 'errors',
    header: message('apiKeyUsageCard.errors'),
    align: 'end',
    cell: ({ errors }) => formatNumber(errors),
  },
  {
    id: 'refused',
    header: message('apiKeyUsageCard.refused'),
    align: 'end',
    cell: ({ refused }) => formatNumber(refused),
  },
];

function UsageTable({ days }: { days: readonly ApiKeyDay[] }) {
  const t = useMessages();
  return (
    <DataTable
      caption={t('apiKeyUsageCard.table')}
      columns={columns()}
      rows={days.filter(({ calls }) => calls > 0).reverse()}
      rowKey={({ day }) => day}
      rowName={({ day }) => formatSchoolDay(day)}
      empty={null}
    />
  );
}
