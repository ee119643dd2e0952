import { Stack } from '@khmer-learning/ui-kit';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { mostDrawn, RowsInSight, type RowsInSightHandle } from '../lists/rows-in-sight.tsx';
import { type EntryField, type EntryLine, findRepeats } from './vocabulary-lines.ts';
import { cellId, type RowActions, VocabularyRow } from './vocabulary-row.tsx';

export interface RowsHandle {
  /** Puts the focus on a cell, as soon as its row is there. */
  focusCell: (key: string, field: EntryField) => void;
}

interface VocabularyRowsProps {
  entries: readonly EntryLine[];
  disabled: boolean;
  actions: RowActions;
  ref: Ref<RowsHandle>;
}

/** The rows, each with what it has to do with the others. */
export function VocabularyRows({ entries, disabled, actions, ref }: VocabularyRowsProps) {
  const repeats = findRepeats(entries);
  const root = useRef<HTMLDivElement>(null);
  const rowsInSight = useRef<RowsInSightHandle>(null);
  const wanted = useRef<{ key: string; field: EntryField } | null>(null);

  const focusWanted = () => {
    if (wanted.current === null) return;
    const { key, field } = wanted.current;
    const cell = root.current?.querySelector<HTMLElement>(`[id="${cellId(key, field)}"]`);
    if (cell) {
      wanted.current = null;
      cell.focus();
    } else rowsInSight.current?.show(entries.findIndex((entry) => entry.key === key));
  };
  useLayoutEffect(focusWanted);
  useImperativeHandle(ref, () => ({
    focusCell: (key, field) => {
      wanted.current = { key, field };
      focusWanted();
    },
  }));

  const drawRow = (entry: EntryLine, index: number): ReactNode => (
    <VocabularyRow
      key={entry.key}
      entry={entry}
      number={index + 1}
      repeats={repeats.get(entry.key)}
      canDelete={entries.length > 1}
      disabled={disabled}
      actions={actions}
    />
  );
  return (
    <div ref={root}>
      {entries.length > mostDrawn ? (
        <RowsInSight ref={rowsInSight} entries={entries} drawRow={drawRow} onDraw={focusWanted} />
      ) : (
        <Stack gap={2}>{entries.map(drawRow)}</Stack>
      )}
    </div>
  );
}
