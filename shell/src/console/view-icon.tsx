import { ManifestIcon } from '@khmer-learning/console-sdk';
import { HeartPulseIcon, LayoutDashboardIcon, TriangleAlertIcon } from '@khmer-learning/ui-kit';
import type { ConsoleViewEntry } from './console-views.ts';

/** The icons of the shell's own views, and of a remote without a readable view. */
const shellIcons = { dashboard: LayoutDashboardIcon, health: HeartPulseIcon, unknown: TriangleAlertIcon };

const size = { width: '1.125rem', height: '1.125rem' };

export function ViewIcon({ name }: { name: ConsoleViewEntry['icon'] }) {
  if (name !== 'dashboard' && name !== 'health' && name !== 'unknown')
    return <ManifestIcon name={name} {...size} />;
  const Icon = shellIcons[name];
  return <Icon {...size} aria-hidden="true" />;
}
