import { noFilter } from '@khmer-learning/console-sdk';
import { contentStatuses } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';

const labels = { published: 'Published', draft: 'Draft' } as const;

/** The status filter of lessons and main lessons. */
export const statusOptions: readonly SelectOption[] = [
  { value: noFilter, label: 'All statuses' },
  ...contentStatuses.map((status) => ({ value: status, label: labels[status] })),
];
