import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, type ExtensionItem, entitySchema, extensionFields } from './extension-fields.ts';

/**
 * A panel below another remote's form or details of an item. It is closed at first; the component is loaded when the
 * user opens it. New items have no panels, because they have no id.
 *
 * @example
 * { point: 'form-panel', id: 'lesson-games', order: 20, entity: 'lesson', title: 'Games' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'form-panel': {
 *   'lesson-games': async () => (await import('./lesson-games.tsx')).LessonGames } } })
 */
export const formPanelSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('form-panel'),
  entity: entitySchema,
  title: localizedTextSchema,
});
export type FormPanel = Localized<z.infer<typeof formPanelSchema>>;

/** The props of a panel's component. */
export interface FormPanelProps {
  readonly item: ExtensionItem;
}

/** Whether an extension is a panel in a form. */
export function isFormPanel(extension: AnyExtension): extension is FormPanel {
  return extension.point === 'form-panel';
}
