import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields, statsFieldSchema, viewLinkSchema } from './extension-fields.ts';

/**
 * A line of the dashboard's card `Needs attention`. It is data alone, and is shown while its count is above 0. Since
 * contract 3.1.
 *
 * @example
 * { point: 'dashboard-attention', id: 'old-games', order: 40, count: 'attention.oldGames',
 *   text: { one: '1 game was not played for 30 days', other: '{count} games were not played for 30 days' },
 *   link: { view: 'games', filters: { status: 'idle' } } }
 */
export const dashboardAttentionSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-attention'),
  count: statsFieldSchema,
  /** In the singular and the plural; `{count}` is replaced. */
  text: z.strictObject({ one: localizedTextSchema, other: localizedTextSchema }),
  /** Where what is counted can be seen. */
  link: viewLinkSchema,
});
export type DashboardAttention = Localized<z.infer<typeof dashboardAttentionSchema>>;

/** Whether an extension is a line of `Needs attention`. */
export function isDashboardAttention(extension: AnyExtension): extension is DashboardAttention {
  return extension.point === 'dashboard-attention';
}
