import {
  type RecordingTarget,
  removeRowRecordings,
  UnassignedRecordings,
  useOfferUndo,
  useRowRecordings,
} from '@khmer-learning/console-kit';
import type { Recording } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  CloseIcon,
  color,
  Heading,
  IconButton,
  Inline,
  KhmerText,
  PlusIcon,
  radius,
  Stack,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import {
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { useFindableTexts } from '../find/findable-texts.ts';
import { VirtualList, type VirtualListHandle, virtualizationThreshold } from '../lists/virtual-list.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { BoothButton } from '../recording-booth/booth-button.tsx';
import {
  convertToEntry,
  type EntryLine,
  emptyEntry,
  entryFields,
  insertPastedLines,
  parseLines,
  serialiseLines,
  toRecordableRow,
  type UnparsedLine,
  type VocabularyLine,
} from './vocabulary-lines.ts';
import {
  ColumnLabels,
  type RowActions,
  rowControlId,
  VocabularyRows,
  type VocabularyRowsHandle,
} from './vocabulary-row.tsx';

const UnparsedList = styled.ul`margin: ${space(2)} 0 0; padding: 0; list-style: none;`;

/** The unchanged line, including spaces. The language is unknown, so the line height fits Khmer. */
const UnparsedText = styled.span`
  flex: 1 1 12rem;
  line-height: 1.9;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const FormatGuide = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  padding: ${space(3)};
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
`;

type Lines = readonly VocabularyLine[];

interface VocabularyState {
  /** The section's text as last received or reported. */
  readonly text: string;
  /** The lines of the text, plus empty rows, which are not part of the text. */
  readonly lines: Lines;
  /** The serialised lines, without the blank lines that `text` may contain. */
  readonly serialised: string;
}

function createState(text: string): VocabularyState {
  const lines = parseLines(text);
  return { text, lines, serialised: serialiseLines(lines) };
}

/** Remembers as many states as there can be undone. */
const maxEarlierStates = 100;

function rememberState(earlier: Map<string, VocabularyState>, state: VocabularyState): void {
  // Inserted anew, so that the oldest is first.
  earlier.delete(state.text);
  earlier.set(state.text, state);
  const [oldest] = earlier.keys();
  if (earlier.size > maxEarlierStates && oldest !== undefined) earlier.delete(oldest);
}

const isEntry = (line: VocabularyLine): line is EntryLine => line.kind === 'entry';
const isUnparsedLine = (line: VocabularyLine): line is UnparsedLine => line.kind === 'stray';

export interface VocabularyEditorProps {
  value: string;
  /** `recordings` are those that are left when a row was deleted that had some. */
  onChange: (text: string, recordings?: readonly Recording[]) => void;
  /** The section's recordings, and where its rows are recorded; without it they cannot be. */
  recorder?: { readonly target: RecordingTarget; readonly recordings: readonly Recording[] };
  onBlur?: () => void;
  disabled?: boolean;
  /** The index of the section whose texts can be found here; null while it is hidden. */
  findableAs?: number | null;
  ref?: Ref<{ focus: () => void }>;
}

const noRecordings: readonly Recording[] = [];

export function VocabularyEditor({
  value,
  onChange,
  recorder,
  onBlur,
  disabled = false,
  findableAs = null,
  ref,
}: VocabularyEditorProps) {
  const t = useMessages();
  const [state, setState] = useState(() => createState(value));
  // If the value was changed from outside, for example by a restored draft, it is parsed again. An undo brings back the
  // rows of an earlier text, so that they keep their elements, and empty rows their place.
  const [earlier] = useState(() => new Map<string, VocabularyState>());
  const current = state.text === value ? state : (earlier.get(value) ?? createState(value));
  if (current !== state) setState(current);
  const entries = current.lines.filter(isEntry);
  const unparsedLines = current.lines.filter(isUnparsedLine);
  const target = recorder?.target;
  const recordings = recorder?.recordings ?? noRecordings;
  const rowRecordings = useRowRecordings(entries.map(toRecordableRow), recordings);

  const rows = useRef<VocabularyRowsHandle>(null);
  const unparsedList = useRef<VirtualListHandle>(null);
  const section = (findableAs ?? 0) + 1;
  useFindableTexts(findableAs, () => [
    ...entries.flatMap((entry, index) =>
      entryFields.map((field) => ({
        text: entry[field],
        place: t('vocabularyEditor.place', {
          section,
          entry: index + 1,
          field: t(`vocabularyField.${field}`),
        }),
        locate: () => document.getElementById(rowControlId(entry.key, field)),
        reveal: () => rows.current?.reveal(entry.key),
      })),
    ),
    ...unparsedLines.map(({ key, text }, index) => ({
      text,
      place: t('vocabularyEditor.unparsedPlace', { section }),
      locate: () => document.getElementById(unparsedTextId(key)),
      reveal: () => unparsedList.current?.scrollToIndex(index),
    })),
  ]);
  const addButton = useRef<HTMLButtonElement>(null);
  const firstKey = entries[0]?.key ?? '';
  useImperativeHandle(ref, () => ({ focus: () => rows.current?.focusControl(firstKey, 'english') }), [
    firstKey,
  ]);

  // The row callbacks are stable and read the latest state from this ref, so that only the edited row re-renders.
  const offerUndo = useOfferUndo();
  const now = { ...current, onChange, offerUndo, recordings, rowRecordings };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
    rememberState(earlier, current);
  });
  const updateLines = useCallback((update: (lines: Lines) => Lines, left?: readonly Recording[]) => {
    const { text, lines, serialised, onChange: report } = latest.current;
    const updated = update(lines);
    const next = updated.some(isEntry) ? updated : [...updated, emptyEntry()];
    const nextText = serialiseLines(next);
    // Adding an empty row does not change the text, so its blank lines are kept.
    const isChanged = nextText !== serialised;
    setState({ text: isChanged ? nextText : text, lines: next, serialised: nextText });
    if (isChanged) report(nextText, left);
    return isChanged;
  }, []);

  const replaceLine = useCallback(
    (line: VocabularyLine) => updateLines((lines) => lines.map((old) => (old.key === line.key ? line : old))),
    [updateLines],
  );
  const remove = useCallback(
    ({ key, kind }: VocabularyLine) => {
      const { lines, offerUndo: offer } = latest.current;
      const sameKind = lines.filter((line) => line.kind === kind);
      const index = sameKind.findIndex((line) => line.key === key);
      const neighbour = sameKind[index + 1] ?? sameKind[index - 1];
      const recorded = latest.current.recordings;
      const left = removeRowRecordings(recorded, key, latest.current.rowRecordings);
      let isChanged = false;
      flushSync(() => {
        isChanged = updateLines(
          (all) => all.filter((line) => line.key !== key),
          left === recorded ? undefined : left,
        );
      });
      if (isChanged)
        offer(
          kind === 'entry'
            ? message('vocabularyEditor.entryDeleted', { number: index + 1 })
            : message('vocabularyEditor.lineDeleted'),
        );
      if (neighbour === undefined) addButton.current?.focus();
      // The last entry cannot be deleted and has no such button.
      else if (kind === 'entry')
        rows.current?.focusControl(neighbour.key, sameKind.length > 2 ? 'delete' : 'english');
      else document.getElementById(rowControlId(neighbour.key, 'delete'))?.focus();
    },
    [updateLines],
  );
  const addEntry = useCallback(() => {
    const entry = emptyEntry();
    updateLines((lines) => [...lines, entry]);
    rows.current?.focusControl(entry.key, 'english');
  }, [updateLines]);
  const actions = useMemo(
    (): RowActions => ({
      edit: replaceLine,
      remove,
      focus: ({ key }, field) => rows.current?.focusControl(key, field),
      focusNextCell: ({ key }, field) => {
        const nextField = entryFields[entryFields.indexOf(field) + 1];
        const all = latest.current.lines.filter(isEntry);
        const nextEntry = all[all.findIndex((entry) => entry.key === key) + 1];
        if (nextField) rows.current?.focusControl(key, nextField);
        else if (nextEntry) rows.current?.focusControl(nextEntry.key, 'english');
        else addEntry();
      },
      paste: ({ key }, text) => {
        const { lines, pasted } = insertPastedLines(latest.current.lines, key, text);
        const isChanged = updateLines(() => lines);
        const last = pasted.findLast(isEntry);
        if (last) rows.current?.focusControl(last.key, 'khmer');
        const count = pasted.filter(isEntry).length;
        // The toast is announced too.
        if (isChanged) latest.current.offerUndo(message('vocabularyEditor.pasted', { count }));
      },
    }),
    [updateLines, replaceLine, remove, addEntry],
  );

  return (
    <Stack gap={3} onBlur={onBlur}>
      <Heading level={3} size="section">
        {t('vocabularyEditor.title')}
      </Heading>
      <div>
        <ColumnLabels aria-hidden="true">
          {entryFields.map((field) => (
            <span key={field}>{t(`vocabularyField.${field}`)}</span>
          ))}
        </ColumnLabels>
        <VocabularyRows
          ref={rows}
          entries={entries}
          disabled={disabled}
          actions={actions}
          target={target}
          recordings={rowRecordings}
        />
      </div>
      <Inline gap={2}>
        <Button
          size="small"
          ref={addButton}
          icon={<PlusIcon aria-hidden="true" />}
          disabled={disabled}
          onClick={addEntry}
        >
          {t('vocabularyEditor.add')}
        </Button>
        {target === undefined ? null : (
          <BoothButton
            size="small"
            label={t('vocabularyEditor.recordWords')}
            disabled={disabled}
            getTargets={() => [target]}
          />
        )}
      </Inline>
      {target === undefined ? null : (
        <UnassignedRecordings target={target} recordings={rowRecordings.unassigned} />
      )}
      {unparsedLines.length === 0 ? null : (
        <UnparsedLines
          ref={unparsedList}
          lines={unparsedLines}
          disabled={disabled}
          onConvertToEntry={(line) => replaceLine(convertToEntry(line))}
          onDelete={remove}
        />
      )}
      <FormatGuide>
        <Text strong size="small">
          {t('formatGuide.title')}
        </Text>
        <Text size="small" muted>
          {t('formatGuide.text')}
        </Text>
        <Text size="small">
          Where? [nouw-naa?] : <KhmerText>នៅណា?</KhmerText>
        </Text>
      </FormatGuide>
    </Stack>
  );
}

