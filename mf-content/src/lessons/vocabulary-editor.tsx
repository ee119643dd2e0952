import { Button, Heading, KhmerText, PlusIcon, Stack, Text } from '@khmer-learning/ui-kit';
import { type Ref, useCallback, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { StrayLines } from './stray-lines.tsx';
import {
  type EntryLine,
  emptyEntry,
  entryFields,
  pasteLines,
  readLines,
  type StrayLine,
  toEntry,
  type VocabularyLine,
  writeLines,
} from './vocabulary-lines.ts';
import { fieldLabels, VocabularyRow } from './vocabulary-row.tsx';
import { ColumnLabels, Guide } from './vocabulary-style.ts';

type Lines = readonly VocabularyLine[];

interface EditorState {
  /** The section's text as last known. */
  readonly text: string;
  /** Its lines, and the rows with nothing in them, which the text leaves out. */
  readonly lines: Lines;
  /** The lines as text: without the blank lines `text` may still have. */
  readonly written: string;
}

function stateOf(text: string): EditorState {
  const lines = readLines(text);
  return { text, lines, written: writeLines(lines) };
}

const isEntry = (line: VocabularyLine): line is EntryLine => line.kind === 'entry';
const isStray = (line: VocabularyLine): line is StrayLine => line.kind === 'stray';

export interface VocabularyEditorProps {
  /** The section's text. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  /** Puts the focus on the first cell. */
  ref?: Ref<{ focus: () => void }>;
}

/** Rows of English, pronunciation and Khmer, kept as one text of lines (spec 2.10, 3 and 4). */
export function VocabularyEditor({ value, onChange, onBlur, disabled = false, ref }: VocabularyEditorProps) {
  const [state, setState] = useState(() => stateOf(value));
  // Changed from outside, such as by a restored draft: what is in sight is read anew.
  const current = state.text === value ? state : stateOf(value);
  if (current !== state) setState(current);
  const entries = current.lines.filter(isEntry);
  const strays = current.lines.filter(isStray);

  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const cells = useCallback(
    () => [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])],
    [],
  );
  useImperativeHandle(ref, () => ({ focus: () => cells()[0]?.focus() }), [cells]);

  // What the rows call stays the same from one render to the next, so that only the edited row is drawn anew.
  const latest = useRef({ ...current, onChange });
  useLayoutEffect(() => {
    latest.current = { ...current, onChange };
  });
  const change = useCallback((edit: (lines: Lines) => Lines) => {
    const { text, lines, written, onChange: report } = latest.current;
    const edited = edit(lines);
    const next = edited.some(isEntry) ? edited : [...edited, emptyEntry()];
    const nextText = writeLines(next);
    // An empty row more is no change of the text, whose blank lines then stay.
    const isChanged = nextText !== written;
    setState({ text: isChanged ? nextText : text, lines: next, written: nextText });
    if (isChanged) report(nextText);
  }, []);

  const replace = useCallback(
    (line: VocabularyLine) => change((lines) => lines.map((old) => (old.key === line.key ? line : old))),
    [change],
  );
  const remove = useCallback(
    ({ key }: VocabularyLine) => {
      change((lines) => lines.filter((line) => line.key !== key));
      addButton.current?.focus();
    },
    [change],
  );
  const add = useCallback(() => {
    // The new cells have to exist before one can have the focus.
    flushSync(() => change((lines) => [...lines, emptyEntry()]));
    cells().at(-entryFields.length)?.focus();
  }, [change, cells]);
  const goOn = useCallback(
    (cell: HTMLInputElement) => {
      const all = cells();
      const next = all[all.indexOf(cell) + 1];
      if (next) next.focus();
      else add();
    },
    [cells, add],
  );
  const paste = useCallback(
    ({ key }: EntryLine, text: string) => change((lines) => pasteLines(lines, key, text)),
    [change],
  );

  return (
    <Stack gap={3} ref={root} onBlur={onBlur}>
      <Heading level={3} size="section">
        Vocabulary Entries
      </Heading>
      <div>
        <ColumnLabels aria-hidden="true">
          {entryFields.map((field) => (
            <span key={field}>{fieldLabels[field]}</span>
          ))}
        </ColumnLabels>
        <Stack gap={2}>
          {entries.map((entry, index) => (
            <VocabularyRow
              key={entry.key}
              entry={entry}
              number={index + 1}
              canDelete={entries.length > 1}
              disabled={disabled}
              onEdit={replace}
              onDelete={remove}
              onEnter={goOn}
              onPasteLines={paste}
            />
          ))}
        </Stack>
      </div>
      <div>
        <Button
          size="small"
          ref={addButton}
          icon={<PlusIcon aria-hidden="true" />}
          disabled={disabled}
          onClick={add}
        >
          Add Entry
        </Button>
      </div>
      {strays.length === 0 ? null : (
        <StrayLines
          lines={strays}
          disabled={disabled}
          onUse={(line) => replace(toEntry(line))}
          onDelete={remove}
        />
      )}
      <Guide>
        <Text strong size="small">
          Format Guide
        </Text>
        <Text size="small" muted>
          Each entry is an English word, its pronunciation and its Khmer translation, and is kept as one line:
        </Text>
        <Text size="small">
          Where? [nouw-naa?] : <KhmerText>នៅណា?</KhmerText>
        </Text>
      </Guide>
    </Stack>
  );
}
