import { listErrorProps } from '@khmer-learning/console-kit';
import { noFilter } from '@khmer-learning/console-sdk';
import { type Import, type ImportLine, importOutcomes, maxOffset } from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  FormField,
  Pagination,
  Select,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { message as contentMessage } from '../messages/messages.ts';
import { outcomeTones } from './import-labels.ts';
import { message, useMessages } from './messages/messages.ts';
import { type Corrections, useImportLines } from './transfer.api.ts';

const Filter = styled.div`max-width: 16rem;`;

const lineColumns = (): readonly Column<ImportLine>[] => [
  { id: 'line', header: message('importLines.line'), align: 'end', width: '5rem', cell: ({ line }) => line },
  {
    id: 'title',
    header: contentMessage('field.title'),
    main: true,
    cell: ({ title, thing }) => (
      <>
        <Text strong lines={2}>
          {title === '' ? message('importLines.untitled') : title}
        </Text>
        <Text size="small" muted>
          {translateServerMessage(thing)}
        </Text>
      </>
    ),
  },
  {
    id: 'outcome',
    header: message('importLines.outcome'),
    cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{message(`importOutcome.${outcome}`)}</Badge>,
  },
  {
    id: 'notes',
    header: message('importLines.notes'),
    cell: (line) => <Text size="small">{describeLine(line)}</Text>,
  },
];

const correctedCells = ({ correction }: ImportLine) =>
  (correction?.cells ?? []).filter(({ value, original }) => value !== original);

/** The reasons for a refusal, or `Changes: Title, Level`; then the corrections: `Level: Expert → Beginner`. */
function describeLine(line: ImportLine): string {
  const notes = line.notes.map(translateServerMessage);
  const changes = message('importNotes.changes', { fields: notes.join(', ') });
  const corrections = correctedCells(line).map(({ label, value, original }) =>
    message('importLines.corrected', { label: translateServerMessage(label), original, value }),
  );
  const isChanged = line.outcome === 'change' && notes.length > 0;
  return [...(isChanged ? [changes] : notes), ...corrections].join(' · ') || '-';
}

const filterOptions = () => [
  { value: noFilter, label: message('importLines.allLines') },
  ...importOutcomes.map((outcome) => ({ value: outcome, label: message(`importOutcome.${outcome}`) })),
];

type TableProps = ComponentProps<typeof DataTable<ImportLine, string>>;
type LineTableProps = Pick<TableProps, 'rows' | 'refreshing' | 'error' | 'actions'>;

export function LineTable(props: LineTableProps) {
  const t = useMessages();
  return (
    <DataTable
      caption={t('importLines.caption')}
      columns={lineColumns()}
      rowKey={({ line, thing, title }) => `${thing} ${line} ${title}`}
      rowName={({ title }) => title}
      empty={<EmptyState title={t('importLines.empty')} hint={t('importLines.emptyHint')} />}
      skeletonRows={3}
      {...props}
    />
  );
}

interface ImportLinesProps {
  run: Import;
  /** Shown in place of the table of refused lines. */
  refused?: ReactNode;
  /** Checks the file again, to take corrections back. */
  onCheck?: (corrections: Corrections) => void;
}

/** The outcome of each line of an import. Shows only refused lines first, if there are any. */
export function ImportLines({ run, refused, onCheck }: ImportLinesProps) {
  const t = useMessages();
  const [filter, setFilter] = useState<string>(run.counts.refuse > 0 ? 'refuse' : noFilter);
  const [offset, setOffset] = useState(0);
  const outcome = importOutcomes.find((candidate) => candidate === filter);
  const isTable = outcome !== 'refuse' || refused === undefined;
  const page = { offset, limit: 50 };
  const { data, error, isFetching, refetch } = useImportLines(run, { outcome, ...page }, isTable);
  const takeBack = (line: ImportLine) => {
    const corrected = correctedCells(line);
    if (!line.correction || corrected.length === 0) return null;
    const { place } = line.correction;
    const cells = Object.fromEntries(corrected.map(({ name, original }) => [name, original]));
    return (
      <Button
        size="small"
        aria-label={t('importLines.takeBackOf', { line: line.line })}
        onClick={() => onCheck?.({ lines: [{ place, cells }] })}
      >
        {t('importLines.takeBack')}
      </Button>
    );
  };
  const isCorrected = data?.lines.some((line) => correctedCells(line).length > 0) ?? false;
  return (
    <Stack gap={3}>
      <Filter>
        <FormField label={t('importLines.show')}>
          <Select
            options={filterOptions()}
            value={filter}
            onValueChange={(next) => {
              setFilter(next);
              setOffset(0);
            }}
          />
        </FormField>
      </Filter>
      {isTable ? (
        <LineTable
          rows={data?.lines}
          refreshing={isFetching}
          error={listErrorProps(t('importLines.subject'), error, refetch)}
          {...(onCheck && isCorrected ? { actions: takeBack } : {})}
        />
      ) : (
        refused
      )}
      {isTable && data && data.total > 0 ? (
        <Pagination
          {...page}
          maxOffset={maxOffset}
          total={data.total}
          itemsLabel={t('importLines.lines')}
          onOffsetChange={setOffset}
        />
      ) : null}
    </Stack>
  );
}
