import { defaultPageSize, maxOffset, maxPageSize } from '@khmer-learning/contracts';
import { z } from 'zod';

const preferenceFields = {
  /** What the list is sorted by, as its API takes it: `title`, `-title`; null for the default order. */
  sort: z.string().nullable().default(null),
  /** Rows per page. */
  limit: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
};

/** What the browser keeps of a list for the person. */
export const listPreferencesSchema = z.object(preferenceFields);
export type ListPreferences = z.output<typeof listPreferencesSchema>;

export const defaultListPreferences: ListPreferences = { sort: null, limit: defaultPageSize };

/** The state of a list: what is searched for, its filters by name, its order, and the offset and size of its page. */
export const listStateSchema = z
  .object({
    search: z.string(),
    filters: z.record(z.string(), z.string()),
    offset: z.number().int().min(0),
    /** The id of the saved view that was chosen; 0 for none of them, absent when nothing was chosen. */
    view: z.number().int().min(0).optional(),
    ...preferenceFields,
  })
  // The offset of the last page that a list returns.
  .transform((state) => ({
    ...state,
    offset: Math.min(state.offset, maxOffset - (maxOffset % state.limit)),
  }));

export type StoredListState = z.output<typeof listStateSchema>;

/** The key of a list's state in its view. */
export const listStateKey = 'list';

/** The value of a filter that is not active. */
export const noFilter = 'all';

export const initialListState: StoredListState = {
  search: '',
  filters: {},
  offset: 0,
  ...defaultListPreferences,
};

const storageKeyOf = (userId: number, view: string) => `khmer-learning.${userId}.${view}.list-preferences`;

/** The order and page size that a person has chosen in a view's list, in this browser. */
export function readListPreferences(userId: number, view: string): ListPreferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeyOf(userId, view)) ?? 'null');
    return listPreferencesSchema.safeParse(stored).data ?? defaultListPreferences;
  } catch {
    // The value is not readable, or storage is forbidden.
    return defaultListPreferences;
  }
}

/** Keeps the order and page size of a view's list for the next time the person opens it. */
export function writeListPreferences(userId: number, view: string, { sort, limit }: ListPreferences): void {
  try {
    localStorage.setItem(storageKeyOf(userId, view), JSON.stringify({ sort, limit }));
  } catch {
    // Storage is full or forbidden: the list has its defaults the next time.
  }
}