interface UnparsedLinesProps {
  lines: readonly UnparsedLine[];
  disabled: boolean;
  onConvertToEntry: (line: UnparsedLine) => void;
  onDelete: (line: UnparsedLine) => void;
  ref: Ref<VirtualListHandle>;
}

const unparsedTextId = (key: string) => `${key}-text`;

/** Lines that are not in vocabulary format. They stay in the text until the author converts or deletes them. */
function UnparsedLines({ lines, disabled, onConvertToEntry, onDelete, ref }: UnparsedLinesProps) {
  const t = useMessages();
  const renderLine = (line: UnparsedLine) => (
    <Inline justify="end" gap={0}>
      {/* Focusable by the find bar, to select what was found. */}
      <UnparsedText id={unparsedTextId(line.key)} tabIndex={-1}>
        {line.text}
      </UnparsedText>
      <Inline wrap={false} gap={0}>
        <Button size="small" variant="ghost" disabled={disabled} onClick={() => onConvertToEntry(line)}>
          {t('unparsedLines.convert')}
        </Button>
        <IconButton
          size="small"
          dangerous
          id={rowControlId(line.key, 'delete')}
          label={t('unparsedLines.delete', { text: line.text })}
          tooltip={t('unparsedLines.deleteTooltip')}
          icon={<CloseIcon aria-hidden="true" />}
          disabled={disabled}
          onClick={() => onDelete(line)}
        />
      </Inline>
    </Inline>
  );
  return (
    <Callout tone="warning" title={t('unparsedLines.title', { count: lines.length })}>
      <Text size="small">{t('unparsedLines.kept')}</Text>
      {lines.length > virtualizationThreshold ? (
        <VirtualList ref={ref} entries={lines} renderRow={renderLine} />
      ) : (
        <UnparsedList>
          {lines.map((line) => (
            <li key={line.key}>{renderLine(line)}</li>
          ))}
        </UnparsedList>
      )}
    </Callout>
  );
}
