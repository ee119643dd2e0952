import {
  auditActionLabels,
  auditDetailText,
  auditActorName,
  ListFilter,
  ListPagination,
  type ListState,
  listErrorProps,
  RelativeTime,
  ListEmptyState,
  noFilter,
  RefreshButton,
  auditEntityLabels,
  useListState,
  usePageRows,
} from '@khmer-learning/console-sdk';
import { type AuditEntry, auditActions } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  color,
  DataTable,
  fontSize,
  narrowBreakpoint,
  Stack,
  space,
  Text,
  TextInput,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { fullName } from '../users/user-words.ts';
import { useAuditPage, useStaff } from './activity.api.ts';
import { dayBegins, dayEnds } from './day-range.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    header: 'What',
    main: true,
    cell: ({ action }) => <Text strong>{auditActionLabels[action]}</Text>,
  },
  {
    id: 'who',
    header: 'Who',
    cell: (entry) => (
      <Stack gap={1}>
        <Text>{auditActorName(entry)}</Text>
        {entry.actor?.email ? (
          <Text size="small" muted>
            {entry.actor.email}
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    id: 'thing',
    header: 'Thing',
    cell: ({ entity, entityId, title }) => (
      <Stack gap={1}>
        <Text lines={2}>{title}</Text>
        <Text size="small" muted>
          {`${auditEntityLabels[entity] ?? entity} ${entity === 'file' ? '' : entityId}`.trim()}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'details',
    header: 'Details',
    cell: (entry) => <Text size="small">{auditDetailText(entry) || '-'}</Text>,
  },
  { id: 'address', header: 'From', cell: ({ address }) => <Text size="small">{address ?? '-'}</Text> },
  { id: 'when', header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
];

/* An empty day says nothing of which end it is. */
const Day = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};

  && { flex-basis: 12.5rem; }
  @media (max-width: ${narrowBreakpoint}) { & > span { min-width: 2.25rem; } }
`;

interface DayFilterProps {
  list: Pick<ListState, 'filterQuery' | 'setFilter'>;
  /** The filter's name in the list's state. */
  name: string;
  label: string;
  min?: string | undefined;
  max?: string | undefined;
}

/** While a year is typed, its first digits are years as well: a day counts once it has all four. */
const isWhole = ({ value, validity }: HTMLInputElement) => !validity.badInput && !value.startsWith('0');

/** One end of the days that are shown. All of its typing is one stop for Back. */
function DayFilter({ list, name, label, ...bounds }: DayFilterProps) {
  const chosen = list.filterParam(name) ?? '';
  const [chosenBefore, setChosenBefore] = useState(chosen);
  /** What is in the field before it counts. */
  const [typed, setTyped] = useState<string | null>(null);
  const apply = (value: string) => {
    setTyped(null);
    list.setFilter(name, value || noFilter, chosen === chosenBefore ? 'push' : 'replace');
  };
  return (
    <Day>
      <span>{label}</span>
      <TextInput
        type="date"
        aria-label={`${label} day`}
        value={typed ?? chosen}
        {...bounds}
        onFocus={() => setChosenBefore(chosen)}
        onChange={({ target }) => (isWhole(target) ? apply(target.value) : setTyped(target.value))}
        onBlur={({ target }) => {
          if (target.validity.badInput) setTyped(null);
          else if (typed !== null) apply(typed);
        }}
      />
    </Day>
  );
}

const actionOptions = auditActions.map((value) => ({ value, label: auditActionLabels[value] }));
const thingOptions = Object.entries(auditEntityLabels).map(([value, label]) => ({ value, label }));

/** Who did what, when and from where, in the whole console. */
export function ActivityList() {
  const list = useListState();
  const staff = useStaff().data ?? [];
  // Two people may have one name.
  const personOptions = staff.map((user) => ({
    value: String(user.id),
    label: `${fullName(user)} (${user.email})`,
  }));
  const from = list.filterParam('from');
  const to = list.filterParam('to');
  const page = useAuditPage({
    actorId: list.filterParam('actorId'),
    action: list.filterParam('action'),
    entity: list.filterParam('entity'),
    from: dayBegins(from),
    to: dayEnds(to),
    offset: list.offset,
  });
  const rows = usePageRows(list, page, ({ data }) => data);

  return (
    <ViewBody>
      <Toolbar
        filters={
          <>
            <ListFilter list={list} name="actorId" label="Person" allLabel="Everybody" options={personOptions} />
            <ListFilter list={list} name="action" label="Action" allLabel="All actions" options={actionOptions} />
            <ListFilter list={list} name="entity" label="Thing" allLabel="All things" options={thingOptions} />
            <DayFilter list={list} name="from" label="From" max={to} />
            <DayFilter list={list} name="to" label="To" min={from} />
          </>
        }
        actions={<RefreshButton query={page} />}
      />
      <Card flush>
        <DataTable
          caption="Activity"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={(entry) => `${auditActionLabels[entry.action]} ${entry.title}`}
          refreshing={page.isFetching}
          error={listErrorProps('The activity', page.error, page.refetch)}
          empty={<ListEmptyState title="No activity found" hasActiveFilters={list.isNarrowed} onClear={list.clearFilters} />}
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data?.total} itemsLabel="entries" />
    </ViewBody>
  );
}
