import { listErrorProps } from '@khmer-learning/console-kit';
import { noFilter, useUnsavedChangesGuard, useViewState } from '@khmer-learning/console-sdk';
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
import { z } from 'zod';
import { formatNotes, outcomeLabels } from './import-labels.ts';
import { LineCorrection } from './line-correction.tsx';
import { type CellTexts, type ImportId, importLinesPageSize, useImportLines } from './transfer.api.ts';

const Filter = styled.div`max-width: 16rem;`;

const lineColumns: readonly Column<ImportLine>[] = [
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
];

/** What was typed into lines and is not checked yet, by their places. It survives a reload. */
const draftsSchema = z.object({
  /** The import; the places of another one are other lines. */
  importKey: z.string(),
  lines: z.record(z.string(), z.record(z.string(), z.string())),
});
const noDrafts = { importKey: '', lines: {} };

function useDrafts({ kind, id }: ImportId) {
  const importKey = `${kind} ${id}`;
  const [stored, setStored] = useViewState('corrections', draftsSchema, noDrafts);
  const linesOf = (drafts: typeof stored) => (drafts.importKey === importKey ? drafts.lines : {});
  const lines = linesOf(stored);
  return {
    hasDrafts: Object.keys(lines).length > 0,
    draftOf: (place: number): CellTexts => lines[place] ?? {},
    changeDraft(place: number, update: (draft: CellTexts) => CellTexts) {
      setStored((current) => {
        const { [place]: before = {}, ...others } = linesOf(current);
        const draft = update(before);
        return {
          importKey,
          lines: Object.keys(draft).length === 0 ? others : { ...others, [place]: { ...draft } },
        };
      });
    },
  };
}

const filterOptions = [
  { value: noFilter, label: 'All lines' },
  ...importOutcomes.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome].label })),
];

interface ImportLinesProps {
  importId: ImportId;
  hasRefused: boolean;
  /** Whether refused lines can be corrected. */
  canCorrect?: boolean;
}

/** The outcome of each line of an import. Shows only refused lines first, if there are any. */
export function ImportLines({ importId, hasRefused, canCorrect = false }: ImportLinesProps) {
  const [filter, setFilter] = useState<string>(hasRefused ? 'refuse' : noFilter);
  const [offset, setOffset] = useState(0);
  const outcome = importOutcomes.find((candidate) => candidate === filter);
  const page = useImportLines(importId, outcome, offset);
  const { hasDrafts, draftOf, changeDraft } = useDrafts(importId);
  useUnsavedChangesGuard(canCorrect && hasDrafts);
  const notesColumn: Column<ImportLine> = {
    id: 'notes',
    header: 'Notes',
    cell: ({ correction, ...line }) => {
      if (!canCorrect) return <Text size="small">{formatNotes(line)}</Text>;
      if (correction === undefined)
        return (
          <Text size="small">
            {formatNotes(line)}
            {/* Rows of words without cells are only held back by another row of their lesson. */}
            {line.outcome === 'refuse' && line.thing !== 'word'
              ? '. Correct this line in the downloaded file'
              : null}
          </Text>
        );
      return (
        <LineCorrection
          importId={importId}
          line={{ ...line, correction }}
          draft={draftOf(correction.place)}
          onDraftChange={(update) => changeDraft(correction.place, update)}
        />
      );
    },
  };
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
        columns={[...lineColumns, notesColumn]}
        rows={page.data?.lines}
        rowKey={({ line, thing }) => `${thing} ${line}`}
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
