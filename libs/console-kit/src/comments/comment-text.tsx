import { useApi } from '@khmer-learning/console-sdk';
import { type ItemComment, mentionOf, splitMentions } from '@khmer-learning/contracts';
import {
  Button,
  color,
  fontWeight,
  Inline,
  langProps,
  radius,
  Stack,
  shadow,
  space,
  Text,
  TextArea,
  VisuallyHidden,
  zIndex,
} from '@khmer-learning/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { usePreventEscapeClose } from '../reorder/use-prevent-escape-close.ts';
import type { ItemComments } from './item-comments.ts';

const Written = styled.p`margin: 0; line-height: 1.8; white-space: pre-wrap; overflow-wrap: anywhere;`;
const Mention = styled.span`color: ${color('accentText')}; font-weight: ${fontWeight.medium};`;

/** The text of a comment, with the names of those whom it mentions. */
export function CommentText({ comment: { text, mentions } }: { comment: ItemComment }) {
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  return (
    <Written {...langProps(text)}>
      {splitMentions(text).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        typeof part === 'string' ? part : <Mention key={index}>@{names.get(part)}</Mention>,
      )}
    </Written>
  );
}

/** A text as it is typed: with names, which `toStoredText` makes mentions again. */
export function toTypedText({ text, mentions }: ItemComment, mentioned: Map<string, number>): string {
  for (const { id, name } of mentions) mentioned.set(name, id);
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  return splitMentions(text)
    .map((part) => (typeof part === 'string' ? part : `@${names.get(part)}`))
    .join('');
}

/** Longer names come first: one may begin with another. */
function toStoredText(text: string, mentioned: Map<string, number>): string {
  const names = [...mentioned.keys()].toSorted((one, other) => other.length - one.length);
  return names.reduce(
    (stored, name) => stored.replaceAll(`@${name}`, mentionOf(mentioned.get(name) ?? 0)),
    text,
  );
}

/** What is typed after an `@`, up to the cursor; undefined when it is none that begins a mention. */
const typedName = (text: string) => /(?:^|[\s(])@([^\s@](?:[^@\n]{0,38}[^\s@])?|)$/u.exec(text)?.[1];

const Frame = styled.div`position: relative;`;
const Options = styled.ul`
  position: absolute;
  z-index: ${zIndex.sticky};
  inset: 100% 0 auto;
  max-height: 14rem;
  margin: ${space(1)} 0 0;
  padding: ${space(1)};
  overflow-y: auto;
  border: 1px solid ${color('border')};
  border-radius: ${radius.medium};
  background: ${color('surfaceRaised')};
  box-shadow: ${shadow.large};
  list-style: none;
`;
const Option = styled.li`
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.small};
  line-height: 1.8;
  cursor: pointer;
  &[aria-selected='true'] { background: ${color('surfaceHover')}; box-shadow: inset 2px 0 0 ${color('focus')}; }
`;

interface CommentEditorProps {
  comments: ItemComments;
  /** Where it is typed: the text stays there when the panel closes. */
  draft: string;
  label: string;
  sendLabel: string;
  initial?: string;
  /** Resolves to false when the text could not be sent, and stays. */
  onSend: (text: string) => Promise<boolean>;
  /** Without it, there is no button that cancels. */
  onCancel?: () => void;
  focused?: boolean;
}

/** The input of a comment. `@` offers people to mention; Ctrl+Enter sends. */
export function CommentEditor({
  comments: { drafts, mentioned, endpoints },
  draft,
  label,
  sendLabel,
  initial = '',
  onSend,
  onCancel,
  focused = false,
}: CommentEditorProps) {
  const t = useMessages();
  const api = useApi();
  const [text, setText] = useState(() => drafts.get(draft) ?? initial);
  const [search, setSearch] = useState<string | undefined>();
  const [highlighted, setHighlighted] = useState(0);
  const [isSending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const typed = useDebounced(search);
  const people = useQuery({
    queryKey: ['comment-people', endpoints.people.path, typed],
    queryFn: async ({ signal }) =>
      (await api.call(endpoints.people, { query: { search: typed } }, { signal })).people,
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const found = search === undefined ? [] : (people.data ?? []);
  const isOpen = found.length > 0;
  usePreventEscapeClose(isOpen, area);
  useEffect(() => {
    if (focused) area.current?.focus();
  }, [focused]);

  const change = (next: string) => {
    setText(next);
    if (next === initial || next === '') drafts.delete(draft);
    else drafts.set(draft, next);
  };
  const look = (next: string, cursor: number) => {
    setSearch(typedName(next.slice(0, cursor)));
    setHighlighted(0);
  };
  const take = ({ id, name }: { id: number; name: string }) => {
    const cursor = area.current?.selectionEnd ?? text.length;
    const start = text.slice(0, cursor).lastIndexOf('@');
    mentioned.set(name, id);
    change(`${text.slice(0, start)}@${name} ${text.slice(cursor)}`);
    setSearch(undefined);
    area.current?.focus();
  };
  const send = async () => {
    if (isSending || text.trim() === '') return;
    setSending(true);
    const isSent = await onSend(toStoredText(text, mentioned));
    setSending(false);
    if (!isSent) return;
    drafts.delete(draft);
    setText(initial);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
      return;
    }
    const chosen = found[highlighted];
    if (!isOpen || !chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setHighlighted((highlighted + step + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') setSearch(undefined);
    else return;
    event.preventDefault();
    // Escape closes nothing else.
    event.stopPropagation();
  };

  return (
    <Stack gap={2}>
      <Frame data-own-undo="">
        <TextArea
          {...langProps(text)}
          ref={area}
          aria-label={label}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(isOpen
            ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${highlighted}` }
            : {})}
          value={text}
          placeholder={t('comments.placeholder')}
          readOnly={isSending}
          onChange={({ target }) => {
            change(target.value);
            look(target.value, target.selectionEnd);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setSearch(undefined)}
        />
        {isOpen ? (
          <Options id={listId} role="listbox" aria-label={t('comments.people')}>
            {found.map((person, index) => (
              // The text area has the focus and the keys.
              <Option
                key={person.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === highlighted}
                {...langProps(person.name)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(person)}
              >
                {person.name}
              </Option>
            ))}
          </Options>
        ) : null}
        <VisuallyHidden role="status">
          {search === undefined || people.isPending ? '' : t('comments.found', { count: found.length })}
        </VisuallyHidden>
      </Frame>
      <Inline gap={2}>
        <Button size="small" variant="primary" loading={isSending} onClick={() => void send()}>
          {sendLabel}
        </Button>
        {onCancel === undefined ? null : (
          <Button
            size="small"
            variant="ghost"
            disabled={isSending}
            onClick={() => {
              drafts.delete(draft);
              onCancel();
            }}
          >
            {t('action.cancel')}
          </Button>
        )}
        <Text as="span" size="small" muted>
          {t('comments.keys')}
        </Text>
      </Inline>
    </Stack>
  );
}

function useDebounced(search: string | undefined): string | undefined {
  const [value, setValue] = useState(search);
  useEffect(() => {
    if (search === value) return undefined;
    const timer = setTimeout(() => setValue(search), search ? 200 : 0);
    return () => clearTimeout(timer);
  }, [search, value]);
  return value;
}
