import { z } from 'zod';
import type { Localized } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields } from './extension-fields.ts';

/**
 * What `Create New` on the dashboard offers: a view that handles `useIntent('create', …)`, named by the view's action. If the user
 * may see only one of the views, it opens at once.
 *
 * @example
 * { point: 'dashboard-create', id: 'game', order: 50, view: 'games' }
 */
export const dashboardCreateSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-create'),
  /** The id of the view. */
  view: z.string().min(1),
});
export type DashboardCreate = Localized<z.infer<typeof dashboardCreateSchema>>;

/** Whether an extension says what `Create New` opens. */
export function isDashboardCreate(extension: AnyExtension): extension is DashboardCreate {
  return extension.point === 'dashboard-create';
}
