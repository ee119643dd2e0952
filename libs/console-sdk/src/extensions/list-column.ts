import { z } from 'zod';
import { type Localized, localizedTextSchema } from '../manifest/localized-text.ts';
import { type AnyExtension, type ExtensionItem, entitySchema, extensionFields } from './extension-fields.ts';

/**
 * A column of another remote's list, after the list's own columns. The component is a cell and is loaded with the
 * list. It gets all rows, so that it can fetch their data with one call: with the same query key, all cells share it.
 *
 * @example
 * { point: 'list-column', id: 'lesson-games', order: 20, entity: 'lesson', header: 'Games' }
 * // src/remote.ts
 * defineRemote({ extensions: { 'list-column': {
 *   'lesson-games': async () => (await import('./game-count.tsx')).GameCount } } })
 */
export const listColumnSchema = z.strictObject({
  ...extensionFields,
  point: z.literal('list-column'),
  entity: entitySchema,
  header: localizedTextSchema,
  /** `end` for numbers. Default: `start`. */
  align: z.enum(['start', 'end']).optional(),
});
export type ListColumn = Localized<z.infer<typeof listColumnSchema>>;

/** The props of a column's component, which is one cell. */
export interface ListColumnProps {
  readonly item: ExtensionItem;
  /** The items of all rows on the page, `item` included. */
  readonly items: readonly ExtensionItem[];
}

/** Whether an extension is a column of a list. */
export function isListColumn(extension: AnyExtension): extension is ListColumn {
  return extension.point === 'list-column';
}
