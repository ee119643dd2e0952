import { useOfferUndo } from '@khmer-learning/console-kit';
import {
  Button,
  CloseIcon,
  color,
  fontSize,
  IconButton,
  Inline,
  PlusIcon,
  Stack,
  space,
  TextInput,
  translateServerMessage,
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { detectLang } from '../khmer/mixed-language-text.tsx';

const Row = styled.div`
  display: grid;
  align-items: center;
  gap: ${space(1)} ${space(2.5)};
`;
const RowError = styled.p`grid-column: 1 / -1; color: ${color('dangerText')}; font-size: ${fontSize.small};`;

interface AnswerRowsProps {
  /** The texts of each row; all rows have the same number of them. */
  rows: readonly (readonly string[])[];
  /** The grid's columns: one for each text, and one for the buttons. */
  columns: string;
  min: number;
  max: number;
  errors: readonly (string | undefined)[];
  onChange: (rows: readonly (readonly string[])[]) => void;
  onBlur: () => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
  newRow: readonly string[];
  addLabel: string;
  removeTooltip: string;
  /** Numbers count from 1, texts of a row from 0. */
  textsOf: (number: number) => {
    inputs: readonly { label: string; placeholder: string }[];
    remove: string;
    removed: string;
  };
  /** Buttons before the one that removes a row. @param move moves it to a place and focuses it there */
  buttonsOf?: (index: number, move: (to: number) => void) => ReactNode;
}

/** Rows of texts that are added and removed. The focus goes to the row that is added, or takes a removed one's place. */
export function AnswerRows({ rows, columns, min, max, errors, onChange, onBlur, ...props }: AnswerRowsProps) {
  const id = useId();
  const labelId = useFieldLabelId();
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const offerUndo = useOfferUndo();

  const change = (next: readonly (readonly string[])[], focused: number, removed?: string) => {
    // Rendered synchronously, so that a new input can be focused.
    flushSync(() => onChange(next));
    if (removed !== undefined) offerUndo(removed);
    const inputs = root.current?.querySelectorAll('input') ?? [];
    (inputs[Math.min(focused, next.length - 1) * props.newRow.length] ?? addButton.current)?.focus();
  };
  const without = (index: number) => rows.filter((_, other) => other !== index);

  return (
    <Stack gap={3} ref={root} role="group" aria-labelledby={labelId}>
      {rows.map((row, index) => {
        const key = `${id}-${index}`;
        const error = errors[index];
        const texts = props.textsOf(index + 1);
        return (
          <Row key={key} style={{ gridTemplateColumns: columns }}>
            {texts.inputs.map(({ label, placeholder }, place) => (
              <TextInput
                key={label}
                ref={index + place === 0 ? props.inputRef : undefined}
                aria-label={label}
                aria-invalid={error !== undefined}
                aria-describedby={error === undefined ? undefined : `${key}-error`}
                placeholder={placeholder}
                lang={detectLang(row[place] ?? '')}
                value={row[place] ?? ''}
                onChange={({ target }) => onChange(rows.with(index, row.with(place, target.value)))}
                onBlur={onBlur}
              />
            ))}
            <Inline gap={1} wrap={false}>
              {props.buttonsOf?.(index, (to) => change(without(index).toSpliced(to, 0, row), to))}
              {rows.length > min ? (
                <IconButton
                  size="small"
                  dangerous
                  label={texts.remove}
                  tooltip={props.removeTooltip}
                  icon={<CloseIcon aria-hidden="true" />}
                  onClick={() => change(without(index), index, texts.removed)}
                />
              ) : null}
            </Inline>
            {error === undefined ? null : (
              <RowError id={`${key}-error`}>{translateServerMessage(error)}</RowError>
            )}
          </Row>
        );
      })}
      {rows.length < max ? (
        <div>
          <Button
            size="small"
            ref={addButton}
            icon={<PlusIcon aria-hidden="true" />}
            onClick={() => change([...rows, props.newRow], rows.length)}
          >
            {props.addLabel}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
