import { z } from 'zod';
import { readStored, store } from '../page/stored.ts';
import type { FoundItem } from './search-sources.ts';

const maxRecentItems = 6;

const recentItemsSchema = z.array(
  z.object({
    source: z.string(),
    title: z.string(),
    detail: z.string(),
    item: z.number().int().positive(),
    find: z.string().nullable(),
  }),
);

/** The name in local storage is personal: signing out removes it. */
const storageKeyOf = (userId: number) => `khmer-learning.recent-items.${userId}`;

/** What the user has opened from the search in this browser, the last one first. */
export const readRecentItems = (userId: number): readonly FoundItem[] =>
  readStored(storageKeyOf(userId), recentItemsSchema) ?? [];

export function storeRecentItem(userId: number, opened: FoundItem): void {
  const isOther = (one: FoundItem) =>
    one.source !== opened.source || one.item !== opened.item || one.find !== opened.find;
  const items = [opened, ...readRecentItems(userId).filter(isOther)].slice(0, maxRecentItems);
  store(storageKeyOf(userId), items);
}
