import {
  CommentMark,
  type RecordedRow,
  RecordingButtons,
  type RecordingTarget,
  type RowRecordings,
  usePreventEscapeClose,
} from '@khmer-learning/console-kit';
import { isBlank, suggestSpelling } from '@khmer-learning/khmer-text';
import {
  Button,
  color,
  fontSize,
  fontWeight,
  IconButton,
  Kbd,
  KhmerText,
  narrowBreakpoint,
  radius,
  Stack,
  space,
  TextInput,
  TrashIcon,
  TriangleAlertIcon,
  touchTarget,
  useScreen,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import {
  type ClipboardEvent,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import styled, { css } from 'styled-components';
import { VirtualList, type VirtualListHandle, virtualizationThreshold } from '../lists/virtual-list.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { lineKey } from '../preview/previewed-lesson.tsx';
import {
  type RememberedPronunciation,
  useRememberedPronunciation,
} from '../pronunciations/pronunciation-memory.tsx';
import {
  commentedLine,
  type EntryField,
  type EntryLine,
  entryFields,
  findDuplicateWords,
  missingFields,
  spansMultipleCells,
  toRecordableRow,
} from './vocabulary-lines.ts';

/* Three cells and the buttons, which are as wide in every row and language. */
const columns = `minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.2fr) 12rem`;
const label = css`color: ${color('textMuted')}; font-size: ${fontSize.tiny}; font-weight: ${fontWeight.medium};`;

const RowButtons = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  @media (max-width: ${narrowBreakpoint}) { position: absolute; top: ${space(1)}; right: ${space(1)}; }
`;

export const ColumnLabels = styled.div`
  ${label}
  display: grid;
  grid-template-columns: ${columns};
  gap: ${space(2)};
  margin-bottom: ${space(1)};
  @media (max-width: ${narrowBreakpoint}) { display: none; }
`;

/* On a narrow screen the cells of a row are stacked in a bordered box. Khmer letters look smaller than Latin ones of the same size. */
const EntryRow = styled.div`
  & :lang(km):is(input, span) { font-size: 1.1em; }
  @media (pointer: coarse) { & input:lang(km) { font-size: 1.1rem; } }
  @media (max-width: ${narrowBreakpoint}) {
    position: relative;
    padding: ${space(3)};
    border: 1px solid ${color('border')};
    border-radius: ${radius.medium};
  }
`;

const CellGrid = styled.div`
  display: grid;
  grid-template-columns: ${columns};
  align-items: center;
  gap: ${space(2)};
  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); }
`;

const CompactRow = styled.div`
  display: flex;
  align-items: center;
  border-bottom: 1px solid ${color('border')};
`;

const CompactButton = styled.button`
  display: flex;
  flex: 1;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;
  min-height: ${touchTarget};
  padding: 0 ${space(1)};
  border: 0;
  background: none;
  text-align: start;
  cursor: pointer;
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > svg { flex: none; width: 1rem; height: 1rem; color: ${color('yellowText')}; }
`;

/** A cell's label. Visible only on narrow screens, which have no column labels. */
const CellLabel = styled.label`
  ${label}
  display: block;
  margin-bottom: ${space(1)};
  @media (min-width: calc(${narrowBreakpoint} + 1px)) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

const RowNote = styled.p`
  margin: ${space(0.5)} 0 0;
  padding-left: ${space(0.5)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
  overflow-wrap: anywhere;
  &[data-warns] { color: ${color('yellowText')}; }
  & > strong { color: ${color('text')}; font-weight: ${fontWeight.semibold}; }
`;

const SpellingNote = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  padding-left: ${space(0.5)};
  color: ${color('textMuted')};
  font-size: ${fontSize.small};
`;

/* Shown while Tab takes the offer over: in the cell of the pronunciation. */
const TabHint = styled.span`
  visibility: hidden;
  ${EntryRow}:has([id$='-phonemic']:focus) & { visibility: visible; }
