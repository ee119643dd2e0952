import {
  type ActivityWording,
  auditActorName,
  auditDetailText,
  auditTitle,
  ClearFiltersButton,
  ListEmptyState,
  ListFilter,
  ListPagination,
  listErrorProps,
  RefreshButton,
  useActivityWords,
  usePageRows,
} from '@khmer-learning/console-kit';
import { type ListState, noFilter, useListState } from '@khmer-learning/console-sdk';
import { type AuditEntry, auditActions, auditSorts } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  color,
  DataTable,
  DateText,
  fontSize,
  narrowBreakpoint,
  Stack,
  space,
  startOfSchoolDay,
  Text,
  TextInput,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { message, useMessages } from '../messages/messages.ts';
import { fullName } from '../users/user-labels.ts';
import { useAuditLogPage, useStaff } from './audit-log.api.ts';

const columnsWith = ({ actionLabel, entityLabel }: ActivityWording): readonly Column<AuditEntry>[] => [
  {
    id: 'what',
    header: message('auditLogList.action'),
    main: true,
    cell: ({ action, entity }) => <Text strong>{actionLabel(action, entity)}</Text>,
  },
  {
    id: 'who',
    header: message('itemType.userCapital'),
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
    header: message('auditLogList.item'),
    cell: (entry) => (
      <Stack gap={1}>
        <Text lines={2}>{auditTitle(entry)}</Text>
        <Text size="small" muted>
          {`${entityLabel(entry.entity)} ${entry.entity === 'file' ? '' : entry.entityId}`.trim()}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'details',
    header: message('auditLogList.details'),
    cell: (entry) => <Text size="small">{auditDetailText(entry) || '-'}</Text>,
  },
  {
    id: 'address',
    header: message('auditLogList.address'),
    cell: ({ address }) => <Text size="small">{address ?? '-'}</Text>,
  },
  {
    id: 'when',
    header: message('auditLogList.time'),
    sort: 'at',
    cell: ({ at }) => <DateText at={at} format="minute" />,
  },
];

/* A visible label, because an empty date field does not show which end of the range it is. */
const DateLabel = styled.label`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};

  && { flex-basis: 12.5rem; }
  @media (max-width: ${narrowBreakpoint}) { & > span { min-width: 2.25rem; } }
`;

interface DateFilterProps {
  list: Pick<ListState, 'filterParam' | 'setFilter'>;
  name: string;
  label: string;
  /** The name of the field, which screen readers announce. */
  fieldLabel: string;
  min?: string | undefined;
  max?: string | undefined;
}

/** A partly typed year, such as 0202, is a valid date too, so a date counts once its year has four digits. */
const isCompleteDate = ({ value, validity }: HTMLInputElement) =>
  !validity.badInput && !value.startsWith('0');

/** One end of the date range. All changes until the field loses focus are one entry in the browser history. */
function DateFilter({ list, name, label, fieldLabel, ...bounds }: DateFilterProps) {
  const selectedDate = list.filterParam(name) ?? '';
  const [valueOnFocus, setValueOnFocus] = useState(selectedDate);
  /** The typed value until it is a complete date. */
  const [draftValue, setDraftValue] = useState<string | null>(null);
  const apply = (value: string) => {
    setDraftValue(null);
    list.setFilter(name, value || noFilter, selectedDate === valueOnFocus ? 'push' : 'replace');
  };
  return (
    <DateLabel>
      <span>{label}</span>
      <TextInput
        type="date"
        aria-label={fieldLabel}
        value={draftValue ?? selectedDate}
        data-active={selectedDate === '' ? undefined : ''}
        {...bounds}
        onFocus={() => setValueOnFocus(selectedDate)}
        onChange={({ target }) =>
          isCompleteDate(target) ? apply(target.value) : setDraftValue(target.value)
        }
        onBlur={({ target }) => {
          if (target.validity.badInput) setDraftValue(null);
          else if (draftValue !== null) apply(draftValue);
        }}
      />
    </DateLabel>
  );
}

export function AuditLogList() {
  const t = useMessages();
  const staff = useStaff().data;
  const words = useActivityWords();
  const isDay = (value: string) => startOfSchoolDay(value) !== undefined;
  const list = useListState(auditSorts, {
    actorId: staff?.map(({ id }) => String(id)),
    action: auditActions,
    entity: words.entities.map(({ entity }) => entity),
    from: isDay,
    to: isDay,
  });
  const actionOptions = auditActions.map((value) => ({ value, label: words.actionLabel(value) }));
  const entityOptions = words.entities.map(({ entity, label }) => ({ value: entity, label }));
  // Names are not unique, so the label includes the email.
  const actorOptions = (staff ?? []).map((user) => ({
    value: String(user.id),
    label: `${fullName(user)} (${user.email})`,
  }));
  const from = list.filterParam('from');
  const to = list.filterParam('to');
  const page = useAuditLogPage({
    actorId: list.filterParam('actorId'),
    action: list.filterParam('action'),
    entity: list.filterParam('entity'),
    from: startOfDay(from),
    // A range excludes its end.
    to: startOfDay(to, 1),
    sort: list.sort ?? undefined,
    limit: list.limit,
    offset: list.offset,
  });
  const rows = usePageRows(list, page, ({ data }) => data);

  return (
    <ViewBody>
      <Toolbar
        setFilters={Object.keys(list.filters).length}
        filters={
          <>
            <ListFilter
              list={list}
              name="actorId"
              label={t('itemType.userCapital')}
              allLabel={t('auditLogList.allUsers')}
              options={actorOptions}
            />
            <ListFilter
              list={list}
              name="action"
              label={t('auditLogList.action')}
              allLabel={t('auditLogList.allActions')}
              options={actionOptions}
            />
            <ListFilter
              list={list}
              name="entity"
              label={t('auditLogList.itemType')}
              allLabel={t('auditLogList.allItemTypes')}
              options={entityOptions}
            />
            <DateFilter
              list={list}
              name="from"
              label={t('auditLogList.from')}
              fieldLabel={t('auditLogList.fromDate')}
              max={to}
            />
            <DateFilter
              list={list}
              name="to"
              label={t('auditLogList.to')}
              fieldLabel={t('auditLogList.toDate')}
              min={from}
            />
            <ClearFiltersButton list={list} rows={rows} />
          </>
        }
        actions={<RefreshButton query={page} />}
      />
      <Card flush>
        <DataTable
          caption={t('auditLogList.caption')}
          columns={columnsWith(words)}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ action, entity, title }) =>
            t('auditLogList.row', { action: words.actionLabel(action, entity), title })
          }
          sorting={{ value: list.sort, onChange: list.setSort }}
          refreshing={page.isFetching}
          error={listErrorProps(t('auditLogList.caption'), page.error, page.refetch)}
          empty={
            <ListEmptyState
              title={t('auditLogList.empty')}
              hasActiveFilters={list.hasActiveFilters}
              onClear={list.clearFilters}
            />
          }
        />
      </Card>
      <ListPagination list={list} rows={rows} total={page.data} itemsLabel={t('auditLogList.entries')} />
    </ViewBody>
  );
}

const startOfDay = (day: string | undefined, daysLater = 0) =>
  day === undefined ? undefined : startOfSchoolDay(day, daysLater)?.toISOString();
