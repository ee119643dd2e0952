import { z } from 'zod';
import { viewIconNames } from '../manifest/icon-names.ts';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields, statsFieldSchema } from './extension-fields.ts';

/**
 * One type of item in the dashboard's card `Recent Content`, which shows the newest of all types together. It is data
 * alone: `items` is a list of `{ id, title, status, updatedAt }`.
 *
 * @example
 * { point: 'dashboard-recent', id: 'games', order: 40, label: 'Game', icon: 'shapes', items: 'recent.games', limit: 2,
 *   view: 'games' }
 */
export const dashboardRecentSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-recent'),
  /** The type's name: `Lesson`. */
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
  items: statsFieldSchema,
  /** How many items of this type are shown at most. */
  limit: z.number().int().min(1).max(8),
  /** The id of the view that opens such an item by its id (`useAddressedItem`). Since contract 3.1. */
  view: z.string().min(1).optional(),
});
export type DashboardRecent = Localized<z.infer<typeof dashboardRecentSchema>>;

/** Whether an extension is a type of item in `Recent Content`. */
export function isDashboardRecent(extension: AnyExtension): extension is DashboardRecent {
  return extension.point === 'dashboard-recent';
}
