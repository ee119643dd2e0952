import { z } from 'zod';
import { viewIconNames } from '../manifest/icon-names.ts';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, type ExtensionItem, entitySchema, extensionFields } from './extension-fields.ts';

/**
 * An action in the menu of the rows of another remote's list. The menu item is data; the component is loaded by a click and
 * rendered until it calls `onClose`, usually as a dialog.
 *
 * @example
 * { point: 'row-action', id: 'lesson-games', order: 20, entity: 'lesson', label: 'Games', icon: 'shapes' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'row-action': {
 *   'lesson-games': async () => (await import('./lesson-games-dialog.tsx')).LessonGamesDialog } } })
 */
export const rowActionSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('row-action'),
  entity: entitySchema,
  /** The text of the menu item. */
  label: localizedTextSchema,
  icon: z.enum(viewIconNames),
});
export type RowAction = Localized<z.infer<typeof rowActionSchema>>;

/** The props of a row action's component. */
export interface RowActionProps {
  readonly item: ExtensionItem;
  /** Ends the action: the component is removed. */
  readonly onClose: () => void;
}

/** Whether an extension is a row action. */
export function isRowAction(extension: AnyExtension): extension is RowAction {
  return extension.point === 'row-action';
}
