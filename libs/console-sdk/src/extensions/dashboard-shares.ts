import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, emptyTextSchema, extensionFields, statsFieldSchema } from './extension-fields.ts';

/**
 * A card of the dashboard with parts of a whole, as bars. It is data alone: `items` is a list of `{ title, count }`.
 *
 * @example
 * { point: 'dashboard-shares', id: 'games-by-level', order: 30, title: 'Games by Level', items: 'gamesByLevel',
 *   unit: { one: 'game', other: 'games' }, empty: { title: 'No games created yet' } }
 */
export const dashboardSharesSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-shares'),
  title: localizedTextSchema,
  items: statsFieldSchema,
  /** What is counted, in the singular and the plural. */
  unit: z.strictObject({ one: localizedTextSchema, other: localizedTextSchema }),
  empty: emptyTextSchema,
});
export type DashboardShares = Localized<z.infer<typeof dashboardSharesSchema>>;

/** Whether an extension is a card with parts of a whole. */
export function isDashboardShares(extension: AnyExtension): extension is DashboardShares {
  return extension.point === 'dashboard-shares';
}
