import type { RemoteManifest } from '@khmer-learning/console-sdk';

/** The `menuGroup` of views of the user's own account. All other groups are in the menu `Tools`. */
export const accountGroup = 'account';

export const administrationGroup = 'administration';

/** The extensions of the shell itself: its group of the menu `Tools`, and the words for what belongs to no remote. */
export const shellExtensions: NonNullable<RemoteManifest['extensions']> = [
  {
    point: 'user-menu-group',
    id: administrationGroup,
    order: 100,
    label: { en: 'Administration', km: 'រដ្ឋបាល' },
  },
  {
    point: 'activity-words',
    id: 'remote',
    order: 890,
    entity: 'remote',
    label: { en: 'Remote', km: 'ផ្នែកកម្មវិធី' },
  },
  {
    point: 'activity-words',
    id: 'job',
    order: 900,
    entity: 'job',
    label: { en: 'Background job', km: 'ការងារផ្ទៃខាងក្រោយ' },
  },
  {
    point: 'activity-words',
    id: 'call',
    order: 910,
    entity: 'call',
    label: { en: 'API call', km: 'ការហៅ API' },
  },
];
