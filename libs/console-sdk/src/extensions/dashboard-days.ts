import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, emptyTextSchema, extensionFields, statsFieldSchema } from './extension-fields.ts';

/**
 * A card of the dashboard with figures per day, as a chart and a table. It is data alone: `items` is a list of
 * `{ day: '2026-05-04' }` with a number for each figure. Days without the first figure are not in the table.
 *
 * @example
 * { point: 'dashboard-days', id: 'plays', order: 40, title: 'Games per Day', items: 'gamesByDay',
 *   figures: [{ value: 'plays', name: 'Plays' }], empty: { title: 'No game was played in the last 30 days' } }
 */
export const dashboardDaysSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-days'),
  title: localizedTextSchema,
  items: statsFieldSchema,
  /** The fields of a day that the user can choose from. */
  figures: z.array(z.strictObject({ value: z.string().min(1), name: localizedTextSchema })).min(1),
  empty: emptyTextSchema,
});
export type DashboardDays = Localized<z.infer<typeof dashboardDaysSchema>>;

/** Whether an extension is a card with figures per day. */
export function isDashboardDays(extension: AnyExtension): extension is DashboardDays {
  return extension.point === 'dashboard-days';
}
