import type { Extension } from '@khmer-learning/console-sdk';

/** The `menuGroup` of views of the user's own account. All other groups are in the menu `Tools`. */
export const accountGroup = 'account';

/** The group of the menu `Tools` that has Console health. */
export const administrationGroup = 'administration';

/** The extensions of the shell itself: its group of the menu `Tools`, and the words for what belongs to no remote. */
export const shellExtensions: readonly Extension[] = [
  { point: 'user-menu-group', id: administrationGroup, order: 100, label: 'Administration' },
  { point: 'activity-words', id: 'remote', order: 890, entity: 'remote', label: 'Remote' },
  { point: 'activity-words', id: 'job', order: 900, entity: 'job', label: 'Background job' },
  { point: 'activity-words', id: 'call', order: 910, entity: 'call', label: 'API call' },
];
