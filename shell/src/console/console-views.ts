import { isContractSupported, type ViewManifest } from '@khmer-learning/console-sdk';
import type { SessionUser } from '@khmer-learning/contracts';
import { type RegisteredRemote, remoteLabel } from '../remotes/registry.ts';
import { accountGroup, administrationGroup } from './shell-extensions.ts';

/** A view the console can show, from the shell itself or from a remote. */
export interface ConsoleViewEntry extends Omit<ViewManifest, 'icon'> {
  readonly icon: ViewManifest['icon'] | 'dashboard' | 'health' | 'unknown';
  /** `null` for the shell's own views. */
  readonly remote: RegisteredRemote | null;
}

export const dashboardViewId = 'dashboard';

const dashboard: ConsoleViewEntry = {
  id: dashboardViewId,
  label: 'Dashboard',
  icon: 'dashboard',
  title: 'Dashboard Overview',
  subtitle: 'Manage your Khmer learning content',
  action: { label: 'Create New' },
  roles: ['admin', 'teacher'],
  order: 0,
  placement: 'sidebar',
  remote: null,
};

export const consoleHealthViewId = 'console-health';

const consoleHealth: ConsoleViewEntry = {
  id: consoleHealthViewId,
  label: 'Console health',
  icon: 'health',
  title: 'Console health',
  subtitle: 'Status of remotes and services',
  roles: ['admin'],
  order: 1_000,
  placement: 'user-menu',
  menuGroup: administrationGroup,
  remote: null,
};

/** Whether a view is in the menu of the user's own account, at the foot of the sidebar. */
export function isAccountView({ placement, menuGroup }: ConsoleViewEntry): boolean {
  return placement === 'user-menu' && menuGroup === accountGroup;
}

/** Whether a view is in the menu `Tools`, in the header. */
export function isToolView(view: ConsoleViewEntry): boolean {
  return view.placement === 'user-menu' && !isAccountView(view);
}

/** The views that do not depend on the list of remotes. */
const shellViews: readonly ConsoleViewEntry[] = [dashboard, consoleHealth];

/** Whether `id` is one of the shell's own views. */
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

function remoteViews(remote: RegisteredRemote): ConsoleViewEntry[] {
  const { manifest } = remote;
  if (manifest === null) return [unknownRemoteView(remote)];
  // Without a view, nothing would say that the remote requires another console.
  if (manifest.views.length === 0 && !isContractSupported(manifest.contract))
    return [unknownRemoteView(remote)];
  return manifest.views.map((view) => ({ ...view, remote }));
}

/**
 * Every view that the user's role may see, in sidebar order. If two views have the same id, the first one in the
 * registry is used.
 */
export function visibleViews(remotes: readonly RegisteredRemote[], user: SessionUser): ConsoleViewEntry[] {
  const all = [...shellViews, ...remotes.flatMap(remoteViews)];
  return all
    .filter(({ id }, index) => all.findIndex((view) => view.id === id) === index)
    .filter(({ roles }) => roles.some((role) => role === user.role))
    .toSorted((one, other) => one.order - other.order || one.label.localeCompare(other.label));
}

/** A placeholder for a remote's view until the list of remotes is loaded. */
export function loadingView(id: string): ConsoleViewEntry {
  return { ...dashboard, id, label: '', title: 'Loading…', subtitle: undefined, action: undefined };
}

/**
 * The view to show for a view id from the history or the address. `remote:<name>` becomes the first view of that remote
 * once its manifest is known.
 *
 * @param fallbackId the view for an id that does not exist (any more); without it, the dashboard is shown
 */
export function resolveView(
  views: readonly ConsoleViewEntry[],
  id: string,
  fallbackId: string,
): ConsoleViewEntry {
  const find = (sought: string) =>
    views.find((view) => view.id === sought) ??
    views.find(({ remote }) => sought === `remote:${remote?.name}`);
  return find(id) ?? find(fallbackId) ?? dashboard;
}
