import { listErrorProps, noFilter } from '@khmer-learning/console-sdk';
import { type ImportLine, importOutcomes, maxOffset } from '@khmer-learning/contracts';
import {
  Badge,
  type Column,
  DataTable,
  EmptyState,
  FormField,
  Pagination,
  Select,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { outcomeLabels } from './import-labels.ts';
import { type ImportId, importLinesPageSize, useImportLines } from './transfer.api.ts';

const Filter = styled.div`max-width: 16rem;`;

function formatNotes({ outcome, notes }: ImportLine): string {
  if (notes.length === 0) return '-';
  return outcome === 'change' ? `Changes: ${notes.join(', ')}` : notes.join('; ');
}

const columns: readonly Column<ImportLine>[] = [
  { id: 'line', header: 'Line', align: 'end', width: '5rem', cell: ({ line }) => line },
  {
    id: 'title',
    header: 'Title',
    main: true,
    cell: ({ title, thing }) => (
      <>
        <Text strong lines={2}>
          {title === '' ? 'Untitled' : title}
        </Text>
        <Text size="small" muted>
          {thing}
        </Text>
      </>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</Badge>,
  },
  {
    id: 'notes',
    header: 'Notes',
    cell: (line) => <Text size="small">{formatNotes(line)}</Text>,
  },
];

const filterOptions = [
  { value: noFilter, label: 'All lines' },
  ...importOutcomes.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome].label })),
];

/** The outcome of each line of an import. Shows only refused lines first, if there are any. */
export function ImportLines({ importId, hasRefused }: { importId: ImportId; hasRefused: boolean }) {
  const [filter, setFilter] = useState<string>(hasRefused ? 'refuse' : noFilter);
  const [offset, setOffset] = useState(0);
  const outcome = importOutcomes.find((candidate) => candidate === filter);
  const page = useImportLines(importId, outcome, offset);
  return (
    <Stack gap={3}>
      <Filter>
        <FormField label="Show">
          <Select
            options={filterOptions}
            value={filter}
            onValueChange={(next) => {
              setFilter(next);
              setOffset(0);
            }}
          />
        </FormField>
      </Filter>
      <DataTable
        caption="Lines in the file"
        columns={columns}
        rows={page.data?.lines}
        rowKey={({ line, thing, title }) => `${thing} ${line} ${title}`}
        rowName={({ title }) => title}
        refreshing={page.isFetching}
        error={listErrorProps('Lines', page.error, page.refetch)}
        empty={<EmptyState title="No lines found" hint="No lines in the file have this outcome." />}
        skeletonRows={3}
      />
      {page.data === undefined || page.data.total === 0 ? null : (
        <Pagination
          offset={offset}
          limit={importLinesPageSize}
          maxOffset={maxOffset}
          total={page.data.total}
          itemsLabel="lines"
          onOffsetChange={setOffset}
        />
      )}
    </Stack>
  );
}
