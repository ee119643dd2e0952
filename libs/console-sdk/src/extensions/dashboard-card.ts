import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, extensionFields } from './extension-fields.ts';

/**
 * A card of the dashboard that the remote draws itself, for what the points made of data alone cannot show. The
 * component has no props and comes below the card's title. Its code is loaded with every dashboard, so it must be small.
 *
 * @example
 * { point: 'dashboard-card', id: 'game-of-the-day', order: 50, title: 'Game of the Day' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'dashboard-card': {
 *   'game-of-the-day': async () => (await import('./game-of-the-day.tsx')).GameOfTheDay } } })
 */
export const dashboardCardSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('dashboard-card'),
  title: localizedTextSchema,
});
export type DashboardCard = Localized<z.infer<typeof dashboardCardSchema>>;

/** Whether an extension is a card that its remote draws. */
export function isDashboardCard(extension: AnyExtension): extension is DashboardCard {
  return extension.point === 'dashboard-card';
}
