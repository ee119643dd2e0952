import type { ViewManifest } from '@khmer-learning/console-sdk';
import type { SessionUser } from '@khmer-learning/contracts';
import type { RegisteredRemote } from '../remotes/registry.ts';

/** A view the console can show, from the shell itself or from a remote. */
export interface ConsoleViewEntry extends Omit<ViewManifest, 'icon'> {
  readonly icon: ViewManifest['icon'] | 'dashboard' | 'health' | 'unknown';
  /** `null` for a view of the shell's own. */
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
  subtitle: 'How remotes and services are',
  roles: ['admin'],
  order: 1_000,
  placement: 'user-menu',
  remote: null,
};

/** What needs no list of remotes. */
const shellViews: readonly ConsoleViewEntry[] = [dashboard, consoleHealth];

export function isShellView(id: string): boolean {
  return shellViews.some((view) => view.id === id);
}

/** A remote of which nothing is known stands under its registry's name and opens its error panel. */
function unknownRemoteView(remote: RegisteredRemote): ConsoleViewEntry {
  return {
    id: `remote:${remote.name}`,
    label: remote.name,
    icon: 'unknown',
    title: remote.name,
    roles: ['admin', 'teacher'],
    order: Number.MAX_SAFE_INTEGER,
    placement: 'sidebar',
    remote,
  };
}

function remoteViews(remote: RegisteredRemote): ConsoleViewEntry[] {
  if (remote.manifest === null) return [unknownRemoteView(remote)];
  return remote.manifest.views.map((view) => ({ ...view, remote }));
}

/**
 * Every view this person may see, in the order of the sidebar. Views that no remote
 * provides do not exist; of two with one id, the first in the registry counts.
 */
export function visibleViews(remotes: readonly RegisteredRemote[], user: SessionUser): ConsoleViewEntry[] {
  const all = [...shellViews, ...remotes.flatMap(remoteViews)];
  return all
    .filter(({ id }, index) => all.findIndex((view) => view.id === id) === index)
    .filter(({ roles }) => roles.some((role) => role === user.role))
    .toSorted((one, other) => one.order - other.order || one.label.localeCompare(other.label));
}

/** Stands in for a view that can only be known when the list of remotes is there. */
export function loadingView(id: string): ConsoleViewEntry {
  return { ...dashboard, id, label: '', title: 'Loading…', subtitle: undefined, action: undefined };
}

/**
 * The view to show for what the history says. One that does not exist (any more) becomes the dashboard; a remote
 * that was unknown and has become known, its first view.
 */
export function resolveView(views: readonly ConsoleViewEntry[], id: string): ConsoleViewEntry {
  const found =
    views.find((view) => view.id === id) ?? views.find(({ remote }) => id === `remote:${remote?.name}`);
  return found ?? dashboard;
}
