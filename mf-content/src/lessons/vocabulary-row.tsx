import { IconButton, KhmerText, TextInput, TrashIcon } from '@khmer-learning/ui-kit';
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import { type EntryField, type EntryLine, entryFields, missingFields } from './vocabulary-lines.ts';
import { CellLabel, EntryRow, Row, RowNote } from './vocabulary-style.ts';

export const fieldLabels: Record<EntryField, string> = {
  english: 'English Word',
  phonemic: 'Pronunciation',
  khmer: 'Khmer Translation',
};

const placeholders: Record<EntryField, string> = {
  english: 'Enter English word',
  phonemic: 'Enter phonemic',
  khmer: 'Enter Khmer',
};

const inSentence: Record<EntryField, string> = {
  english: 'the English word',
  phonemic: 'the pronunciation',
  khmer: 'the Khmer translation',
};

interface VocabularyRowProps {
  entry: EntryLine;
  /** Counted from 1. */
  number: number;
  canDelete: boolean;
  disabled: boolean;
  onEdit: (entry: EntryLine) => void;
  onDelete: (entry: EntryLine) => void;
  /** Enter was pressed in a cell. */
  onEnter: (cell: HTMLInputElement) => void;
  /** Several lines were pasted into a cell. */
  onPasteLines: (entry: EntryLine, text: string) => void;
}

/** One entry: three cells, and under them how it will read. Drawn anew only when it changes: there can be hundreds. */
export const VocabularyRow = memo(function VocabularyRow({
  entry,
  number,
  canDelete,
  disabled,
  onEdit,
  onDelete,
  onEnter,
  onPasteLines,
}: VocabularyRowProps) {
  const noteId = `${entry.key}-note`;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter(event.currentTarget);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!text.trim().includes('\n')) return;
    // An input would run the lines together.
    event.preventDefault();
    onPasteLines(entry, text);
  };

  return (
    <EntryRow role="group" aria-label={`Entry ${number}`}>
      <Row>
        {entryFields.map((field) => (
          <div key={field}>
            <CellLabel htmlFor={`${entry.key}-${field}`}>{fieldLabels[field]}</CellLabel>
            <TextInput
              data-cell=""
              id={`${entry.key}-${field}`}
              aria-describedby={noteId}
              value={entry[field]}
              placeholder={placeholders[field]}
              disabled={disabled}
              autoComplete="off"
              {...(field === 'khmer' ? { lang: 'km' } : {})}
              onChange={(event) => onEdit({ ...entry, [field]: event.target.value })}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
          </div>
        ))}
        {canDelete ? (
          <IconButton
            size="small"
            dangerous
            label={`Delete entry ${number}`}
            tooltip="Delete"
            icon={<TrashIcon aria-hidden="true" />}
            disabled={disabled}
            onClick={() => onDelete(entry)}
          />
        ) : null}
      </Row>
      <EntryNote id={noteId} entry={entry} />
    </EntryRow>
  );
});

/** Under a row: how it will read, or what it still lacks. */
function EntryNote({ id, entry }: { id: string; entry: EntryLine }) {
  const missing = missingFields(entry);
  if (missing.length === entryFields.length) return null;
  if (missing.length === 0) {
    return (
      <RowNote id={id}>
        <strong>{entry.english}</strong> <span>[{entry.phonemic}]</span> :{' '}
        <KhmerText>{entry.khmer}</KhmerText>
      </RowNote>
    );
  }
  const what = missing.map((field) => inSentence[field]).join(' and ');
  return (
    <RowNote id={id}>
      {`Add ${what} as well: until then this is kept as a line outside the vocabulary format.`}
    </RowNote>
  );
}
