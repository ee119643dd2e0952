import type { Extension } from '@khmer-learning/console-sdk';

/** The group of the user menu that has Console health. */
export const administrationGroup = 'administration';

/** The extensions of the shell itself: its group of the user menu, and the words for what belongs to no remote. */
export const shellExtensions: readonly Extension[] = [
  { point: 'user-menu-group', id: administrationGroup, order: 100, label: 'Administration' },
  { point: 'activity-words', id: 'remote', order: 890, entity: 'remote', label: 'Remote' },
  { point: 'activity-words', id: 'job', order: 900, entity: 'job', label: 'Background job' },
  { point: 'activity-words', id: 'call', order: 910, entity: 'call', label: 'API call' },
];
