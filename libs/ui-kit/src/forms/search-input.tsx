import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstRow } from '../data/openable-row.tsx';
import { useShortcuts } from '../foundation/shortcuts.ts';
import { color, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { Kbd } from '../text/text.tsx';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { InputAdornmentButton, InputFrame } from './input-adornment-button.ts';

const Input = styled.input`
  ${controlStyle}
  ${singleLineStyle}
  padding-inline: ${space(9)};
  &::-webkit-search-cancel-button { display: none; }
`;

const MagnifierIcon = styled(Search)`
  position: absolute;
  top: 50%;
  left: ${space(3)};
  transform: translateY(-50%);
  color: ${color('textMuted')};
  pointer-events: none;
`;

const Clear = styled(InputAdornmentButton)`width: ${space(7)};`;

const Shortcut = styled.span`
  position: absolute;
  top: 50%;
  right: ${space(2.5)};
  transform: translateY(-50%);
  pointer-events: none;
  @media (pointer: coarse) { display: none; }
`;

export interface SearchInputProps {
  /** The current search text. */
  value: string;
  /** Called `debounceMs` after the last change, and immediately on Enter, the down arrow, Esc or clearing. */
  onChange: (value: string) => void;
  /** The accessible name: `Search lessons`. */
  label: string;
  placeholder?: string;
  /** Debounce delay in milliseconds. Default: 300. */
  debounceMs?: number;
  /** `/` anywhere on the page focuses this input. Use it for one input per page. */
  shortcut?: boolean;
}

/** A debounced search input. Enter and the down arrow go to the first row of what was found. */
export function SearchInput({
  value,
  onChange,
  label,
  placeholder = label,
  debounceMs = 300,
  shortcut = true,
}: SearchInputProps) {
  const t = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [reportedValue, setReportedValue] = useState(value);
  if (value !== reportedValue) {
    // The value was changed by the parent, for example by `Clear filters`.
    setReportedValue(value);
    setDraft(value);
  }

  const report = (next: string) => {
    setDraft(next);
    if (next === reportedValue) return;
    setReportedValue(next);
    onChange(next);
  };

  const reportDraft = useEffectEvent(() => report(draft));
  useEffect(() => {
    if (draft === reportedValue) return;
    const timer = setTimeout(reportDraft, debounceMs);
    return () => clearTimeout(timer);
  }, [draft, reportedValue, debounceMs]);

  /** Incremented when focus is to go to the first row of what was found. */
  const [moves, setMoves] = useState(0);
  useEffect(() => (moves > 0 && input.current ? focusFirstRow(input.current) : undefined), [moves]);

  useShortcuts(input, { '/': shortcut ? () => input.current?.focus() : undefined });

  return (
    <InputFrame role="search">
      <MagnifierIcon size={16} aria-hidden="true" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value);
          setMoves(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            // Enter that ends the composition of a character is part of the text.
            if (event.nativeEvent.isComposing) return;
            event.preventDefault();
            report(draft);
            setMoves((last) => last + 1);
          }
          if (event.key === 'Escape' && draft !== '') {
            event.stopPropagation();
            report('');
          }
        }}
      />
      {draft === '' ? (
        shortcut && (
          <Shortcut aria-hidden="true">
            <Kbd>/</Kbd>
          </Shortcut>
        )
      ) : (
        <Clear
          type="button"
          aria-label={t('searchInput.clear')}
          onClick={() => {
            report('');
            input.current?.focus();
          }}
        >
          <X size={15} aria-hidden="true" />
        </Clear>
      )}
    </InputFrame>
  );
}
