import { isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import type { ImportCell, ImportLine } from '@khmer-learning/contracts';
import {
  Button,
  FormField,
  Inline,
  Stack,
  Text,
  TextArea,
  TextInput,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import type { FocusEvent, KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { cellLabelOf, formatNotes } from './import-labels.ts';
import { type CellTexts, type ImportId, useCorrectLine } from './transfer.api.ts';

const Cells = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: 0.75rem;
`;

interface LineCorrectionProps {
  importId: ImportId;
  line: ImportLine & { correction: NonNullable<ImportLine['correction']> };
  /** What was typed and is not checked yet, by cell. */
  draft: CellTexts;
  onDraftChange: (update: (draft: CellTexts) => CellTexts) => void;
}

/** The cells of a line: the refused ones as inputs. Leaving the line, or Enter, checks it again. */
export function LineCorrection({ importId, line, draft, onDraftChange }: LineCorrectionProps) {
  const t = useMessages();
  const { place, cells } = line.correction;
  const correct = useCorrectLine(importId, (checked) =>
    // What was typed during the call stays.
    onDraftChange((current) =>
      Object.fromEntries(Object.entries(current).filter(([name, text]) => checked[name] !== text)),
    ),
  );
  const isChanged = Object.keys(draft).length > 0;

  const change = ({ name, value }: ImportCell, next: string) =>
    onDraftChange(({ [name]: _before, ...others }) =>
      next === value ? others : { ...others, [name]: next },
    );
  const check = (texts: CellTexts) => {
    if (Object.keys(texts).length > 0) correct.mutate({ place, cells: texts });
  };
  const undo = (cell: ImportCell) => {
    const { [cell.name]: _typed, ...others } = draft;
    change(cell, cell.original);
    check(cell.value === cell.original ? others : { ...others, [cell.name]: cell.original });
  };
  const checkOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) check(draft);
  };
  const checkOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    check(draft);
  };

  const isEditable = (cell: ImportCell) => cell.editable || cell.value !== cell.original;
  const context = cells.filter((cell) => !isEditable(cell) && cell.value !== '');
  const shownProblems = new Set(cells.flatMap(({ problems }) => problems));
  const otherNotes = line.notes.filter((note) => !shownProblems.has(note));
  return (
    <Stack
      gap={2}
      role="group"
      aria-label={t('lineCorrection.label', { line: line.line })}
      onBlur={checkOnLeave}
      onKeyDown={checkOnEnter}
    >
      {otherNotes.length === 0 ? null : (
        <Text size="small">{formatNotes({ ...line, notes: otherNotes })}</Text>
      )}
      <Cells>
        {cells.filter(isEditable).map((cell) => {
          const value = draft[cell.name] ?? cell.value;
          // An <input> would remove the line breaks of a cell.
          const Control = cell.original.includes('\n') ? TextArea : TextInput;
          return (
            <FormField
              key={cell.name}
              label={translateServerMessage(cell.label)}
              error={
                cell.problems.length === 0 ? undefined : cell.problems.map(translateServerMessage).join('; ')
              }
              aside={
                value === cell.original ? null : (
                  <Button
                    size="small"
                    aria-label={t('lineCorrection.undoCell', { cell: translateServerMessage(cell.label) })}
                    onClick={() => undo(cell)}
                  >
                    {t('lineCorrection.undo')}
                  </Button>
                )
              }
            >
              <Control value={value} onChange={({ target }) => change(cell, target.value)} />
            </FormField>
          );
        })}
      </Cells>
      {context.length === 0 ? null : (
        <Text size="small" muted lines={2}>
          {context
            .map((cell) =>
              t('lineCorrection.cell', {
                label: translateServerMessage(cell.label),
                value: cellLabelOf(cell),
              }),
            )
            .join(' · ')}
        </Text>
      )}
      {correct.error === null || isSessionEndError(correct.error) ? null : (
        <Text size="small" role="alert">
          {userMessageOf(correct.error, t('lineCorrection.notChecked'))}
        </Text>
      )}
      <Inline>
        {isChanged ? (
          <Button
            size="small"
            loading={correct.isPending}
            loadingLabel={t('lineCorrection.checking')}
            onClick={() => check(draft)}
          >
            {t(correct.error === null ? 'lineCorrection.check' : 'lineCorrection.retry')}
          </Button>
        ) : null}
        <Text size="small" muted role="status">
          {!isChanged && line.outcome !== 'refuse' ? t('lineCorrection.willImport') : ''}
        </Text>
      </Inline>
    </Stack>
  );
}
