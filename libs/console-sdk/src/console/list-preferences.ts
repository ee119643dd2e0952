import { defaultListPreferences, type ListPreferences, listPreferencesSchema } from './list-state.ts';

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
