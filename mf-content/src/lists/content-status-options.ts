import { contentStatuses } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';

/** The statuses as people read them. */
export const contentStatusLabels = { published: 'Published', draft: 'Draft' } as const;

/** The status filter of lessons and main lessons. */
export const contentStatusOptions: readonly SelectOption[] = contentStatuses.map((status) => ({
  value: status,
  label: contentStatusLabels[status],
}));
