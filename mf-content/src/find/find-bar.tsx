import { findText, type TextMatch } from '@khmer-learning/khmer-text';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CloseIcon,
  color,
  IconButton,
  Inline,
  langProps,
  radius,
  shadow,
  space,
  Text,
  TextInput,
} from '@khmer-learning/ui-kit';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import type { FindableText } from './findable-texts.ts';
import { clearMark, markMatch, selectMatch } from './match-mark.ts';

/* It stays visible while the form scrolls. */
const Bar = styled.div`
  position: sticky;
  top: 0;
  z-index: 2;
  margin-bottom: ${space(4)};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  box-shadow: ${shadow.medium};
`;

const QueryField = styled.div`flex: 1 1 5rem;`;

const MarkStyle = createGlobalStyle`
  [data-found] { outline: 3px solid ${color('yellowText')}; outline-offset: 1px; }
  ::highlight(found) { background-color: Mark; color: MarkText; }
`;

const contextLength = 24;

interface Match extends TextMatch {
  readonly of: FindableText;
  readonly ordinal: number;
}

interface Search {
  readonly query: string;
  readonly matches: readonly Match[];
  readonly current: number;
}

export interface FindBarProps {
  /** Found at once, and the focus goes to the match; null to type a text. */
  initialText: string | null;
  /** The texts of the form as they are now, in their order. */
  texts: () => readonly FindableText[];
  onClose: () => void;
}

/** Finds a text in the form: counts the matches, scrolls to and marks one at a time. Esc closes it and selects the match. */
export function FindBar({ initialText, texts, onClose }: FindBarProps) {
  const t = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState<Search>({ query: initialText ?? '', matches: [], current: 0 });
  const [opener] = useState(() => document.activeElement);

  const isPresent = (match: Match | undefined) => match?.of.locate() ?? null;
  const matchesOf = (query: string): Match[] =>
    texts().flatMap((of) => findText(of.text, query).map((place, ordinal) => ({ ...place, of, ordinal })));

  const find = (query: string, move: (current: number, count: number) => number) => {
    const matches = matchesOf(query);
    setSearch(({ current }) => ({ query, matches, current: move(current, matches.length) }));
  };
  const type = (query: string) => find(query, () => 0);
  const step = (by: number) =>
    find(search.query, (current, count) => (count === 0 ? 0 : (current + by + count) % count));

  const close = () => {
    const match = search.matches[search.current];
    const element = isPresent(match);
    clearMark();
    onClose();
    if (match && element) selectMatch(element, search.query, match);
    else if (opener instanceof HTMLElement) opener.focus();
  };

  const findInitial = useEffectEvent(() => {
    if (initialText !== null) type(initialText);
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => {
    findInitial();
    return clearMark;
  }, []);

  const { query, matches, current } = search;
  const match = matches[current];
  const landsInForm = useRef(initialText !== null);
  const land = useEffectEvent((landed: Match, element: HTMLElement) => {
    markMatch(element, query, landed);
    // A text that was asked for from outside is edited at once; later ones are looked at first.
    if (landsInForm.current) selectMatch(element, query, landed);
    landsInForm.current = false;
  });
  useEffect(() => {
    clearMark();
    return match === undefined ? undefined : whenLocated(match.of, (element) => land(match, element));
  }, [match]);

  const onFormKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (
      !(event.target instanceof Element) ||
      !event.target.closest('[role="dialog"]')?.contains(input.current)
    )
      return;
    const isNext =
      event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'g');
    if (isNext) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      // The form's dialog ignores the key then.
      event.preventDefault();
      close();
    }
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onFormKey(event);
    // Captured on window, to run before the dialog's own listener.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };

  const position =
    match === undefined
      ? t('findBar.noMatches')
      : t('findBar.position', { current: current + 1, count: matches.length });
  return (
    <Bar data-find="" role="search" aria-label={t('action.findInLesson')}>
      <MarkStyle />
      <Inline gap={2}>
        <QueryField>
          <TextInput
            ref={input}
            aria-label={t('findBar.query')}
            placeholder={t('action.findInLesson')}
            autoComplete="off"
            value={query}
            {...langProps(query)}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
        </QueryField>
        <Text as="span" size="small" role="status">
          {query === '' ? '' : position}
        </Text>
        <IconButton
          label={t('findBar.previous')}
          tooltip={t('findBar.previousTooltip')}
          icon={<ArrowUpIcon aria-hidden="true" />}
          disabled={match === undefined}
          onClick={() => step(-1)}
        />
        <IconButton
          label={t('findBar.next')}
          tooltip={t('findBar.nextTooltip')}
          icon={<ArrowDownIcon aria-hidden="true" />}
          disabled={match === undefined}
          onClick={() => step(1)}
        />
        <IconButton
          label={t('findBar.close')}
          tooltip={t('findBar.closeTooltip')}
          icon={<CloseIcon aria-hidden="true" />}
          onClick={close}
        />
      </Inline>
      {match === undefined ? null : <MatchContext match={match} />}
    </Bar>
  );
}

function MatchContext({ match: { of, start, end } }: { match: Match }) {
  const t = useMessages();
  const before = of.text.slice(Math.max(0, start - contextLength), start);
  const found = of.text.slice(start, end);
  const after = of.text.slice(end, end + contextLength);
  return (
    <Text size="small" muted lines={1} aria-live="polite">
      {t.rich(
        'findBar.context',
        {
          text: () => (
            <span {...langProps(before + found + after)}>
              {before}
              <mark>{found}</mark>
              {after}
            </span>
          ),
        },
        { place: of.place },
      )}
    </Text>
  );
}

/** Calls `onLocated` as soon as the text's element is rendered: rows far away and editors come later. @returns ends it */
function whenLocated(text: FindableText, onLocated: (element: HTMLElement) => void): () => void {
  const tryNow = () => {
    const element = text.locate();
    if (element === null) text.reveal?.();
    else onLocated(element);
    return element !== null;
  };
  if (tryNow()) return () => {};
  const observer = new MutationObserver(() => {
    if (tryNow()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
