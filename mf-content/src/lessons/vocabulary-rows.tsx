import { Stack } from '@khmer-learning/ui-kit';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { VirtualList, type VirtualListHandle, virtualizationThreshold } from '../lists/virtual-list.tsx';
import { type EntryField, type EntryLine, findDuplicateWords } from './vocabulary-lines.ts';
import { cellId, type RowActions, VocabularyRow } from './vocabulary-row.tsx';

export interface VocabularyRowsHandle {
  /** Focuses a cell as soon as its row is mounted. */
  focusCell: (key: string, field: EntryField) => void;
}

interface VocabularyRowsProps {
  entries: readonly EntryLine[];
  disabled: boolean;
  actions: RowActions;
  ref: Ref<VocabularyRowsHandle>;
}

/** The rows, with duplicate detection and focus handling. Long lists are virtualized. */
export function VocabularyRows({ entries, disabled, actions, ref }: VocabularyRowsProps) {
  const duplicates = findDuplicateWords(entries);
  const root = useRef<HTMLDivElement>(null);
  const virtualList = useRef<VirtualListHandle>(null);
  const pendingFocus = useRef<{ key: string; field: EntryField } | null>(null);

  const focusPendingCell = () => {
    if (pendingFocus.current === null) return;
    const { key, field } = pendingFocus.current;
    const cell = root.current?.querySelector<HTMLElement>(`[id="${cellId(key, field)}"]`);
    if (cell) {
      pendingFocus.current = null;
      cell.focus();
    } else virtualList.current?.scrollToIndex(entries.findIndex((entry) => entry.key === key));
  };
  useLayoutEffect(focusPendingCell);
  useImperativeHandle(ref, () => ({
    focusCell: (key, field) => {
      pendingFocus.current = { key, field };
      focusPendingCell();
    },
  }));

  const renderRow = (entry: EntryLine, index: number): ReactNode => (
    <VocabularyRow
      key={entry.key}
      entry={entry}
      number={index + 1}
      duplicateOf={duplicates.get(entry.key)}
      canDelete={entries.length > 1}
      disabled={disabled}
      actions={actions}
    />
  );
  return (
    <div ref={root}>
      {entries.length > virtualizationThreshold ? (
        <VirtualList ref={virtualList} entries={entries} renderRow={renderRow} onRender={focusPendingCell} />
      ) : (
        <Stack gap={2}>{entries.map(renderRow)}</Stack>
      )}
    </div>
  );
}
