import { defaultPageSize, maxOffset } from '@khmer-learning/contracts';
import { z } from 'zod';

/** The offset of the last page that a list returns. */
const lastPageOffset = maxOffset - (maxOffset % defaultPageSize);

/** The state of a list: what is searched for, its filters by name, and the offset of its page. */
export const listStateSchema = z.object({
  search: z.string(),
  filters: z.record(z.string(), z.string()),
  offset: z
    .number()
    .int()
    .min(0)
    .transform((offset) => Math.min(offset, lastPageOffset)),
});

export type StoredListState = z.output<typeof listStateSchema>;

/** The key of a list's state in its view. */
export const listStateKey = 'list';

/** The value of a filter that is not active. */
export const noFilter = 'all';

export const initialListState: StoredListState = { search: '', filters: {}, offset: 0 };
