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
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { z } from 'zod';
import { message, useMessages } from '../messages/messages.ts';
import { formatNotes, outcomeLabels } from './import-labels.ts';
import { LineCorrection } from './line-correction.tsx';
import { type CellTexts, type ImportId, importLinesPageSize, useImportLines } from './transfer.api.ts';

const Filter = styled.div`max-width: 16rem;`;

const lineColumns = (): readonly Column<ImportLine>[] => [
  { id: 'line', header: message('importLines.line'), align: 'end', width: '5rem', cell: ({ line }) => line },
  {
    id: 'title',
    header: message('field.title'),
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
    cell: ({ outcome }) => (
      <Badge tone={outcomeLabels[outcome].tone}>{message(outcomeLabels[outcome].label)}</Badge>
    ),
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

const filterOptions = () => [
  { value: noFilter, label: message('importLines.allLines') },
  ...importOutcomes.map((outcome) => ({ value: outcome, label: message(outcomeLabels[outcome].label) })),
];

interface ImportLinesProps {
  importId: ImportId;
  hasRefused: boolean;
  /** Whether refused lines can be corrected. */
  canCorrect?: boolean;
}

/** The outcome of each line of an import. Shows only refused lines first, if there are any. */
export function ImportLines({ importId, hasRefused, canCorrect = false }: ImportLinesProps) {
  const t = useMessages();
  const [filter, setFilter] = useState<string>(hasRefused ? 'refuse' : noFilter);
  const [offset, setOffset] = useState(0);
  const outcome = importOutcomes.find((candidate) => candidate === filter);
  const page = useImportLines(importId, outcome, offset);
  const { hasDrafts, draftOf, changeDraft } = useDrafts(importId);
  useUnsavedChangesGuard(canCorrect && hasDrafts);
  const notesColumn: Column<ImportLine> = {
    id: 'notes',
    header: t('importLines.notes'),
    cell: ({ correction, ...line }) => {
      if (!canCorrect) return <Text size="small">{formatNotes(line)}</Text>;
      if (correction === undefined)
        return (
          <Text size="small">
            {/* Rows of words without cells are only held back by another row of their lesson. */}
            {line.outcome === 'refuse' && line.thing !== 'word'
              ? t('importLines.correctInFile', { notes: formatNotes(line) })
              : formatNotes(line)}
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
      <DataTable
        caption={t('importLines.caption')}
        columns={[...lineColumns(), notesColumn]}
        rows={page.data?.lines}
        rowKey={({ line, thing }) => `${thing} ${line}`}
        rowName={({ title }) => title}
        refreshing={page.isFetching}
        error={listErrorProps(t('importLines.subject'), page.error, page.refetch)}
        empty={<EmptyState title={t('importLines.empty')} hint={t('importLines.emptyHint')} />}
        skeletonRows={3}
      />
      {page.data === undefined || page.data.total === 0 ? null : (
        <Pagination
          offset={offset}
          limit={importLinesPageSize}
          maxOffset={maxOffset}
          total={page.data.total}
          itemsLabel={t('importLines.lines')}
          onOffsetChange={setOffset}
        />
      )}
    </Stack>
  );
}
