import {
  Button,
  Callout,
  CloseIcon,
  Heading,
  IconButton,
  Inline,
  KhmerText,
  PlusIcon,
  Stack,
  Text,
  TextInput,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  type EntryField,
  type EntryLine,
  emptyEntry,
  entryFields,
  missingFields,
  pasteLines,
  readLines,
  type StrayLine,
  toEntry,
  type VocabularyLine,
  writeLines,
} from './vocabulary-lines.ts';
import {
  CellLabel,
  ColumnLabels,
  EntryRow,
  Guide,
  Row,
  RowNote,
  StrayList,
  StrayText,
} from './vocabulary-style.ts';

const labels: Record<EntryField, { label: string; placeholder: string; lacking: string }> = {
  english: { label: 'English Word', placeholder: 'Enter English word', lacking: 'the English word' },
  phonemic: { label: 'Pronunciation', placeholder: 'Enter phonemic', lacking: 'the pronunciation' },
  khmer: { label: 'Khmer Translation', placeholder: 'Enter Khmer', lacking: 'the Khmer translation' },
};

/** The text last known and its lines, which also hold what the text leaves out: empty rows. */
interface EditorState {
  readonly text: string;
  readonly lines: readonly VocabularyLine[];
}

const stateOf = (text: string): EditorState => ({ text, lines: readLines(text) });
const isEntry = (line: VocabularyLine): line is EntryLine => line.kind === 'entry';

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
  const { lines } = current;
  const entries = lines.filter(isEntry);
  const strays = lines.filter((line): line is StrayLine => line.kind === 'stray');

  const root = useRef<HTMLDivElement>(null);
  const cells = () => [...(root.current?.querySelectorAll<HTMLInputElement>('input[data-cell]') ?? [])];
  const addButton = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => cells()[0]?.focus() }));

  const change = (next: readonly VocabularyLine[]) => {
    const kept = next.some(isEntry) ? next : [...next, emptyEntry()];
    const text = writeLines(kept);
    // An empty row more is no change of the text, whose blank lines then stay.
    const isChanged = text !== writeLines(lines);
    setState({ text: isChanged ? text : value, lines: kept });
    if (isChanged) onChange(text);
  };
  const replace = (line: VocabularyLine) => change(lines.map((old) => (old.key === line.key ? line : old)));
  const remove = (key: string) => change(lines.filter((line) => line.key !== key));

  /** Enter goes to the next cell; from the last one, to a new row. */
  const onCellKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const all = cells();
    const next = all[all.indexOf(event.currentTarget) + 1];
    if (next) next.focus();
    else addEntry();
  };

  const addEntry = () => {
    // The new cells have to exist before one can have the focus.
    flushSync(() => change([...lines, emptyEntry()]));
    cells().at(-entryFields.length)?.focus();
  };

  /** Several lines pasted at once become rows; an input would run them together. */
  const onCellPaste = (event: ClipboardEvent<HTMLInputElement>, key: string) => {
    const text = event.clipboardData.getData('text');
    if (!text.trim().includes('\n')) return;
    event.preventDefault();
    change(pasteLines(lines, key, text));
  };

  return (
    <Stack gap={3} ref={root} onBlur={onBlur}>
      <Heading level={3} size="section">
        Vocabulary Entries
      </Heading>
      <div>
        <ColumnLabels aria-hidden="true">
          {entryFields.map((field) => (
            <span key={field}>{labels[field].label}</span>
          ))}
        </ColumnLabels>
        <Stack gap={2}>
          {entries.map((entry, index) => (
            <EntryRow key={entry.key} role="group" aria-label={`Entry ${index + 1}`}>
              <Row>
                {entryFields.map((field) => (
                  <div key={field}>
                    <CellLabel htmlFor={`${entry.key}-${field}`}>{labels[field].label}</CellLabel>
                    <TextInput
                      data-cell=""
                      id={`${entry.key}-${field}`}
                      aria-describedby={`${entry.key}-note`}
                      value={entry[field]}
                      placeholder={labels[field].placeholder}
                      disabled={disabled}
                      autoComplete="off"
                      {...(field === 'khmer' ? { lang: 'km' } : {})}
                      onChange={(event) => replace({ ...entry, [field]: event.target.value })}
                      onKeyDown={onCellKey}
                      onPaste={(event) => onCellPaste(event, entry.key)}
                    />
                  </div>
                ))}
                {entries.length > 1 ? (
                  <IconButton
                    size="small"
                    dangerous
                    label={`Delete entry ${index + 1}`}
                    tooltip="Delete"
                    icon={<TrashIcon aria-hidden="true" />}
                    disabled={disabled}
                    onClick={() => {
                      remove(entry.key);
                      addButton.current?.focus();
                    }}
                  />
                ) : null}
              </Row>
              <EntryNote id={`${entry.key}-note`} entry={entry} />
            </EntryRow>
          ))}
        </Stack>
      </div>
      <div>
        <Button
          size="small"
          ref={addButton}
          icon={<PlusIcon aria-hidden="true" />}
          disabled={disabled}
          onClick={addEntry}
        >
          Add Entry
        </Button>
      </div>
      {strays.length === 0 ? null : (
        <StrayLines
          lines={strays}
          disabled={disabled}
          onUse={(line) => replace(toEntry(line))}
          onDelete={(line) => remove(line.key)}
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
  const what = missing.map((field) => labels[field].lacking).join(' and ');
  return (
    <RowNote
      id={id}
    >{`Add ${what} as well: until then this is kept as a line outside the vocabulary format.`}</RowNote>
  );
}

interface StrayLinesProps {
  lines: readonly StrayLine[];
  disabled: boolean;
  onUse: (line: StrayLine) => void;
  onDelete: (line: StrayLine) => void;
}

/** Lines that are no rows. They stay in the text, as they are, until the author decides otherwise. */
function StrayLines({ lines, disabled, onUse, onDelete }: StrayLinesProps) {
  const title =
    lines.length === 1
      ? '1 line is not in vocabulary format'
      : `${lines.length} lines are not in vocabulary format`;
  return (
    <Callout tone="warning" title={title}>
      <Text size="small">
        They stay in the section as they are; only blank lines go when entries are changed. Free Text shows
        everything in its place.
      </Text>
      <StrayList>
        {lines.map((line) => (
          <li key={line.key}>
            <Inline place="end" gap={0}>
              <StrayText>{line.text}</StrayText>
              <Inline wrap={false} gap={0}>
                <Button size="small" variant="ghost" disabled={disabled} onClick={() => onUse(line)}>
                  Make it an entry
                </Button>
                <IconButton
                  size="small"
                  dangerous
                  label={`Delete line: ${line.text}`}
                  tooltip="Delete this line"
                  icon={<CloseIcon aria-hidden="true" />}
                  disabled={disabled}
                  onClick={() => onDelete(line)}
                />
              </Inline>
            </Inline>
          </li>
        ))}
      </StrayList>
    </Callout>
  );
}
