import {
  formatViewAddress,
  ManifestIcon,
  type SearchSource,
  useNavigation,
  useSession,
} from '@khmer-learning/console-sdk';
import {
  containsKhmer,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  SunIcon,
  useAppearance,
} from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import type { ConsoleViewEntry } from '../console/console-views.ts';
import { useMessages } from '../console/messages/messages.ts';
import { ViewIcon } from '../console/view-icon.tsx';
import { type Declared, useDeclaredParts } from './declared-parts.ts';
import { storeRecentItem } from './recent-items.ts';
import type { FoundItem } from './search-sources.ts';

export interface PaletteOption {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: ReactNode;
  /** The address to open in a new tab; null for an action. */
  readonly address: string | null;
  readonly onOpen?: () => void;
  readonly choose: () => void;
}

const toName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .trim();

/** Whether each word of the search begins a word of the text. Khmer has no spaces between words: it may stand anywhere. */
export function matchesWords(text: string, search: string): boolean {
  const words = toName(text).split(/[^\p{L}\p{M}\p{N}]+/u);
  const sought = toName(search).split(/\s+/).filter(Boolean);
  return sought.every((start) =>
    words.some((word) => (containsKhmer(start) ? word.includes(start) : word.startsWith(start))),
  );
}

/** Whether a title, or one of its parts such as the Khmer of `Water [teuk] : ទឹក`, is the search. */
export function hasName(title: string, search: string): boolean {
  const sought = toName(search);
  return [title, ...title.split(/[[\]:]/)].some((name) => toName(name) === sought);
}

export function useViewOptions(views: readonly ConsoleViewEntry[], search: string): PaletteOption[] {
  const { openView } = useNavigation();
  return views
    .filter(({ label, title }) => matchesWords(`${label} ${title}`, search))
    .map(({ id, label, icon }) => ({
      key: `view ${id}`,
      title: label,
      detail: '',
      icon: <ViewIcon name={icon} />,
      address: formatViewAddress({ view: id, list: undefined, item: null }),
      choose: () => void openView(id),
    }));
}

const appearances = [
  { value: 'light', label: 'palette.light', icon: <SunIcon aria-hidden="true" /> },
  { value: 'dark', label: 'palette.dark', icon: <MoonIcon aria-hidden="true" /> },
  { value: 'system', label: 'palette.system', icon: <MonitorIcon aria-hidden="true" /> },
] as const;

/** The actions that match the search: those of the remotes and the shell's own. What the header's button is called finds its action. */
export function useActionOptions(
  views: readonly ConsoleViewEntry[],
  viewIds: ReadonlySet<string>,
  search: string,
): PaletteOption[] {
  const t = useMessages();
  const { openView } = useNavigation();
  const { signOut } = useSession();
  const { appearance, setAppearance } = useAppearance();
  const commands = useDeclaredParts(({ commands: declared }) => declared, viewIds);
  const action = { detail: '', address: null };
  const buttonOf = (view: string) => views.find(({ id }) => id === view)?.action?.label;
  const options: (PaletteOption & { otherName?: string | undefined })[] = [
    ...commands.map(({ key, part: { label, icon, view, intent } }) => ({
      ...action,
      key: `command ${key}`,
      title: label,
      otherName: buttonOf(view),
      icon: <ManifestIcon name={icon} />,
      choose: () => void openView(view, { intent }),
    })),
    ...appearances
      .filter(({ value }) => value !== appearance)
      .map(({ value, label, icon }) => ({
        ...action,
        key: `appearance ${value}`,
        title: t(label),
        icon,
        choose: () => setAppearance(value),
      })),
    {
      ...action,
      key: 'log out',
      title: t('palette.logOut'),
      icon: <LogOutIcon aria-hidden="true" />,
      choose: () => void signOut(),
    },
  ];
  return options.filter(
    ({ title, otherName }) => matchesWords(title, search) || matchesWords(otherName ?? '', search),
  );
}

/** Makes an option of an item; null if its type cannot be found any more, or not by this user. */
export function useItemOption(
  sources: readonly Declared<SearchSource>[],
): (found: FoundItem) => PaletteOption | null {
  const { openView } = useNavigation();
  const { user } = useSession();
  return (found) => {
    const source = sources.find(({ key }) => key === found.source);
    if (source === undefined) return null;
    const { view, icon } = source.part;
    const { item, find, title, detail } = found;
    return {
      key: [found.source, item, find, title].join(' '),
      title,
      detail,
      icon: <ManifestIcon name={icon} />,
      address: formatViewAddress({ view, list: undefined, item, find }),
      onOpen: () => storeRecentItem(user.id, found),
      choose: () => void openView(view, { item, find: find ?? undefined }),
    };
  };
}
