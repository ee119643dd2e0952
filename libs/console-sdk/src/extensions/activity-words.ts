import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, entitySchema, extensionFields } from './extension-fields.ts';

/**
 * How the activity names an entity and what is done with it. `actions` are only needed where the console's own words
 * (`Created`, `Changed`, …) do not fit.
 *
 * @example
 * { point: 'activity-words', id: 'game', order: 50, entity: 'game', label: 'Game', actions: { deleted: 'Retired' } }
 */
export const activityWordsSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('activity-words'),
  entity: entitySchema,
  label: localizedTextSchema,
  /** Words for actions of the audit log, by action: `refunded`. */
  actions: z.record(z.string(), localizedTextSchema).optional(),
});
export type ActivityWords = Localized<z.infer<typeof activityWordsSchema>>;

/** Whether an extension has the words of an entity's activity. */
export function isActivityWords(extension: AnyExtension): extension is ActivityWords {
  return extension.point === 'activity-words';
}
