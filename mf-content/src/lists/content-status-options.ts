import { contentStatuses } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';

/** Display labels of the statuses. */
export const contentStatusLabels = { published: 'Published', draft: 'Draft' } as const;

/** The status filter of lessons and main lessons. */
export const contentStatusOptions: readonly SelectOption[] = contentStatuses.map((status) => ({
  value: status,
  label: contentStatusLabels[status],
}));
