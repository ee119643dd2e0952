import { listErrorProps } from '@khmer-learning/console-kit';
import type { Import, ImportCell, ImportLine } from '@khmer-learning/contracts';
import {
  Button,
  ErrorPanel,
  Skeleton,
  Stack,
  Text,
  translateServerMessage,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { CellGrid, Problem } from '../grid/cell-grid.tsx';
import { keyOf, type Place, setCells, textAt } from '../grid/grid-cells.ts';
import { type CorrectableLine, columnsOf, type Draft, toDraft, toGrid } from './corrections.ts';
import { LineTable } from './import-lines.tsx';
import { useMessages } from './messages/messages.ts';
import { useRefusedLines } from './transfer.api.ts';

interface RefusedLinesProps {
  run: Import;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** The refused lines: those that can be corrected in a grid, and the others as a list. */
export function RefusedLines({ run, draft, onDraft }: RefusedLinesProps) {
  const t = useMessages();
  const lines = useRefusedLines(run);
  const failure = listErrorProps(t('importLines.subject'), lines.error, lines.refetch);
  if (failure) return <ErrorPanel {...failure} retrying={lines.isFetching} />;
  if (lines.data === undefined) return <Skeleton height="12rem" />;
  const isCorrectable = (line: ImportLine): line is CorrectableLine => line.correction !== undefined;
  const correctable = lines.data.filter(isCorrectable);
  const others = lines.data.filter((line) => !isCorrectable(line));
  return (
    <Stack gap={3}>
      {correctable.length === 0 ? null : (
        <RefusedGrid key={run.updatedAt} lines={correctable} {...{ draft, onDraft }} />
      )}
      {correctable.length > 0 && others.length > 0 ? <Text>{t('importLines.correctInFile')}</Text> : null}
      {others.length > 0 ? <LineTable rows={others} /> : null}
    </Stack>
  );
}

type RefusedGridProps = Omit<RefusedLinesProps, 'run'> & { lines: readonly CorrectableLine[] };

const isWrong = ({ problems }: ImportCell) => problems.length > 0;

/** Refused lines as a grid: each cell with what is wrong with it, to be corrected in place. */
function RefusedGrid({ lines, draft, onDraft }: RefusedGridProps) {
  const t = useMessages();
  const [columns] = useState(() => columnsOf(lines));
  const [grid, setGrid] = useState(() => toGrid(lines, columns, draft));
  const [said, setSaid] = useState('');
  const cellAt = ({ row, column }: Place) =>
    lines[row]?.correction.cells.find(({ name }) => name === columns[column]?.name);
  const change = (next: typeof grid, text = '', candidates = draft.replacements) => {
    setGrid(next);
    setSaid(text);
    onDraft(toDraft(next, lines, columns, candidates));
  };
  /** The rows that had the text of a cell that was changed. */
  const alike = ({ row, column }: Place): number[] => {
    const from = grid.stored[row]?.[column];
    if (!grid.changed.has(keyOf({ row, column }))) return [];
    return grid.stored.flatMap((texts, other) => (texts[column] === from ? [other] : []));
  };
  const fixAll = (place: Place, rows: readonly number[]) => {
    const { row, column } = place;
    const [from, field, to] = [grid.stored[row]?.[column], columns[column]?.name, textAt(grid, place)];
    if (field === undefined || from === undefined) return;
    // An empty cell means different things in different lines, so only these are filled.
    const replacement = from === '' ? [] : [{ field, from, to }];
    const others = draft.replacements.filter((one) => one.field !== field || one.from !== from);
    const cells = rows.map((other) => [{ row: other, column }, to] as const);
    const fixed = t('refusedGrid.fixed', { count: rows.length });
    change(setCells(grid, cells), fixed, [...others, ...replacement]);
  };
  const [start] = useState(() => {
    const wrongNames = lines.map(({ correction }) => correction.cells.find(isWrong)?.name);
    const row = wrongNames.findIndex((name) => name !== undefined);
    const column = columns.findIndex(({ name }) => name === wrongNames[row]);
    return { row: Math.max(row, 0), column: Math.max(column, 0) };
  });
  const hasSeveralThings = new Set(lines.map(({ thing }) => thing)).size > 1;
  const renderRowHeader = (row: number) => {
    const line = lines[row];
    if (line === undefined) return null;
    const shown = new Set(line.correction.cells.flatMap(({ problems }) => problems));
    return (
      <>
        <VisuallyHidden>{t('importLines.line')} </VisuallyHidden>
        {line.line}
        {hasSeveralThings ? ` · ${translateServerMessage(line.thing)}` : null}
        {line.notes
          .filter((note) => !shown.has(note))
          .map((note) => (
            <Problem key={note}>{translateServerMessage(note)}</Problem>
          ))}
      </>
    );
  };
  return (
    <CellGrid
      label={t('refusedGrid.label')}
      columns={columns.map((column) => ({ ...column, label: translateServerMessage(column.label) }))}
      {...{ grid, said }}
      rowKeys={lines.map(({ correction }) => correction.place)}
      rowHeader={t('importLines.line')}
      renderRowHeader={renderRowHeader}
      problemAt={(place, isChanged) => {
        const problems = new Set(isChanged ? [] : cellAt(place)?.problems);
        return [...problems].map(translateServerMessage).join('; ') || undefined;
      }}
      minWidth={`${columns.length * 9 + 12}rem`}
      start={start}
      onChange={change}
      renderActions={({ to }) => {
        const rows = alike(to);
        return (
          <Button size="small" disabled={rows.length < 2} onClick={() => fixAll(to, rows)}>
            {t('refusedGrid.fixAll', { count: rows.length })}
          </Button>
        );
      }}
    />
  );
}
