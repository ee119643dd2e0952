import { useSession } from '@khmer-learning/console-sdk';
import { Button, Dialog, langProps, VisuallyHidden } from '@khmer-learning/ui-kit';
import { useCombobox } from 'downshift';
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useId, useMemo, useState } from 'react';
import { useVisibleViews } from '../console/console-views.ts';
import { useMessages } from '../console/messages/messages.ts';
import { useDeclaredParts } from './declared-parts.ts';
import {
  hasName,
  matchesWords,
  type PaletteOption,
  useActionOptions,
  useItemOption,
  useViewOptions,
} from './palette-options.tsx';
import {
  Body,
  Detail,
  Errors,
  Group,
  GroupLabel,
  Input,
  List,
  Note,
  Option,
  Title,
} from './palette-style.ts';
import { readRecentItems } from './recent-items.ts';
import { type SourceResult, useSearchResults } from './search-sources.ts';

interface OptionGroup {
  readonly key: string;
  readonly label: string;
  readonly options: readonly PaletteOption[];
  readonly isLoading: boolean;
}

const settled = { isLoading: false } as const;
const isNotNull = (option: PaletteOption | null): option is PaletteOption => option !== null;

/** What matches the text, in groups; without a text what was opened last, all views and all actions. */
function useOptionGroups(text: string) {
  const t = useMessages();
  const { user } = useSession();
  const views = useVisibleViews();
  const viewIds = useMemo(() => new Set(views.map(({ id }) => id)), [views]);
  const sources = useDeclaredParts(({ searchSources }) => searchSources, viewIds);
  const results = useSearchResults(sources, text);
  const toOption = useItemOption(sources);
  const [recent] = useState(() => readRecentItems(user.id));
  const recentOptions = text === '' ? recent.map(toOption).filter(isNotNull) : [];
  const groups: OptionGroup[] = [
    { key: 'recent', label: t('palette.recent'), options: recentOptions, ...settled },
    { key: 'views', label: t('label.views'), options: useViewOptions(views, text), ...settled },
    {
      key: 'actions',
      label: t('palette.actions'),
      options: useActionOptions(views, viewIds, text),
      ...settled,
    },
    ...results.map(({ source, items, searchedFor, isLoading }) => ({
      key: source.key,
      label:
        searchedFor === null
          ? source.part.label
          : t('palette.searchedFor', { label: source.part.label, searchedFor }),
      options: items.map(toOption).filter(isNotNull),
      isLoading,
    })),
  ];
  return { groups: groups.filter(({ options, isLoading }) => isLoading || options.length > 0), results };
}

/** What Enter chooses at first: one called as typed, else with all words, else the first; none while a better one may come. */
function firstOption(groups: readonly OptionGroup[], text: string): PaletteOption | undefined {
  const ranked = groups.flatMap(({ options }) =>
    options.map((option) => ({ option, rank: rankOf(option, text) })),
  );
  const best = ranked.toSorted((one, other) => one.rank - other.rank)[0];
  const isFinal = best?.rank === 0 || groups.every(({ isLoading }) => !isLoading);
  return isFinal ? best?.option : undefined;
}

