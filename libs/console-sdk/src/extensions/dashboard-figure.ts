import { z } from 'zod';
import { viewIconNames } from '../manifest/icon-names.ts';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields, statsFieldSchema, viewLinkSchema } from './extension-fields.ts';

/**
 * One figure in a card of the dashboard. It is data alone: the console loads no code of the remote for it.
 *
 * @example
 * { point: 'dashboard-figure', id: 'games', order: 200, label: 'Total Games', icon: 'shapes', value: 'totalGames',
 *   format: 'count', growth: { value: 'gamesGrowth' }, link: { view: 'games' }, curve: 'figuresByDay.totalGames' }
 */
export const dashboardFigureSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-figure'),
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
  value: statsFieldSchema,
  /** `count`: compact notation. `usd`: an amount in USD, in compact notation. */
  format: z.enum(['count', 'usd']),
  /** The percentage change since last month. `decimals`: exactly that many; default: up to two, as needed. */
  growth: z
    .strictObject({ value: statsFieldSchema, decimals: z.number().int().min(0).max(4).optional() })
    .optional(),
  /**
   * A line below the figure; `{value}` in its text is replaced. `usd`: a price. `percent`: the share that the
   * figure has of the field `of`, rounded.
   */
  detail: z
    .discriminatedUnion('format', [
      z.strictObject({ format: z.literal('usd'), text: localizedTextSchema, value: statsFieldSchema }),
      z.strictObject({ format: z.literal('percent'), text: localizedTextSchema, of: statsFieldSchema }),
    ])
    .optional(),
  /** What a click on the card opens. Since contract 3.1. */
  link: viewLinkSchema.optional(),
  /** A list of numbers, the figure of each of the last 30 days, drawn as a small curve. Since contract 3.1. */
  curve: statsFieldSchema.optional(),
});
export type DashboardFigure = Localized<z.infer<typeof dashboardFigureSchema>>;

/** Whether an extension is a figure of the dashboard. */
export function isDashboardFigure(extension: AnyExtension): extension is DashboardFigure {
  return extension.point === 'dashboard-figure';
}
