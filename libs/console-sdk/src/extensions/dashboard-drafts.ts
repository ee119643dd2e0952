import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields } from './extension-fields.ts';

/**
 * A form whose drafts in this browser the dashboard lists under `Needs attention`: changes that were never saved. It is
 * data alone; the drafts are those of `useAutoSave` in console-kit. Since contract 3.1.
 *
 * @example
 * { point: 'dashboard-drafts', id: 'game', order: 40, form: 'game', label: 'Game', view: 'games' }
 */
export const dashboardDraftsSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-drafts'),
  /** The name of the form, as given to `useAutoSave`. */
  form: z.string().min(1),
  /** What is edited: `Lesson`. */
  label: localizedTextSchema,
  /** The id of the view that opens the form, by an item's id (`useAddressedItem`) or for a new one (`useIntent('create', …)`, which `useItemEditor` handles). */
  view: z.string().min(1),
});
export type DashboardDrafts = Localized<z.infer<typeof dashboardDraftsSchema>>;

/** Whether an extension names a form whose drafts are listed. */
export function isDashboardDrafts(extension: AnyExtension): extension is DashboardDrafts {
  return extension.point === 'dashboard-drafts';
}