function rankOf({ title }: PaletteOption, text: string): number {
  if (text === '') return 0;
  return hasName(title, text) ? 0 : matchesWords(title, text) ? 1 : 2;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [highlightedKey, setHighlightedKey] = useState<string | null>(null);
  const { groups, results } = useOptionGroups(text);
  const options = groups.flatMap((group) => group.options);
  const highlighted = options.find(({ key }) => key === highlightedKey) ?? firstOption(groups, text);

  const open = (option: PaletteOption, inNewTab: boolean) => {
    option.onOpen?.();
    if (inNewTab && option.address !== null) {
      window.open(option.address, '_blank', 'noopener');
      return;
    }
    onClose();
    option.choose();
  };

  const combobox = useCombobox<PaletteOption>({
    items: options,
    isOpen: true,
    selectedItem: null,
    inputValue: typed,
    highlightedIndex: highlighted === undefined ? -1 : options.indexOf(highlighted),
    itemToString: (option) => option?.title ?? '',
    itemToKey: (option) => option?.key,
    onStateChange: ({ type, highlightedIndex, selectedItem }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) return;
      if (selectedItem) {
        open(selectedItem, false);
      } else if (highlightedIndex !== undefined) {
        setHighlightedKey(options[highlightedIndex]?.key ?? null);
      }
    },
  });
  const openInNewTab = (event: MouseEvent | KeyboardEvent, option: PaletteOption) => {
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    event.preventDefault();
    open(option, true);
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('label.searchEverything')}>
      <Body>
        <Input
          {...combobox.getInputProps(
            {
              'aria-label': t('palette.input'),
              'aria-labelledby': undefined,
              placeholder: t('palette.placeholder'),
              // Downshift reports a change only after it was rendered: keys typed meanwhile would be lost.
              onChange: (event: ChangeEvent<HTMLInputElement>) => {
                setTyped(event.currentTarget.value);
                setHighlightedKey(null);
              },
              onKeyDown: (event: KeyboardEvent) => {
                const isNewTab = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
                if (isNewTab && highlighted !== undefined) openInNewTab(event, highlighted);
              },
            },
            // A dialog is rendered a moment later than its owner.
            { suppressRefError: true },
          )}
          {...langProps(typed)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <List
          {...combobox.getMenuProps(
            { 'aria-label': t('palette.results'), 'aria-labelledby': undefined },
            { suppressRefError: true },
          )}
        >
          {groups.map((group) => (
            <Group key={group.key} role="group" aria-labelledby={`${id}${group.key}`}>
              <GroupLabel id={`${id}${group.key}`}>
                {group.label}
                {group.isLoading ? ' …' : ''}
              </GroupLabel>
              {group.options.map((option) => (
                <Option
                  key={option.key}
                  {...combobox.getItemProps({
                    item: option,
                    index: options.indexOf(option),
                    onClick: (event: MouseEvent) => {
                      if (event.ctrlKey || event.metaKey) openInNewTab(event, option);
                    },
                    onAuxClick: (event: MouseEvent) => {
                      if (event.button === 1) openInNewTab(event, option);
                    },
                  })}
                  aria-selected={option === highlighted}
                >
                  {option.icon}
                  <Title {...langProps(option.title)}>{option.title}</Title>
                  {option.detail === '' ? null : (
                    <Detail {...langProps(option.detail)}>{option.detail}</Detail>
                  )}
                </Option>
              ))}
            </Group>
          ))}
        </List>
        <Failures results={results} />
        <Status text={text} count={options.length} isLoading={groups.some(({ isLoading }) => isLoading)} />
      </Body>
    </Dialog>
  );
}

/** The types of items that could not be searched. The others are not affected. */
function Failures({ results }: { results: readonly SourceResult[] }) {
  const t = useMessages();
  const failed = results.filter(({ isError }) => isError);
  if (failed.length === 0) return null;
  const names = failed.map(({ source }) => source.part.label).join(', ');
  return (
    <Errors role="alert">
      <span>{t('palette.failed', { types: names })}</span>
      <Button
        size="small"
        onClick={() => {
          for (const { retry } of failed) retry();
        }}
      >
        {t('palette.retry')}
      </Button>
    </Errors>
  );
}

/** Says how many results there are; only without any it is shown. */
function Status({ text, count, isLoading }: { text: string; count: number; isLoading: boolean }) {
  const t = useMessages();
  if (text === '') return null;
  if (count === 0 && !isLoading)
    return (
      <Note role="status" {...langProps(text)}>
        {t('palette.nothingFound', { text })}
      </Note>
    );
  return (
    <VisuallyHidden role="status">
      {isLoading ? t('palette.searching') : t('palette.resultCount', { count })}
    </VisuallyHidden>
  );
}