`;

export type RowControl = EntryField | 'delete';

export function rowControlId(key: string, control: RowControl): string {
  return `${key}-${control}`;
}

/** The callbacks of a row. They are stable across renders. */
export interface RowActions {
  edit: (entry: EntryLine) => void;
  remove: (entry: EntryLine) => void;
  focusNextCell: (entry: EntryLine, field: EntryField) => void;
  /** Called when the pasted text has several lines or cells. */
  paste: (entry: EntryLine, text: string) => void;
  focus: (entry: EntryLine, field: EntryField) => void;
}

interface VocabularyRowProps {
  entry: EntryLine;
  number: number;
  /** The 1-based number of another row with the same English word. */
  duplicateOf: number | undefined;
  canDelete: boolean;
  disabled: boolean;
  actions: RowActions;
  target: RecordingTarget | undefined;
  recorded: RecordedRow | undefined;
}

function CompactVocabularyRow({
  entry,
  number,
  duplicateOf,
  actions,
}: Pick<VocabularyRowProps, 'entry' | 'number' | 'duplicateOf' | 'actions'>) {
  const t = useMessages();
  const missing = missingFields(entry);
  const warning =
    missing.length > 0
      ? t('vocabularyRow.incomplete', { missing: missing.join('_') })
      : duplicateOf === undefined
        ? ''
        : t('vocabularyRow.duplicate', { word: entry.english.trim(), number: duplicateOf });
  return (
    <CompactRow data-comment-place="" role="group" aria-label={t('vocabularyRow.label', { number })}>
      <CompactButton type="button" onClick={() => actions.focus(entry, 'english')}>
        <span>
          {entry.english} — <KhmerText>{entry.khmer}</KhmerText>
        </span>
        {warning === '' ? null : (
          <>
            <TriangleAlertIcon aria-hidden="true" />
            <VisuallyHidden>{warning}</VisuallyHidden>
          </>
        )}
      </CompactButton>
      <RowCommentMark entry={entry} number={number} />
    </CompactRow>
  );
}

export const SectionTitleContext = createContext('');

function RowCommentMark({ entry, number }: Pick<VocabularyRowProps, 'entry' | 'number'>) {
  const t = useMessages();
  const section = useContext(SectionTitleContext);
  const row = commentedLine(entry);
  if (row === undefined || isBlank(section)) return null;
  return <CommentMark place={{ section, row }} label={t('vocabularyRow.label', { number })} />;
}

/** An entry: three cells with a preview below. Memoized, because there can be many rows. */
const VocabularyRow = memo(function VocabularyRow({
  entry,
  number,
  duplicateOf,
  canDelete,
  disabled,
  actions,
  target,
  recorded,
}: VocabularyRowProps) {
  const t = useMessages();
  const noteId = `${entry.key}-note`;
  const remembered = useRememberedPronunciation(entry);
  const [dismissed, setDismissed] = useState<RememberedPronunciation['used'] | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const offer = disabled || remembered === null || remembered.used === dismissed ? null : remembered;
  usePreventEscapeClose(offer !== null, row);
  const takeOver = ({ used: { phonemic, khmer } }: RememberedPronunciation) =>
    actions.edit({ ...entry, phonemic, khmer: isBlank(entry.khmer) ? khmer : entry.khmer });

  const onKeyDown = (event: KeyboardEvent, field: EntryField) => {
    if (offer && event.key === 'Escape') setDismissed(offer.used);
    const isTab =
      event.key === 'Tab' &&
      !event.nativeEvent.isComposing &&
      !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    if (offer && !offer.isOther && isTab && field === 'phonemic') {
      takeOver(offer);
      // As the browser would, but before the offer disappears: an element that disappears while the focus moves takes it away.
      event.preventDefault();
      actions.focusNextCell(entry, field);
      return;
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    actions.focusNextCell(entry, field);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!spansMultipleCells(text)) return;
    // An input would join the lines and cells.
    event.preventDefault();
    actions.paste(entry, text);
  };

  return (
    <EntryRow
      ref={row}
      data-comment-place=""
      data-row-key={entry.key}
      data-line={lineKey(entry)}
      role="group"
      aria-label={t('vocabularyRow.label', { number })}
    >
      <CellGrid>
        {entryFields.map((field) => (
          <div key={field}>
            <CellLabel htmlFor={rowControlId(entry.key, field)}>{t(`vocabularyField.${field}`)}</CellLabel>
            <TextInput
              id={rowControlId(entry.key, field)}
              aria-describedby={noteId}
              value={entry[field]}
              placeholder={t(`vocabularyRow.enter.${field}`)}
              disabled={disabled}
              autoComplete="off"
              {...(field === 'khmer' ? { lang: 'km' } : {})}
              onChange={(event) => actions.edit({ ...entry, [field]: event.target.value })}
              onKeyDown={(event) => onKeyDown(event, field)}
              onPaste={onPaste}
            />
          </div>
        ))}
        <RowButtons>
          {target === undefined ? null : (
            <RecordingButtons
              target={target}
              texts={toRecordableRow(entry).texts}
              recorded={recorded}
              disabled={disabled}
            />
          )}
          <RowCommentMark entry={entry} number={number} />
          {canDelete ? (
            <IconButton
              size="small"
              dangerous
              id={rowControlId(entry.key, 'delete')}
              label={t('vocabularyRow.delete', { number })}
              tooltip={t('vocabularyRow.deleteTooltip')}
              icon={<TrashIcon aria-hidden="true" />}
              disabled={disabled}
              onClick={() => actions.remove(entry)}
            />
          ) : null}
        </RowButtons>
      </CellGrid>
      <div id={noteId}>
        <EntryNote entry={entry} />
        {duplicateOf === undefined ? null : (
          <RowNote data-warns="">
            {t('vocabularyRow.duplicate', { word: entry.english.trim(), number: duplicateOf })}
          </RowNote>
        )}
      </div>
      {offer === null ? null : (
        <PronunciationOffer
          offer={offer}
          number={number}
          onTakeOver={() => {
            takeOver(offer);
            actions.focus(entry, 'phonemic');
          }}
        />
      )}
      <OfferAnnouncement offer={offer} row={row} />
      {disabled ? null : <SpellingSuggestion entry={entry} number={number} actions={actions} />}
    </EntryRow>
  );
});

function EntryNote({ entry }: { entry: EntryLine }) {
  const t = useMessages();
  const missing = missingFields(entry);
  if (missing.length === entryFields.length) return null;
  if (missing.length === 0) {
    return (
      <RowNote>
        <strong>{entry.english}</strong> <span>[{entry.phonemic}]</span> :{' '}
        <KhmerText>{entry.khmer}</KhmerText>
      </RowNote>
    );
  }
  return <RowNote>{t('vocabularyRow.incomplete', { missing: missing.join('_') })}</RowNote>;
}

/** Announces an offer for the edited row. It stays when the focus moves: if it disappeared then, the dialog would take the focus. */
function OfferAnnouncement({
  offer,
  row,
}: {
  offer: RememberedPronunciation | null;
  row: RefObject<HTMLElement | null>;
}) {
  const [text, setText] = useState('');
  const announcement = offer === null ? '' : announcementOf(offer);
  useEffect(() => {
    setText(row.current?.contains(document.activeElement) ? announcement : '');
  }, [announcement, row]);
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>;
}

function announcementOf({ used: { phonemic, lessons }, isOther }: RememberedPronunciation): string {
  return isOther
    ? message('pronunciationOffer.announceUsual', { phonemic, count: lessons })
    : message('pronunciationOffer.announce', { phonemic });
}

function PronunciationOffer({
  offer: { used, isOther },
  number,
  onTakeOver,
}: {
  offer: RememberedPronunciation;
  number: number;
  onTakeOver: () => void;
}) {
  const t = useMessages();
  const { phonemic, khmer, lessons } = used;
  const tags = {
    phonemic: (content: ReactNode) => <strong>{content}</strong>,
    khmer: (content: ReactNode) => <KhmerText>{content}</KhmerText>,
  };
  return (
    <SpellingNote>
      <span>
        {lessons === 0
          ? t.rich('pronunciationOffer.composed', tags, { phonemic, khmer })
          : t.rich(isOther ? 'pronunciationOffer.usual' : 'pronunciationOffer.used', tags, {
              phonemic,
              khmer,
              count: lessons,
            })}
      </span>
      <Button
        size="small"
        variant="ghost"
        aria-label={t('pronunciationOffer.useIn', { phonemic, number })}
        onClick={onTakeOver}
      >
        {t('pronunciationOffer.use', { phonemic })}
      </Button>
      {isOther ? null : (
        <TabHint aria-hidden="true">
          <Kbd>Tab</Kbd>
        </TabHint>
      )}
    </SpellingNote>
  );
}

/** Suggests the standard order of Khmer characters: another one looks the same, but search and screen readers tell them apart. */
function SpellingSuggestion({
  entry,
  number,
  actions,
}: Pick<VocabularyRowProps, 'entry' | 'number' | 'actions'>) {
  const t = useMessages();
  const suggestion = useMemo(() => suggestSpelling(entry.khmer), [entry.khmer]);
  if (suggestion === null) return null;
  return (
    <SpellingNote>
      <span>{t('spellingSuggestion.text')}</span>
      <Button
        size="small"
        variant="ghost"
        aria-label={t('spellingSuggestion.fixIn', { number })}
        onClick={() => {
          actions.edit({ ...entry, khmer: suggestion });
          actions.focus(entry, 'khmer');
        }}
      >
        {t('spellingSuggestion.fix')}
      </Button>
    </SpellingNote>
  );
}

export interface VocabularyRowsHandle {
  /** Focuses a control as soon as its row is mounted. */
  focusControl: (key: string, control: RowControl) => void;
  /** Scrolls to a row, which is rendered shortly afterwards. */
  reveal: (key: string) => void;
}

interface VocabularyRowsProps {
  entries: readonly EntryLine[];
  disabled: boolean;
  actions: RowActions;
  /** Where the rows are recorded; without it they cannot be. */
  target: RecordingTarget | undefined;
  recordings: RowRecordings;
  ref: Ref<VocabularyRowsHandle>;
}

export function VocabularyRows({ entries, disabled, actions, target, recordings, ref }: VocabularyRowsProps) {
  const duplicates = findDuplicateWords(entries);
  const root = useRef<HTMLDivElement>(null);
  const virtualList = useRef<VirtualListHandle>(null);
  const isNarrow = useScreen(`(max-width: ${narrowBreakpoint})`);
  /** The row whose fields are shown on a narrow screen. */
  const [openKey, setOpenKey] = useState<string | null>(null);
  const isCompact = (entry: EntryLine) =>
    isNarrow && entry.key !== openKey && missingFields(entry).length < entryFields.length;
  const pendingFocus = useRef<{ key: string; control: RowControl } | null>(null);

  const focusPendingControl = () => {
    if (pendingFocus.current === null) return;
    const { key, control } = pendingFocus.current;
    const element = root.current?.querySelector<HTMLElement>(`[id="${rowControlId(key, control)}"]`);
    if (element) {
      pendingFocus.current = null;
      element.focus();
    } else virtualList.current?.scrollToIndex(entries.findIndex((entry) => entry.key === key));
  };
  useLayoutEffect(focusPendingControl);
  useImperativeHandle(ref, () => ({
    reveal: (key) => {
      setOpenKey(key);
      virtualList.current?.scrollToIndex(entries.findIndex((entry) => entry.key === key));
    },
    focusControl: (key, control) => {
      pendingFocus.current = { key, control };
      setOpenKey(key);
      focusPendingControl();
    },
  }));

  const renderRow = (entry: EntryLine, index: number): ReactNode => {
    const row = { entry, number: index + 1, duplicateOf: duplicates.get(entry.key), actions };
    if (isCompact(entry)) return <CompactVocabularyRow key={entry.key} {...row} />;
    return (
      <VocabularyRow
        key={entry.key}
        {...row}
        canDelete={entries.length > 1}
        disabled={disabled}
        target={target}
        recorded={recordings.byRow.get(entry.key)}
      />
    );
  };
  // A row stays open while its first letter is typed.
  const keepOpen = ({ target }: FocusEvent<HTMLElement>) => {
    const key = target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey;
    if (isNarrow && key !== undefined) setOpenKey(key);
  };
  return (
    <Stack gap={0} ref={root} onFocus={keepOpen}>
      {entries.length > virtualizationThreshold ? (
        <VirtualList
          ref={virtualList}
          entries={entries}
          renderRow={renderRow}
          onRender={focusPendingControl}
        />
      ) : (
        <Stack gap={2}>{entries.map(renderRow)}</Stack>
      )}
    </Stack>
  );
}
