import {
  actionLabels,
  activityDetail,
  actorName,
  listError,
  MomentText,
  NoRows,
  noFilter,
  thingLabels,
  useLastPage,
  useListState,
} from '@khmer-learning/console-sdk';
import { type AuditEntry, auditActions, pageSize } from '@khmer-learning/contracts';
import {
  Button,
  Card,
  type Column,
  color,
  DataTable,
  fontSize,
  Pagination,
  RefreshCwIcon,
  Select,
  Stack,
  space,
  Text,
  TextInput,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { fullName } from '../users/user-words.ts';
import { useAuditPage, useStaff } from './activity.api.ts';
import { dayBegins, dayEnds } from './day-range.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    header: 'What',
    main: true,
    cell: ({ action }) => <Text strong>{actionLabels[action]}</Text>,
  },
  {
    id: 'who',
    header: 'Who',
    cell: (entry) => (
      <Stack gap={1}>
        <Text>{actorName(entry)}</Text>
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
          {`${thingLabels[entity] ?? entity} ${entity === 'file' ? '' : entityId}`.trim()}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'details',
    header: 'Details',
    cell: (entry) => <Text size="small">{activityDetail(entry) || '-'}</Text>,
  },
  { id: 'address', header: 'From', cell: ({ address }) => <Text size="small">{address ?? '-'}</Text> },
  { id: 'when', header: 'When', cell: ({ at }) => <MomentText at={at} /> },
];

/* An empty day says nothing of which end it is. */
const Day = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};

  && { flex-basis: 12.5rem; }
`;

const actionOptions = auditActions.map((value) => ({ value, label: actionLabels[value] }));
const thingOptions = Object.entries(thingLabels).map(([value, label]) => ({ value, label }));

/** Who did what, when and from where, in the whole console. */
export function ActivityList() {
  const list = useListState();
  const staff = useStaff();
  const from = list.filterQuery('from');
  const to = list.filterQuery('to');
  const page = useAuditPage({
    actorId: list.filterQuery('actorId'),
    action: list.filterQuery('action'),
    entity: list.filterQuery('entity'),
    from: dayBegins(from),
    to: dayEnds(to),
    offset: list.offset,
  });
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  const isPastTheEnd = useLastPage(list.offset, total, list.correctOffset);
  const rows = isPastTheEnd ? undefined : page.data?.data;

  return (
    <ViewBody>
      <Toolbar
        filters={
          <>
            <Select
              aria-label="Person"
              options={[
                { value: noFilter, label: 'Everybody' },
                ...(staff.data ?? []).map((user) => ({ value: String(user.id), label: fullName(user) })),
              ]}
              value={list.filter('actorId')}
              onValueChange={(value) => list.setFilter('actorId', value)}
            />
            <Select
              aria-label="Action"
              options={[{ value: noFilter, label: 'All actions' }, ...actionOptions]}
              value={list.filter('action')}
              onValueChange={(value) => list.setFilter('action', value)}
            />
            <Select
              aria-label="Thing"
              options={[{ value: noFilter, label: 'All things' }, ...thingOptions]}
              value={list.filter('entity')}
              onValueChange={(value) => list.setFilter('entity', value)}
            />
            <Day>
              <span>From</span>
              <TextInput
                type="date"
                aria-label="From day"
                value={from ?? ''}
                max={to}
                onChange={({ target }) => list.setFilter('from', target.value || noFilter)}
              />
            </Day>
            <Day>
              <span>To</span>
              <TextInput
                type="date"
                aria-label="To day"
                value={to ?? ''}
                min={from}
                onChange={({ target }) => list.setFilter('to', target.value || noFilter)}
              />
            </Day>
          </>
        }
        actions={
          <Button
            icon={<RefreshCwIcon aria-hidden="true" />}
            loading={page.isRefetching && !page.isPlaceholderData}
            onClick={() => void page.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <Card flush>
        <DataTable
          caption="Activity"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={(entry) => `${actionLabels[entry.action]} ${entry.title}`}
          refreshing={page.isFetching}
          error={listError('The activity', page.error, page.refetch)}
          empty={<NoRows title="No activity found" isNarrowed={list.isNarrowed} onClear={list.clear} />}
        />
      </Card>
      {rows !== undefined && rows.length > 0 && page.data !== undefined ? (
        <Pagination
          offset={list.offset}
          limit={pageSize}
          total={page.data.total}
          itemName="entries"
          onOffsetChange={list.setOffset}
        />
      ) : null}
    </ViewBody>
  );
}
