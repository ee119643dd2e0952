import {
  isContractSupported,
  type Localized,
  localizePart,
  useSession,
  type ViewManifest,
} from '@khmer-learning/console-sdk';
import { type SessionUser, shellViewIds } from '@khmer-learning/contracts';
import { currentLanguage, formatDigits, type Language, useLanguage } from '@khmer-learning/ui-kit';
import { useMemo } from 'react';
import { type RegisteredRemote, remoteLabel } from '../remotes/registry.ts';
import { useRegistry, useRemoteLoader } from '../remotes/remotes-context.tsx';
import { message } from './messages/messages.ts';
import { accountGroup, administrationGroup } from './shell-extensions.ts';

type ViewIcon = ViewManifest['icon'] | 'dashboard' | 'health' | 'unknown';

/** A view the console can show, from the shell itself or from a remote, in the language of the page. */
export interface ConsoleViewEntry extends Omit<Localized<ViewManifest>, 'icon'> {
  readonly icon: ViewIcon;
  /** `null` for the shell's own views. */
  readonly remote: RegisteredRemote | null;
}

type ManifestView = Omit<ViewManifest, 'icon'> & { readonly icon: ViewIcon };
/** A view of the shell itself: no release of a remote with its id is given out. */
type ShellView = ManifestView & { readonly id: (typeof shellViewIds)[keyof typeof shellViewIds] };

export const dashboardViewId = shellViewIds.dashboard;

const dashboard: ShellView = {
  id: dashboardViewId,
  label: { en: 'Dashboard', km: 'ផ្ទាំងគ្រប់គ្រង' },
  icon: 'dashboard',
  title: { en: 'Dashboard Overview', km: 'ទិដ្ឋភាពរួម' },
  subtitle: { en: 'Manage your Khmer learning content', km: 'គ្រប់គ្រងខ្លឹមសារ Khmer Learning របស់អ្នក' },
  action: { label: { en: 'Create New', km: 'បង្កើតថ្មី' } },
  roles: ['admin', 'teacher'],
  order: 0,
  placement: 'sidebar',
};

export const consoleHealthViewId = shellViewIds.consoleHealth;

const consoleHealth: ShellView = {
  id: consoleHealthViewId,
  label: { en: 'Console health', km: 'ស្ថានភាពប្រព័ន្ធ' },
  icon: 'health',
  title: { en: 'Console health', km: 'ស្ថានភាពប្រព័ន្ធ' },
  subtitle: { en: 'Status of remotes and services', km: 'ស្ថានភាពផ្នែក និងសេវា' },
  roles: ['admin'],
  order: 1_000,
  placement: 'user-menu',
  menuGroup: administrationGroup,
};

function toEntry(
  view: ManifestView,
  remote: RegisteredRemote | null,
  language = currentLanguage(),
): ConsoleViewEntry {
  return { ...localizePart(view, language, formatDigits), remote };
}

/** Whether a view is in the menu of the user's own account, at the foot of the sidebar. */
export function isAccountView({ placement, menuGroup }: ConsoleViewEntry): boolean {
  return placement === 'user-menu' && menuGroup === accountGroup;
}

/** Whether a view is in the menu `Tools`, in the header. */
export function isToolView(view: ConsoleViewEntry): boolean {
  return view.placement === 'user-menu' && !isAccountView(view);
}

const shellViews: readonly ShellView[] = [dashboard, consoleHealth];

export function isShellView(id: string): boolean {
  return shellViews.some((view) => view.id === id);
}

/** The view of a remote without a readable view: it has the remote's name and opens its error panel. */
function unknownRemoteView(remote: RegisteredRemote): ConsoleViewEntry {
  return {
    id: `remote:${remote.name}`,
    label: remoteLabel(remote),
    icon: 'unknown',
    title: remoteLabel(remote),
    roles: ['admin', 'teacher'],
    order: Number.MAX_SAFE_INTEGER,
    placement: 'sidebar',
    remote,
  };
}

function remoteViews(remote: RegisteredRemote, language: Language): ConsoleViewEntry[] {
  const { manifest } = remote;
  if (manifest === null) return [unknownRemoteView(remote)];
  // Without a view, nothing would say that the remote requires another console.
  if (manifest.views.length === 0 && !isContractSupported(manifest.contract))
    return [unknownRemoteView(remote)];
  return manifest.views.map((view) => toEntry(view, remote, language));
}

/** Every view that the user's role may see, in sidebar order. Of two with the same id, the first one in the registry is used. */
function visibleViews(
  remotes: readonly RegisteredRemote[],
  user: SessionUser,
  language: Language,
): ConsoleViewEntry[] {
  const all = [
    ...shellViews.map((view) => toEntry(view, null, language)),
    ...remotes.flatMap((remote) => remoteViews(remote, language)),
  ];
  return all
    .filter(({ id }, index) => all.findIndex((view) => view.id === id) === index)
    .filter(({ roles }) => roles.some((role) => role === user.role))
    .toSorted((one, other) => one.order - other.order || one.label.localeCompare(other.label));
}

/** The views that the signed-in user may see, in sidebar order; only the shell's own until the list of remotes is loaded. */
export function useVisibleViews(): readonly ConsoleViewEntry[] {
  const { user } = useSession();
  const { data: registry } = useRegistry();
  const loader = useRemoteLoader();
  const { language, numerals } = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers of their texts are in these numerals
  return useMemo(
    () => visibleViews(registry?.remotes.map(loader.effectiveRemote) ?? [], user, language),
    [registry, loader, user, language, numerals],
  );
}

export function loadingView(id: string): ConsoleViewEntry {
  return {
    ...toEntry(dashboard, null),
    id,
    label: '',
    title: message('consoleFrame.loading'),
    subtitle: undefined,
    action: undefined,
  };
}

/** The view for an id, `remote:<name>` being its first one. @param fallbackId for an id that does not exist; default: the dashboard */
export function resolveView(
  views: readonly ConsoleViewEntry[],
  id: string,
  fallbackId: string,
): ConsoleViewEntry {
  const find = (sought: string) =>
    views.find((view) => view.id === sought) ??
    views.find(({ remote }) => sought === `remote:${remote?.name}`);
  return find(id) ?? find(fallbackId) ?? toEntry(dashboard, null);
}
