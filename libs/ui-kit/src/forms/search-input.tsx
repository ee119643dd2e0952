import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { color, space } from '../foundation/tokens.ts';
import { Kbd } from '../text/kbd.ts';
import { controlStyle, oneLineStyle } from './control-style.ts';
import { InsideButton } from './inside-button.ts';

const Frame = styled.div`position: relative;`;

const Input = styled.input`
  ${controlStyle}
  ${oneLineStyle}
  padding-inline: ${space(9)};
  &::-webkit-search-cancel-button { display: none; }
`;

const Glass = styled(Search)`
  position: absolute;
  top: 50%;
  left: ${space(3)};
  transform: translateY(-50%);
  color: ${color('textMuted')};
  pointer-events: none;
`;

const Clear = styled(InsideButton)`width: ${space(7)};`;

const Shortcut = styled.span`
  position: absolute;
  top: 50%;
  right: ${space(2.5)};
  transform: translateY(-50%);
  pointer-events: none;
  @media (pointer: coarse) { display: none; }
`;

/** A slash typed into a text is a slash; only elsewhere is it the shortcut. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

export interface SearchInputProps {
  /** What the list is filtered by now. */
  value: string;
  /** Told `delay` ms after the last key, and at once on clearing or Enter. */
  onChange: (value: string) => void;
  /** Its name: `Search lessons`. */
  label: string;
  placeholder?: string;
  /** Milliseconds. */
  delay?: number;
  /** `/` anywhere on the page puts the focus here. One per page. */
  shortcut?: boolean;
}

/** A search box that waits until the typing stops. */
export function SearchInput({
  value,
  onChange,
  label,
  placeholder = label,
  delay = 300,
  shortcut = true,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // Changed from outside, such as by `Clear filters`.
    setKnown(value);
    setDraft(value);
  }

  const report = (next: string) => {
    setDraft(next);
    if (next === known) return;
    setKnown(next);
    onChange(next);
  };

  const reportDraft = useEffectEvent(() => report(draft));
  useEffect(() => {
    if (draft === known) return;
    const timer = setTimeout(reportDraft, delay);
    return () => clearTimeout(timer);
  }, [draft, known, delay]);

  useEffect(() => {
    if (!shortcut) return;
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      // Behind a modal dialog the page is hidden, and so is this box.
      if (input.current?.closest('[aria-hidden="true"]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [shortcut]);

  return (
    <Frame role="search">
      <Glass size={16} aria-hidden="true" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(draft);
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
          aria-label="Clear search"
          onClick={() => {
            report('');
            input.current?.focus();
          }}
        >
          <X size={15} aria-hidden="true" />
        </Clear>
      )}
    </Frame>
  );
}
