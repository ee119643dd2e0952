import { color, fontSize, langProps, radius, space } from '@khmer-learning/ui-kit';
import { type KeyboardEvent, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import type { GridColumn, Place } from './grid-cells.ts';

const fieldStyle = css`
  display: block;
  width: 100%;
  padding: ${space(1)};
  border: 1px solid ${color('borderControl')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  color: ${color('text')};
  font: inherit;
  line-height: 1.9;
  &:focus-visible { outline: 2px solid ${color('focus')}; outline-offset: -1px; }
  /* With a font size below 16 px, iOS zooms into the page on focus. */
  @media (pointer: coarse) { font-size: ${fontSize.large}; }
`;
const Field = styled.textarea`${fieldStyle} resize: vertical; field-sizing: content;`;
const Choice = styled.select`${fieldStyle}`;

interface CellEditorProps {
  column: GridColumn;
  /** What it begins with; '' for what is typed next. */
  initial: string;
  label: string;
  /** @param step where the focus goes from here; null when it is elsewhere already */
  onCommit: (text: string, step: Partial<Place> | null) => void;
  onCancel: () => void;
}

export function CellEditor({ column, initial, label, onCommit, onCancel }: CellEditorProps) {
  const { options, isLong = false } = column;
  const [text, setText] = useState(initial);
  const isOver = useRef(false);
  const end = (act: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  const commit = (step: Partial<Place> | null) =>
    end(() => onCommit(isLong ? text : text.replace(/\s*\n\s*/g, ' '), step));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    event.stopPropagation();
    if (key === 'Escape') end(onCancel);
    else if (key === 'Tab') commit({ column: shiftKey ? -1 : 1 });
    else if (key === 'Enter' && !(isLong && shiftKey)) commit({ row: 1 });
    else return;
    event.preventDefault();
  };
  const field = {
    // What was asked for, by a key or a click.
    autoFocus: true,
    'aria-label': label,
    onKeyDown,
    onBlur: () => commit(null),
  };
  if (options === undefined)
    return (
      <Field
        {...field}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        rows={1}
        value={text}
        onChange={({ target }) => setText(target.value)}
        {...langProps(text)}
      />
    );
  const isKnown = options.some((option) => option.label === text);
  return (
    <Choice {...field} value={text} onChange={({ target }) => setText(target.value)}>
      {isKnown ? null : <option value={text}>{text}</option>}
      {options.map(({ value, label: option }) => (
        <option key={value} value={option}>
          {option}
        </option>
      ))}
    </Choice>
  );
}
